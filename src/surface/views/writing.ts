import type { Writing } from '../../contract/plain.ts'

/** What is known of a statement that is being written. */
export interface Written {
  /** The turn or the question it belongs to. */
  of: string
  /** Where in the statement what is known begins; pieces before it were missed. */
  start: number
  text: string
  since: number
}

const maxCharacters = 100_000

/** Adds a piece; one that does not go on where the last ended begins anew. */
export function writtenWith(before: Written | undefined, piece: Writing, now: number): Written {
  const of = 'chat' in piece ? piece.chat : piece.turn
  const goesOn = before?.of === of && before.start + before.text.length === piece.at
  if (!goesOn) return { of, start: piece.at, text: piece.text, since: now }
  const text = before.text + piece.text
  const cut = Math.max(0, text.length - maxCharacters)
  return { ...before, start: before.start + cut, text: text.slice(cut) }
}
