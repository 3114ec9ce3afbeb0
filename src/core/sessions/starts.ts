import { errorCatalogue, IrisError, type ErrorCode } from '../../contract/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { AgentExit } from '../transport/index.ts'
import type { TurnRow } from './rows.ts'
import type { Live, StartFailure } from './world.ts'

/** What one try failed of. */
export interface StartCause {
  reason: string
  advice: string
  kind: 'absent' | 'hindered' | 'ran'
}

const maxStarts = 3
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

/** A try in vain, with those before it. */
export interface Vain {
  cause: StartCause
  failure: StartFailure
}

export function inVain({ startFailure, world }: Live, cause: StartCause): Vain {
  const { reason, advice, kind } = cause
  const { since = world.clock.now(), tries = 0, starts = 0 } = startFailure ?? {}
  const failure = { reason, advice, since, tries: tries + 1, starts: starts + (kind === 'ran' ? 1 : 0) }
  return { cause, failure }
}

/** One turn at most is given up for it; those behind it wait until something starts. */
export function isGivenUp({ cause, failure }: Vain): boolean {
  return cause.kind === 'ran' && failure.starts === maxStarts
}

/** Keeps the queue of a session where it is, and tries again after a pause that grows. */
export function holdStart(live: Live, { cause, failure }: Vain): void {
  const { world } = live
  live.startFailure = failure
  live.cancelRetry?.()
  live.cancelRetry = world.clock.after(pauseAfter(failure, cause.kind), () => {
    live.cancelRetry = undefined
    world.pump(live)
  })
}

/** Says that a turn waits for its agent; the first pause is over before anybody has read it. */
export function sayHeld(live: Live, turn: TurnRow, { cause, failure }: Vain): void {
  if (cause.kind === 'absent' || failure.tries > 1) waitFor(live, turn, 'agent')
}

function pauseAfter({ tries }: StartFailure, kind: StartCause['kind']): number {
  if (kind === 'absent') return lookAgainMs
  // A conversation that the CLI has, or has not, is often all that was wrong with the first.
  if (kind === 'ran' && tries === 1) return 0
  return pauses[Math.min(tries, pauses.length) - 1] ?? 0
}

/** Something started, or nothing is left to start for. */
export function clearStart(live: Live): void {
  live.cancelRetry?.()
  live.cancelRetry = undefined
  live.startFailure = undefined
  if (live.waitingFor === 'agent') live.waitingFor = null
}

/** What hindered it may be gone: the next try comes now. */
export function retryStart(live: Live): void {
  live.cancelRetry?.()
  live.cancelRetry = undefined
  live.world.pump(live)
}

/** Says what a queued turn waits for, once. */
export function waitFor(live: Live, turn: TurnRow, what: 'pool' | 'quota' | 'agent'): void {
  if (live.waitingFor === what) return
  const { world, startFailure } = live
  const reason = what === 'agent' && startFailure ? { reason: wordsOf(startFailure) } : {}
  world.log.write((append) =>
    append({ type: 'turn.waiting', session: live.id, turn: turn.id, data: { for: what, ...reason } }),
  )
  live.waitingFor = what
  world.watchers.get(turn.id)?.next({ kind: 'state', status: 'queued', waitingFor: what })
}

/** Why nothing starts, and the way out. */
export function wordsOf({ reason, advice }: Pick<StartFailure, 'reason' | 'advice'>): string {
  return `${reason} ${advice}`
}
