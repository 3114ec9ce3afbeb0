import { fromEvent, Subscription, type Observable } from 'rxjs'
import { fence, type Turn, type TurnId } from '../../contract/index.ts'
import type { TurnProgress } from '../../core/sessions/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import type { Mandate } from './mandate.ts'

/** How the Iris agent reads what teams said, and waits for what they will say. */
export interface Reading {
  getSessionReport(
    agentSession: string,
    input: { team: string; fromTeam?: string | undefined; turns: number },
  ): Record<string, unknown>
  waitForTurn(
    agentSession: string,
    input: { turn: TurnId; seconds: number },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>
}

export interface ReadingDeps {
  clock: Clock
  orchestrator: Pick<Orchestrator, 'sessions' | 'session' | 'findTurn'>
  progress$: (turn: TurnId) => Observable<TurnProgress>
  /** The question a conversation is answering now. */
  mandateOf: (agentSession: string) => Mandate | undefined
  /** The time the model has stands still until what is returned is called. */
  hold: (agentSession: string) => () => void
}

const maxMessage = 2000
const maxAnswer = 8000
const maxSessions = 5
/** So long all waits for teams within one question may take together. */
const maxWaits = 10 * 60_000

export function createReading(deps: ReadingDeps): Reading {
  const { orchestrator, mandateOf } = deps
  return {
    getSessionReport(agentSession, { team, fromTeam, turns }) {
      const sessions = orchestrator
        .sessions({ team })
        .filter(({ from }) => fromTeam === undefined || from === fromTeam)
        .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)
        .slice(0, maxSessions)
      const marks = sessions
        .flatMap(({ session }) => orchestrator.session(session, turns).turns)
        .toSorted((one, other) => one.seq - other.seq)
        .slice(-turns)
      const shown = marks.map(({ turn, seq }) => ({ seq, ...read(deps, agentSession, turn) }))
      for (const { seq, acceptedAt } of marks)
        mandateOf(agentSession)?.cites.set(seq, { seq, type: 'turn.accepted', at: acceptedAt })
      return { found: shown.length > 0, team, turns: shown }
    },
    async waitForTurn(agentSession, { turn, seconds }, signal) {
      const mandate = mandateOf(agentSession)
      if (!mandate) return { success: false, reason: 'Only the chat with a person can wait for a team.' }
      const left = maxWaits - mandate.waited
      if (left <= 0)
        return { success: false, reason: 'Enough was waited. Say what is known, and that it is under way.' }
      const started = deps.clock.steady()
      const needsSomebody = orchestrator.findTurn(turn).waitingFor === 'permission'
      const within = needsSomebody ? 0 : Math.min(seconds * 1000, left)
      const goOn = deps.hold(agentSession)
      await over(deps, turn, { within, signal }).finally(goOn)
      mandate.waited += deps.clock.steady() - started
      return { success: true, ...read(deps, agentSession, turn) }
    },
  }
}

/** What was said in a turn: as data, and whoever has read it no longer has a person's yes. */
function read({ orchestrator, mandateOf }: ReadingDeps, agentSession: string, id: TurnId): object {
  const mandate = mandateOf(agentSession)
  if (mandate) mandate.tainted = true
  const { turn, from, to, state, how, waitingFor, acceptedAt, endedAt, message, answer } =
    orchestrator.findTurn(id)
  return {
    turn,
    from,
    to,
    state,
    how,
    waitingFor,
    acceptedAt: time(acceptedAt),
    endedAt: endedAt === null ? null : time(endedAt),
    told: fence(message, { most: maxMessage }),
    answer: answer === null ? null : fence(answer, { most: maxAnswer }),
  } satisfies Partial<Record<keyof Turn | 'told', unknown>>
}

function time(at: number): string {
  return new Date(at).toISOString()
}

/** Until the turn has ended or needs somebody, nobody waits any more, or the time is over. */
function over(
  { clock, progress$ }: ReadingDeps,
  turn: TurnId,
  { within, signal }: { within: number; signal: AbortSignal },
): Promise<void> {
  const watching = new Subscription()
  const end = (): void => watching.unsubscribe()
  return new Promise((resolve) => {
    watching.add(resolve)
    watching.add(clock.after(within, end))
    watching.add(fromEvent(signal, 'abort').subscribe(end))
    if (signal.aborted) return end()
    const next = ({ kind }: TurnProgress): void => (kind === 'asked' ? end() : undefined)
    watching.add(progress$(turn).subscribe({ next, error: end, complete: end }))
  })
}
