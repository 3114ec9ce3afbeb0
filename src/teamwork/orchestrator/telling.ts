import { filter, Subscription, type Observable } from 'rxjs'
import {
  IrisError,
  type AskId,
  type SessionId,
  type TellOutcome,
  type TellStatus,
} from '../../contract/index.ts'
import type { SessionRow, TurnProgress, TurnRow } from '../../core/sessions/index.ts'
import { readyTeam, teamOf, type OrchestratorDeps } from './deps.ts'
import { refuseHops } from './hops.ts'
import type { Caller, Patience, Telling, TellProgress } from './orchestrator.ts'
import { heldAdvice, waitingFor } from './views.ts'

/** Bytes of the largest message. */
const mostBytes = 8 * 1024 * 1024
/** Bytes it may have as the line of JSON that the agent reads; the pipe takes 16 MiB at once. */
const longestLine = 15 * 1024 * 1024
const longestEscape = 6
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
}

/** The same with what else is told at this moment in one commit, if the team's folder is there; resolves when the receipt is committed. */
export async function tellSoon(deps: TellDeps, caller: Caller, input: TellInput): Promise<Telling> {
  await readyTeam(deps, input.to)
  let telling: Telling | undefined
  try {
    return await deps.log.writeSoon(() => (telling = tell(deps, caller, input)))
  } catch (error) {
    telling?.stopWaiting()
    throw error
  }
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
  const row = sessions.put({ session: session.id, message, author, fromSession, waits })
  const progress$ = sessions.progress$(row.id)
  const waiting = waitFor(deps, { row, progress$, patience, calledAt })
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
  if (fromTeam === undefined || fromTeam === caller.name) return caller.name
  if (caller.kind !== 'human')
    throw new IrisError('CALLER_REFUSED', `${caller.name} may not speak for ${fromTeam.slice(0, 80)}.`)
  return teamOf(deps, fromTeam).name
}

/** Two agents that wait for each other would wait forever. */
function refuseCycle({ sessions }: OrchestratorDeps, caller: SessionId, target: SessionRow): void {
  if (sessions.waitersOf(caller).has(target.id))
    throw new IrisError('TELL_CYCLE', `${target.team} waits for you, and you would wait for it.`)
}

function checkMessage(message: string): void {
  if (message.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The message has no text.')
  if (Buffer.byteLength(message) > mostBytes)
    throw new IrisError('BODY_TOO_LARGE', 'The message is larger than 8 MiB.')
  if (message.length > longestLine / longestEscape && lineBytes(message) > longestLine)
    throw new IrisError('BODY_TOO_LARGE', 'Written as JSON the message is larger than 15 MiB.')
}

/** The fence of what a team says adds three bytes to an @ at most. */
function lineBytes(message: string): number {
  return Buffer.byteLength(JSON.stringify(message)) + 3 * (message.match(/@/g)?.length ?? 0)
}

function shown(progress$: Observable<TurnProgress>): Observable<TellProgress> {
  return progress$.pipe(filter((progress) => progress.kind !== 'asked'))
}

interface Waiting {
  row: TurnRow
  progress$: Observable<TurnProgress>
  patience: Patience
  calledAt: number
}

function waitFor(deps: TellDeps, waiting: Waiting): Pick<Telling, 'outcome' | 'stopWaiting'> {
  const { row, patience, calledAt } = waiting
  const watching = new Subscription()
  const outcome =
    patience.until === 'accepted'
      ? Promise.resolve(describe(deps, { row, calledAt, status: 'accepted' }))
      : outcomeOf(deps, waiting, watching)
  return { outcome, stopWaiting: () => watching.unsubscribe() }
}

function outcomeOf(deps: TellDeps, waiting: Waiting, watching: Subscription): Promise<TellOutcome> {
  const { row, progress$, patience, calledAt } = waiting
  return new Promise((resolve) => {
    if ('within' in patience)
      watching.add(deps.clock.after(Math.max(0, patience.within), () => settle(statusNow(deps, row), null)))
    watching.add(deps.stopping$.subscribe(() => settle(statusNow(deps, row), null)))
    watching.add(
      progress$.subscribe({
        next(progress) {
          if (progress.kind === 'asked') settle('needs_permission', progress.ask.id)
          if (progress.kind === 'state' && progress.waitingFor === 'agent')
            watching.add(deps.clock.after(heldPatience, settleHeld))
        },
        complete: () => settle(statusNow(deps, row), null),
      }),
    )

    /** Nobody waits for what may not start for hours; the turn itself does. */
    function settleHeld(): void {
      if (waitingFor(deps, row) === 'agent') settle('queued', null)
    }

    function settle(status: TellStatus, ask: AskId | null): void {
      watching.unsubscribe()
      resolve(describe(deps, { row, calledAt, status, ask }))
    }
  })
}

function statusNow({ sessions }: OrchestratorDeps, { id }: TurnRow): TellStatus {
  const row = sessions.turn(id)
  if (row.how) return row.how
  return row.deliveredAt === null ? 'queued' : 'delivered'
}

function describe(
  deps: OrchestratorDeps,
  facts: { row: TurnRow; calledAt: number; status: TellStatus; ask?: AskId | null },
): TellOutcome {
  const { sessions, clock } = deps
  const row = sessions.turn(facts.row.id)
  const { caller, team } = sessions.byId(row.session)
  const { current } = sessions.live(row.session)
  const isCurrent = current?.row.id === row.id
  return {
    status: facts.status,
    turn: row.id,
    session: row.session,
    from: caller,
    to: team,
    text: row.endedAt === null ? (isCurrent ? sessions.saidSoFar(row.session) : '') : (row.answer ?? ''),
    waitingFor: row.endedAt === null ? waitingFor(deps, row) : null,
    ask: facts.ask ?? null,
    advice: heldAdvice(deps, row) ?? adviceOf(facts.status, row),
    rehearsed: row.rehearsed === 1 || (isCurrent && current.rehearsed),
    durationMs: clock.steady() - facts.calledAt,
  }
}

function adviceOf(status: TellStatus, row: TurnRow): string | null {
  if (row.how) return row.advice
  const next: Partial<Record<TellStatus, string>> = {
    queued: 'It waits its turn and will run; read the answer later with team_report.',
    delivered: 'The team is at work; read the answer later with team_report.',
    needs_permission: 'The team needs your permission: answer with inbox_answer, then read team_report.',
  }
  return next[status] ?? null
}
