import type { Ask, Event, EventType, SessionId } from '../../contract/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { circleKind } from './circles.ts'
import type { AskPort, NewAsk } from './ports.ts'
import type { ProblemRow, Records } from './records.ts'
import { remedyFor, type Recovery, type Remedy, type Trouble } from './remedies.ts'

/** Notices sessions that keep failing, proposes what to do, and does it when told. */
export interface Health {
  /** Closes every ask of its own whose cause is gone, whatever has happened since; `by` is what tells that it may be. */
  settle(by?: Event): void
  ended(event: Event<'turn.ended'>): Promise<void>
  exited(event: Event<'agent.exited'>): Promise<void>
  answered(event: Event<'ask.answered'>): Promise<void>
}

interface HealthDeps {
  log: EventLog
  records: Records
  inbox: AskPort
  config: () => CompiledConfig
  sessions: Pick<Sessions, 'byId' | 'reboot' | 'sleep' | 'wake'>
}

const labels: Readonly<Record<Recovery, string>> = {
  restart: 'Restart its agent',
  new_conversation: 'Begin a new conversation',
  nothing: 'Leave it',
}
const enough = 3
const withinTime = 30 * 60_000
/** More events than this within half an hour are trouble enough by themselves. */
const maxLookedAt = 100

export function createHealth(deps: HealthDeps): Health {
  const { records, inbox, config, log } = deps
  const isOn = (): boolean => config().agent.features.healthMonitoring

  return {
    settle(by) {
      if (by?.type === 'ask.dismissed') records.handleProblem(by.data.ask)
      if (by === undefined || mayEnd(by))
        for (const problem of records.openProblems()) closeIfOver(deps, problem)
    },
    ended: look,
    exited: look,
    async answered({ data }) {
      const problem = records.problemOfAsk(data.ask)
      if (!problem || !records.handleProblem(data.ask)) return
      await recover(deps, problem.session, { recovery: chosenOf(inbox.view(data.ask)), by: data.by })
    },
  }

  async function look(event: Event): Promise<void> {
    const { session } = event
    const kind = troubleIn(event)
    if (session === undefined || !kind || !isOn()) return
    // Who dies at work is counted by the turn that ends with it, in the same commit.
    if (event.type === 'agent.exited' && endsTurn(log, session, event)) return
    const events = troublesUntil(log, session, { kind, event })
    if (events.length < enough || records.openProblem(session, kind)) return
    const remedy = remedyFor(kind, event.type === 'turn.ended' ? event.data.cause : undefined)
    const found = { kind, events, remedy }
    if (config().agent.features.autoRestart && kind !== 'errors') {
      notice(deps, session, { ...found, ask: undefined })
      return recover(deps, session, { recovery: 'restart', by: 'config' })
    }
    notice(deps, session, { ...found, ask: proposal(deps, session, found) })
  }
}

/** Whether the cause of trouble may be gone with this. */
function mayEnd(event: Event): boolean {
  return isOver(event) || event.type === 'session.deleted' || event.type === 'config.loaded'
}

/** Nobody is asked about what is over. */
function closeIfOver(deps: HealthDeps, problem: ProblemRow): void {
  const { log, records, inbox } = deps
  const reason = whyOver(deps, problem)
  if (reason === undefined) return
  log.write(() => {
    records.handleProblem(problem.ask)
    inbox.withdrawOne(problem.ask, reason)
  })
}

function whyOver(
  { log, config, sessions }: HealthDeps,
  { session, noticedAt, kind }: ProblemRow,
): string | undefined {
  const { deletedAt, team } = sessions.byId(session)
  if (deletedAt !== null) return 'session deleted'
  if (!config().teams.has(team)) return `${team} is no longer in the config`
  if (kind === circleKind) return undefined
  const last = log.read({ session, types: ['turn.ended'], before: log.head() + 1, limit: 1 }).events.at(-1)
  return last && last.at >= noticedAt && isOver(last) ? 'it works again' : undefined
}

/** The troubles of a kind within half an hour, up to this one: since an answer came, and since they were last noticed. */
function troublesUntil(
  log: EventLog,
  session: SessionId,
  { kind, event }: { kind: Trouble; event: Event },
): number[] {
  const types: EventType[] = ['turn.ended', 'agent.exited', 'problem.noticed']
  const past = log.read({ session, types, before: event.seq + 1, limit: maxLookedAt }).events.toReversed()
  const end = past.findIndex((one) => event.at - one.at >= withinTime || isOver(one))
  const recent = end === -1 ? past : past.slice(0, end)
  return recent
    .filter((one, n) => troubleIn(one) === kind && !(one.type === 'agent.exited' && isDeath(recent[n - 1])))
    .map(({ seq }) => seq)
    .toReversed()
}

function endsTurn(log: EventLog, session: SessionId, { seq, at }: Event): boolean {
  const [next] = log.read({ session, types: ['turn.ended'], after: seq, limit: 1 }).events
  return next?.at === at && isDeath(next)
}

function isDeath(event: Event | undefined): boolean {
  return event?.type === 'turn.ended' && event.data.how === 'agent_died'
}

/** What came before an answer, or was told already, counts no more. */
function isOver(event: Event): boolean {
  return event.type === 'problem.noticed' || (event.type === 'turn.ended' && event.data.how === 'answered')
}

function troubleIn(event: Event): Trouble | undefined {
  if (event.type === 'turn.ended') return troubleOf(event.data.how)
  if (event.type !== 'agent.exited') return undefined
  const { endedFor, signal, code } = event.data
  return endedFor === undefined && (signal !== null || (code ?? 0) !== 0) ? 'crashes' : undefined
}

function troubleOf(how: string): Trouble | undefined {
  if (how === 'failed') return 'errors'
  if (how === 'agent_died') return 'crashes'
  return how === 'response_timeout' ? 'silence' : undefined
}

interface Found {
  kind: Trouble
  events: number[]
  remedy: Remedy
}

function proposedBy({ offers }: Remedy): Recovery {
  return offers[0] ?? 'nothing'
}

function notice(
  { log, records, inbox, sessions }: HealthDeps,
  session: SessionId,
  { kind, events, remedy, ask }: Found & { ask: NewAsk | undefined },
): void {
  const { team } = sessions.byId(session)
  log.write((append) => {
    const filed = ask ? inbox.raise(ask).ask.id : null
    if (filed) records.noteProblem({ ask: filed, session, kind })
    const data = { team, problem: remedy.words, events, recovery: labels[proposedBy(remedy)], ask: filed }
    append({ type: 'problem.noticed', session, data })
  })
}

function proposal({ sessions }: HealthDeps, session: SessionId, { events, remedy }: Found): NewAsk {
  const { team, caller } = sessions.byId(session)
  return {
    source: 'alert',
    kind: 'decision',
    type: 'confirming',
    urgency: 'normal',
    text: `${team}, told by ${caller}: ${remedy.words}. ${remedy.advice}`,
    context: `Proposed: ${labels[proposedBy(remedy)]}. It rests on the events ${events.map((seq) => `#${seq}`).join(', ')}. This is closed by itself once a turn is answered.`,
    options: remedy.offers.map((offer) => ({ label: labels[offer] })),
    freeText: false,
    tags: ['health', 'approval'],
    team,
    caller,
  }
}

async function recover(
  { log, sessions }: HealthDeps,
  session: SessionId,
  { recovery, by }: { recovery: Recovery; by: string },
): Promise<void> {
  const { team, deletedAt } = sessions.byId(session)
  const done = (ok: boolean, reason: string): void => {
    const data = { team, recovery, by, ok, reason }
    log.write((append) => append({ type: 'problem.handled', session, data }))
  }
  if (deletedAt !== null || recovery === 'nothing') return done(true, 'left as it is')
  try {
    if (recovery === 'new_conversation') await sessions.reboot(session, by)
    else await sessions.sleep(session)
    await sessions.wake(session)
    done(true, labels[recovery])
  } catch (error) {
    done(false, messageOf(error))
  }
}

function chosenOf({ answer }: Ask): Recovery {
  const label = answer?.chosen[0]?.labels[0]
  if (label === labels.restart) return 'restart'
  return label === labels.new_conversation ? 'new_conversation' : 'nothing'
}
