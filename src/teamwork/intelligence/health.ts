import type { Ask, Event, SessionId } from '../../contract/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { AskBox, NewAsk } from './ports.ts'
import type { Records } from './records.ts'

/** Notices sessions that keep failing, proposes what to do, and does it when told. */
export interface Health {
  ended(event: Event<'turn.ended'>): Promise<void>
  exited(event: Event<'agent.exited'>): Promise<void>
  answered(event: Event<'ask.answered'>): Promise<void>
}

interface HealthDeps {
  log: EventLog
  records: Records
  inbox: AskBox
  config: () => CompiledConfig
  sessions: Pick<Sessions, 'byId' | 'reboot' | 'sleep' | 'wake'>
}

type Recovery = 'restart' | 'new_conversation' | 'nothing'
type Trouble = 'errors' | 'crashes' | 'silence'

const labels: Readonly<Record<Recovery, string>> = {
  restart: 'Restart its agent',
  new_conversation: 'Begin a new conversation',
  nothing: 'Leave it',
}
const words: Readonly<Record<Trouble, string>> = {
  errors: 'its turns keep failing',
  crashes: 'its agent keeps dying',
  silence: 'its agent falls silent again and again',
}
const recoveries: Readonly<Record<Trouble, Recovery>> = {
  errors: 'new_conversation',
  crashes: 'restart',
  silence: 'restart',
}
const enough = 3
const withinTime = 30 * 60_000
/** More events than this within half an hour are trouble enough by themselves. */
const mostLookedAt = 100

export function createHealth(deps: HealthDeps): Health {
  const { records, inbox, config, log } = deps
  const isOn = (): boolean => config().agent.features.healthMonitoring

  return {
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
    if (config().agent.features.autoRestart && recoveries[kind] === 'restart') {
      notice(deps, session, { kind, events, ask: undefined })
      return recover(deps, session, { recovery: 'restart', by: 'config' })
    }
    notice(deps, session, { kind, events, ask: proposal(deps, session, { kind, events }) })
  }
}

/** The troubles of a kind within half an hour, up to this one: since an answer came, and since they were last noticed. */
function troublesUntil(
  log: EventLog,
  session: SessionId,
  { kind, event }: { kind: Trouble; event: Event },
): number[] {
  const types = ['turn.ended', 'agent.exited', 'problem.noticed']
  const past = log.read({ session, types, before: event.seq + 1, limit: mostLookedAt }).events.toReversed()
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

function notice(
  { log, records, inbox, sessions }: HealthDeps,
  session: SessionId,
  { kind, events, ask }: { kind: Trouble; events: number[]; ask: NewAsk | undefined },
): void {
  const { team } = sessions.byId(session)
  log.write((append) => {
    const filed = ask ? inbox.raise(ask).ask.id : null
    if (filed) records.noteProblem({ ask: filed, session, kind })
    const data = { team, problem: words[kind], events, recovery: labels[recoveries[kind]], ask: filed }
    append({ type: 'problem.noticed', session, data })
  })
}

function proposal(
  { sessions }: HealthDeps,
  session: SessionId,
  { kind, events }: { kind: Trouble; events: readonly number[] },
): NewAsk {
  const { team, caller } = sessions.byId(session)
  return {
    source: 'alert',
    kind: 'decision',
    type: 'confirming',
    urgency: 'normal',
    text: `${team}, told by ${caller}: ${words[kind]}. What should be done?`,
    context: `Proposed: ${labels[recoveries[kind]]}. It rests on the events ${events.map((seq) => `#${seq}`).join(', ')}.`,
    options: [{ label: labels.restart }, { label: labels.new_conversation }, { label: labels.nothing }],
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
