import { randomUUID } from 'node:crypto'
import { cutText } from '../codec/index.ts'
import { createFormat, type Extras, type Outgoing } from './outgoing.ts'
import { has, noteSent, sendFormatted } from './session.ts'
import type { Piece } from './said.ts'
import type { World } from './world.ts'
import type { Session } from './presence.ts'

/** Longer ones are cut: the line it stands in may have 512 bytes. */
const maxPiece = 400

/** The pieces of a stored text. */
export function piecesOf(text: string): Piece[] {
  return text
    .split('\n')
    .flatMap((line) => cutText(line, maxPiece).map((piece, place) => ({ text: piece, goesOn: place > 0 })))
}

/** The text that pieces make. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, goesOn }, place) => (place > 0 && !goesOn ? `\n${text}` : text)).join('')
}

/** Something said, whole: the message with its target as only parameter, and its text. */
export interface Spoken {
  message: Outgoing & { params: readonly [string] }
  pieces: readonly Piece[]
  /** Its number, when it is kept. */
  seq: number | undefined
}

/** Sends what was said to one client, within a batch when one is named. */
export type Deliver = (session: Session, outer?: string) => void

/** Something said, ready for any number of clients: as one line, as a batch to who takes those, otherwise as lines. */
export function prepare(world: World, spoken: Spoken): Deliver {
  const deliver = inItsForm(world, spoken)
  return (session, outer) => {
    deliver(session, outer)
    if (spoken.seq !== undefined) noteSent(world, session, spoken.seq)
  }
}

function inItsForm(world: World, spoken: Spoken): Deliver {
  const { message, pieces } = spoken
  const [only] = pieces
  if (!only) return asLine(world, message)
  if (pieces.length === 1) return asLine(world, { ...message, params: [...message.params, only.text] })
  const batched = asBatch(world, spoken)
  const plain = asLines(world, spoken)
  return (session, outer) => {
    if (has(session, 'draft/multiline') && has(session, 'batch')) batched(session, outer)
    else plain(session, outer)
  }
}

function asLine(world: World, message: Outgoing): Deliver {
  const format = createFormat(message, world.clock.now())
  return (session, outer) => sendFormatted(world, session, { format, extras: within(outer) })
}

function asBatch(world: World, { message, pieces }: Spoken): Deliver {
  const { source, params, command, at, id } = message
  const now = world.clock.now()
  // Its own id serves as the name of the batch to every client.
  const batch = id ?? randomUUID()
  const opening = createFormat(
    { ...message, command: 'BATCH', params: [`+${batch}`, 'draft/multiline', ...params] },
    now,
  )
  const lines = pieces.map(({ text, goesOn }) =>
    createFormat(
      { source, command, params: [...params, text], at, ...(goesOn ? { concat: true } : {}) },
      now,
    ),
  )
  const closing = createFormat({ source: world.settings.name, command: 'BATCH', params: [`-${batch}`] }, now)
  return (session, outer) => {
    sendFormatted(world, session, { format: opening, extras: { ...within(outer), opens: batch } })
    for (const format of lines) sendFormatted(world, session, { format, extras: { batch } })
    sendFormatted(world, session, { format: closing, extras: { ...within(outer), closes: batch } })
  }
}

/** The first line carries the id; blank lines cannot be sent. */
function asLines(world: World, { message, pieces }: Spoken): Deliver {
  const { id, ...rest } = message
  const lines = pieces
    .filter(({ text }) => text !== '')
    .map(({ text }, place) =>
      asLine(world, { ...rest, ...(place === 0 ? { id } : {}), params: [...message.params, text] }),
    )
  return (session, outer) => {
    for (const line of lines) line(session, outer)
  }
}

function within(outer: string | undefined): Extras {
  return outer === undefined ? {} : { batch: outer }
}
