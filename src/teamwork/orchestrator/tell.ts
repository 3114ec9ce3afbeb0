import { filter, Subscription, type Observable } from 'rxjs'
import {
  IrisError,
  type AskId,
  type Reader,
  type SessionId,
  type TellOutcome,
  type TellStatus,
} from '../../contract/index.ts'
import type { SessionRow, TurnProgress, TurnRow } from '../../core/sessions/index.ts'
import { adviceOf, statusOf } from './advice.ts'
import { readyTeam, teamOf, type OrchestratorDeps } from './deps.ts'
import { refuseHops } from './hops.ts'
import { speakFor } from '../../core/tokens/index.ts'
import type { Caller, Patience, Telling, TellProgress, Ways } from './orchestrator.ts'
import { heldAdvice, saidIn } from './views.ts'
import { askHolding, waitingFor, waitsIn } from './waits.ts'

/** Bytes of the largest message. */
const maxBytes = 8 * 1024 * 1024
/** Bytes it may have as the line of JSON that the agent reads; the pipe takes 16 MiB at once. */
const maxLine = 15 * 1024 * 1024
const maxEscape = 6
/** How long who waits for an answer waits for an agent that does not start. */
const heldPatience = 10_000

/** What tells need besides: to hear that nobody can be waited with any longer. */
export interface TellDeps extends OrchestratorDeps {
  stopping$: Observable<void>
}

export interface TellInput {
  to: string
  message: string
  patience: Patience
  fromTeam?: string
  /** Set by a caller that takes the receipt and follows the turn by other means. */
  waits?: boolean
  /** A model may answer by itself what the team asks back. */
  reader?: Reader
  /** How many characters of the answer the caller takes. */
  most?: number
  /** How what to do next is named to the caller. */
  ways?: Ways
}

/** The same with what else is told at this moment in one commit, if the team's folder is there; resolves when the receipt is committed. */
export async function tellBatched(deps: TellDeps, caller: Caller, input: TellInput): Promise<Telling> {
  await readyTeam(deps, input.to)
  let telling: Telling | undefined
  try {
    return await deps.log.writeBatched(() => (telling = tell(deps, caller, input)))
  } catch (error) {
    telling?.stopWaiting()
    noteHops(deps, caller, { input, error })
    throw error
  }
}

/** Here, because what is written with the tell is undone with it. */
function noteHops(
  { onRefusedHop }: TellDeps,
  { session }: Caller,
  { input: { to, message }, error }: { input: TellInput; error: unknown },
): void {
  if (!session || !(error instanceof IrisError) || error.code !== 'TELL_HOPS') return
  onRefusedHop?.({ session, to, message, reason: error.message })
}

/** Puts a message to a team. The receipt is committed when this returns, or when the change around it is. */
export function tell(deps: TellDeps, caller: Caller, input: TellInput): Telling {
  const { sessions, clock } = deps
  const calledAt = clock.steady()
  const author = authorOf(deps, caller, input)
  checkMessage(input.message)
  const team = teamOf(deps, input.to)
  const session = sessions.open(author, team.name)
  if (caller.session === session.id) throw new IrisError('SELF_TELL', 'That would be telling yourself.')
  const { message, patience } = input
  if (caller.session && patience.until !== 'accepted') refuseCycle(deps, caller.session, session)
  if (caller.session) refuseHops(deps, caller.session)
  const waits = input.waits ?? patience.until !== 'accepted'
  const fromSession = caller.session ?? null
  const { reader = caller.session ? 'model' : 'person' } = input
  const row = sessions.put({ session: session.id, message, author, fromSession, waits, reader })
  const progress$ = sessions.progress$(row.id)
  const { ways, most } = input
  const waiting = waitFor(deps, { row, progress$, patience, calledAt, caller, ways, most })
  // An agent that waits takes no room in the pool: whoever waits for room may look again.
  if (caller.session) sessions.pool.touch(caller.session)
  return {
    turn: row.id,
    session: session.id,
    progress$: shown(progress$),
    ...waiting,
  }
}

/** Identity comes from the token; only a person may speak for a team. */
function authorOf(deps: OrchestratorDeps, caller: Caller, { fromTeam }: TellInput): string {
  const { name } = speakFor(caller, fromTeam)
  return name === caller.name ? name : teamOf(deps, name).name
}

/** Two agents that wait for each other would wait forever. */
function refuseCycle({ sessions }: OrchestratorDeps, caller: SessionId, target: SessionRow): void {
  if (sessions.waitersOf(caller).has(target.id))
    throw new IrisError('TELL_CYCLE', `${target.team} waits for you, and you would wait for it.`)
}

function checkMessage(message: string): void {
  if (message.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The message has no text.')
  if (Buffer.byteLength(message) > maxBytes)
    throw new IrisError('BODY_TOO_LARGE', 'The message is larger than 8 MiB.')
  if (message.length > maxLine / maxEscape && lineBytes(message) > maxLine)
    throw new IrisError('BODY_TOO_LARGE', 'Written as JSON the message is larger than 15 MiB.')
}

/** The fence of what a team says adds three bytes to an @ at most. */
function lineBytes(message: string): number {
  return Buffer.byteLength(JSON.stringify(message)) + 3 * (message.match(/@/g)?.length ?? 0)
}

function shown(progress$: Observable<TurnProgress>): Observable<TellProgress> {
  return progress$.pipe(filter((progress) => progress.kind !== 'asked'))
}

/** Whose call it is, and since when. */
interface Told {
  row: TurnRow
  caller: Caller
  calledAt: number
  ways: Ways | undefined
  /** How many characters of the answer it takes. */
  most: number | undefined
}

interface Waiting extends Told {
  progress$: Observable<TurnProgress>
  patience: Patience
}

function waitFor(deps: TellDeps, waiting: Waiting): Pick<Telling, 'outcome' | 'stopWaiting'> {
  const watching = new Subscription()
  const outcome =
    waiting.patience.until === 'accepted'
      ? Promise.resolve(describe(deps, waiting, { status: 'accepted', ask: null }))
      : outcomeOf(deps, waiting, watching)
  return { outcome, stopWaiting: () => watching.unsubscribe() }
}

function outcomeOf(deps: TellDeps, waiting: Waiting, watching: Subscription): Promise<TellOutcome> {
  const { row, progress$, patience } = waiting
  return new Promise((resolve) => {
    if ('within' in patience)
      watching.add(deps.clock.after(patience.within, () => settle(standing(deps, row))))
    watching.add(deps.stopping$.subscribe(() => settle(standing(deps, row))))
    watching.add(
      progress$.subscribe({
        next(progress) {
          if (progress.kind === 'asked') settle({ status: statusOf(progress.ask.kind), ask: progress.ask.id })
          if (progress.kind === 'state' && progress.waitingFor === 'agent')
            watching.add(deps.clock.after(heldPatience, settleHeld))
        },
        complete: () => settle(standing(deps, row)),
      }),
    )

    /** Nobody waits for what may not start for hours; the turn itself does. */
    function settleHeld(): void {
      if (waitingFor(deps, row) === 'agent') settle({ status: 'queued', ask: null })
    }

    function settle(stands: Standing): void {
      watching.unsubscribe()
      resolve(describe(deps, waiting, stands))
    }
  })
}

/** How far a tell has got, and the ask for which its turn stands still. */
interface Standing {
  status: TellStatus
  ask: AskId | null
}

function standing(deps: OrchestratorDeps, { id }: TurnRow): Standing {
  const row = deps.sessions.turn(id)
  if (row.how) return { status: row.how, ask: null }
  const ask = askHolding(deps, row)
  if (ask) return { status: statusOf(ask.kind), ask: ask.id }
  return { status: row.deliveredAt === null ? 'queued' : 'delivered', ask: null }
}

function describe(deps: OrchestratorDeps, told: Told, { status, ask }: Standing): TellOutcome {
  const { sessions, clock } = deps
  const row = sessions.turn(told.row.id)
  const { caller: from, team } = sessions.byId(row.session)
  const { current } = sessions.live(row.session)
  const isCurrent = current?.row.id === row.id
  const { caller, calledAt, ways, most } = told
  const said = saidIn(deps, row, { most })
  return {
    status,
    turn: row.id,
    session: row.session,
    from,
    to: team,
    ...said,
    waitingFor: row.endedAt === null ? waitingFor(deps, row) : null,
    ask,
    advice:
      heldAdvice(deps, row) ??
      adviceOf(deps, { caller, row, team, status, ask, ways, isCut: said.cut !== null }),
    rehearsed: row.rehearsed === 1 || (isCurrent && current.rehearsed),
    durationMs: clock.steady() - calledAt,
    // Wall time: only shown, from stored dates.
    queuedMs: Math.max(0, (row.deliveredAt ?? row.endedAt ?? clock.now()) - row.acceptedAt),
    waitedMs: waitsIn(deps, row.session)(row),
  }
}
