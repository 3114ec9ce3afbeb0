/** What is kept of the past: what was said, and what else clients may ask to see again. */
export type EntryKind = 'PRIVMSG' | 'NOTICE' | 'TAGMSG' | 'TOPIC'

/** A part of what was said: a line, or what goes on in the line before. */
export interface Piece {
  text: string
  goesOn: boolean
}

export type Said = {
  kind: Exclude<EntryKind, 'TOPIC'>
  pieces: readonly Piece[]
  clientTags: ReadonlyMap<string, string> | undefined
}

/** A long message that a client is sending, line by line. */
export interface Incoming {
  reference: string
  target: string
  label: string | undefined
  clientTags: ReadonlyMap<string, string>
  command: 'PRIVMSG' | 'NOTICE' | undefined
  pieces: Piece[]
  bytes: number
}
