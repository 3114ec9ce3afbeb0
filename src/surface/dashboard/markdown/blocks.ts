/** A piece of a line. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'struck'; inlines: Inline[] }
  /** An address that its reader may open. */
  | { kind: 'link'; href: string; inlines: Inline[] }
  /** A path that the writer pointed to; no page of ours lies there. */
  | { kind: 'place'; target: string; inlines: Inline[] }

/** On which side the words of a column stand. */
export type Side = 'left' | 'center' | 'right'

export interface Cell {
  side: Side
  inlines: Inline[]
}

export interface ListItem {
  /** Of an ordered list. */
  number?: number
  /** Of a list of tasks. */
  isDone?: boolean
  blocks: Block[]
}

/** A block of text. */
export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; items: ListItem[] }
  | { kind: 'table'; head: Cell[]; rows: Cell[][] }
  | { kind: 'rule' }
