import { errorCatalogue, IrisError, type ErrorCode } from '../../../contract/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { AgentExit } from '../../transport/index.ts'
import { allowStart, holdStarts, noteWaiting } from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { sessionOf, type LiveSession, type StartFailure } from '../context.ts'

/** What one try failed of. */
export interface StartCause {
  reason: string
  advice: string
  kind: 'absent' | 'hindered' | 'ran'
}

/** So many processes may run in vain. */
export const maxStarts = 3
const lookAgainMs = 1000
/** After the first, second, … try. A look for what is absent costs nothing, so it has a pace of its own. */
const pauses = [200, 5000, 10_000, 20_000, 40_000, 60_000]

const absent: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CLAUDE_NOT_FOUND', 'TEAM_FOLDER_MISSING'])
const hindrances: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PIPE_CLOSED',
  'PIPE_UNREACHABLE',
  'PIPE_INCOMPATIBLE',
  'PROCESS_DID_NOT_START',
  'TEAM_FOLDER_SILENT',
  'AGENT_DID_NOT_ANSWER',
  'AGENT_DID_NOT_END',
  'DISK_FULL',
  'TEAM_BUSY',
])

/** What an error says about the team; anything unknown may be a fault of the turn itself. */
export function causeOfError(error: unknown): StartCause {
  const code = error instanceof IrisError ? error.code : 'UNEXPECTED'
  const kind = absent.has(code) ? 'absent' : hindrances.has(code) ? 'hindered' : 'ran'
  return { kind, reason: messageOf(error), advice: errorCatalogue[code].advice }
}

/** What the exit of a process that had not begun its turn says; one that was lost with its pipe is no fault of its own. */
export function causeOfExit({
  how,
  code,
  signal,
  complaint,
}: AgentExit & { complaint?: string | undefined }): StartCause {
  const ended = signal ? `it was ended by ${signal}` : `it ended with code ${code ?? 'unknown'}`
  return {
    kind: how === 'lost' ? 'hindered' : 'ran',
    reason: `The process did not start: ${complaint || ended}`,
    advice: 'Try `claude` in the folder of the team, and correct what it complains of.',
  }
}

/** What a process wrote before it ended: the line that names the error, or the last; Node ends the trace of a crash with its own version. */
export function complaintIn(text: string): string {
  const lines = text.trim().split('\n')
  const named = lines.findLast((line) => /error/i.test(line) && !/^\s+at /.test(line))
  return (named ?? lines.at(-1) ?? '').trim().slice(0, 500)
}

/** A try in vain, with those before it. */
export interface Vain {
  cause: StartCause
  failure: StartFailure
  /** The turn ends for it. */
  isGivenUp: boolean
}

/** One turn at most is given up until one begins: after that a team that is broken holds its queue. */
export function inVain(live: LiveSession, cause: StartCause, turn: TurnRow): Vain {
  const { reason, kind } = cause
  const before = live.startFailure
  const { since = live.context.clock.now(), tries = 0 } = before ?? {}
  const startsBefore = before?.turn === turn.id ? before.starts : 0
  const starts = startsBefore + (kind === 'ran' ? 1 : 0)
  const isEnough = starts >= maxStarts
  const hasGivenUp = sessionOf(live).gaveUp === 1
  const advice = isEnough && hasGivenUp ? `${cause.advice} ${dropping(live, turn)}` : cause.advice
  const failure = { reason, advice, since, tries: tries + 1, turn: turn.id, starts }
  return { cause, failure, isGivenUp: kind === 'ran' && isEnough && !hasGivenUp }
}

/** Whether the message or the team is at fault only a person can say: nothing began that would prove the one. */
function dropping(live: LiveSession, { id }: TurnRow): string {
  const { team, caller } = sessionOf(live)
  const whose = caller === 'user' ? '' : ` --from ${caller}`
  return `If only this message does it, drop it: \`iris cancel ${team}${whose} --turn ${id}\`.`
}

/** Keeps the queue of a session where it is, and tries again after a pause that grows. */
export function holdStart(live: LiveSession, { cause, failure }: Vain): void {
  const { context } = live
  const pause = pauseAfter(failure, cause.kind)
  const { tries, starts } = failure
  context.logger.debug('starts are held', { session: live.id, kind: cause.kind, tries, starts, pause })
  const cancel = context.clock.after(pause, () => retryStart(live))
  holdStarts(live, failure, cancel)
}

/** Says that a turn waits for its agent; the first pause is over before anybody has read it. */
export function sayHeld(live: LiveSession, turn: TurnRow, { cause, failure }: Vain): void {
  if (cause.kind === 'absent' || failure.tries > 1) waitFor(live, turn, 'agent')
}

/** How long it is until the next try. */
export function pauseAfter({ tries }: Pick<StartFailure, 'tries'>, kind: StartCause['kind']): number {
  if (kind === 'absent') return lookAgainMs
  // A conversation that the CLI has, or has not, is often all that was wrong with the first.
  if (kind === 'ran' && tries === 1) return 0
  return pauses[Math.min(tries, pauses.length) - 1] ?? 0
}

/** What hindered it may be gone: the next try comes now. */
export function retryStart(live: LiveSession): void {
  allowStart(live)
  live.context.deliverNext(live)
}

/** Says what a queued turn waits for, once. */
export function waitFor(live: LiveSession, turn: TurnRow, what: 'pool' | 'quota' | 'budget' | 'agent'): void {
  if (live.waitingFor === what) return
  const { context, startFailure } = live
  const reason = what === 'agent' && startFailure ? { reason: wordsOf(startFailure) } : {}
  context.log.write((append) =>
    append({ type: 'turn.waiting', session: live.id, turn: turn.id, data: { for: what, ...reason } }),
  )
  noteWaiting(live, what)
  context.watchers.get(turn.id)?.next({ kind: 'state', status: 'queued', waitingFor: what })
}

/** Why nothing starts, and the way out. */
export function wordsOf({ reason, advice }: Pick<StartFailure, 'reason' | 'advice'>): string {
  return `${reason} ${advice}`
}
