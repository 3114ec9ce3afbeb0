import { multilineLimits } from '../server/capabilities.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { clientTagsOf } from '../server/client-tags.ts'
import { acting } from '../server/dispatch.ts'
import { answering, fail, has } from '../server/session.ts'
import { sayToEach } from './saying.ts'
import type { Piece, Incoming } from '../server/said.ts'

export const batchCommands: Commands = { BATCH: { least: 1, run: batch } }

function batch(act: UserAct): void | Promise<void> {
  const [reference = ''] = act.params
  if (!has(act.session, 'draft/multiline'))
    return fail(act.world, act.session, [
      'BATCH',
      'UNKNOWN_TYPE',
      'Ask for the capability draft/multiline first.',
    ])
  if (reference.startsWith('+')) return open(act, reference.slice(1))
  return close(act, reference.slice(1))
}

function open(act: UserAct, reference: string): void {
  const { world, session, params, message } = act
  const [, type = '', target = ''] = params
  if (type !== 'draft/multiline')
    return fail(world, session, ['BATCH', 'UNKNOWN_TYPE', type || '*', 'There is no such batch.'])
  if (session.batch) return spoil(act, ['MULTILINE_INVALID', 'One batch at a time.'])
  if (reference === '' || target === '' || session.account?.isReadOnly)
    return fail(world, session, [
      'BATCH',
      'MULTILINE_INVALID',
      'This batch has no name, no target, or may not be sent.',
    ])
  const label = has(session, 'labeled-response') ? message.tags.get('label') : undefined
  const clientTags = clientTagsOf(act)
  session.batch = { reference, target, label, clientTags, command: undefined, pieces: [], bytes: 0 }
  return undefined
}

/** A line of the batch that is open. */
export function addLine(act: UserAct, command: 'PRIVMSG' | 'NOTICE'): void {
  const { session, params, message } = act
  const target = params[0] || '*'
  const text = params[1] ?? ''
  const open = session.batch
  const goesOn = message.tags.has('draft/multiline-concat')
  if (!open || open.reference !== message.tags.get('batch'))
    return spoil(act, ['MULTILINE_INVALID', 'There is no such batch.'])
  if (target !== open.target)
    return spoil(act, ['MULTILINE_INVALID_TARGET', open.target, target, 'The batch is for another target.'])
  if (!fits(open, { command, text, goesOn }))
    return spoil(act, ['MULTILINE_INVALID', 'This line cannot stand in the batch.'])
  open.command = command
  open.pieces.push({ text, goesOn })
  open.bytes += Buffer.byteLength(text) + (goesOn ? 0 : 1)
  const excess = excessOf(open)
  return excess && spoil(act, excess)
}

/** All lines are of one kind, and only what has a line before it can go on in it. */
function fits(open: Incoming, { command, text, goesOn }: Piece & { command: string }): boolean {
  if ((open.command ?? command) !== command) return false
  return !goesOn || (text !== '' && open.pieces.length > 0)
}

function excessOf({ bytes, pieces }: Incoming): string[] | undefined {
  if (bytes > multilineLimits.bytes)
    return ['MULTILINE_MAX_BYTES', String(multilineLimits.bytes), 'This is too long.']
  if (pieces.length > multilineLimits.lines)
    return ['MULTILINE_MAX_LINES', String(multilineLimits.lines), 'These are too many lines.']
  return undefined
}

/** Nothing of a batch that went wrong is sent. */
function spoil({ world, session }: UserAct, why: readonly string[]): void {
  session.batch = undefined
  fail(world, session, ['BATCH', ...why])
}

function close(act: UserAct, reference: string): void | Promise<void> {
  const { world, session } = act
  const open = session.batch
  if (open?.reference !== reference) return spoil(act, ['MULTILINE_INVALID', 'There is no such batch.'])
  session.batch = undefined
  const { command, pieces, clientTags, target, label } = open
  if (!command || pieces.every(({ text }) => text === ''))
    return fail(world, session, ['BATCH', 'MULTILINE_INVALID', 'The batch is empty.'])
  // What opened the batch carried the label of all of it.
  const finish = label ? answering(world, session, label) : undefined
  const done = acting(world, session, () => sayToEach(act, [target], { kind: command, pieces, clientTags }))
  if (!done) return finish?.()
  return done.finally(() => finish?.())
}
