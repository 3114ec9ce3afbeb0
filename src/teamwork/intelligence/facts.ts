import { fence, type Cited, type EventType, type Session } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import type { AskPort } from './ports.ts'

export interface FactDeps {
  log: EventLog
  orchestrator: Pick<Orchestrator, 'teams' | 'sessions'>
  inbox: AskPort
}

const maxShown = 30
const notable = [
  'turn.ended',
  'turn.waiting',
  'turn.delivered',
  'agent.exited',
  'agent.disconnected',
  'ask.opened',
  'problem.noticed',
  'quota.reached',
  'question.settled',
] satisfies EventType[]

/**
 * What Iris knows without asking anybody: teams, sessions, open asks and the last notable events, each with its number.
 * Names and numbers only; words of teams come with `read_events`, which ends the person's yes.
 */
export function facts({ log, orchestrator, inbox }: FactDeps, cites: Map<number, Cited>): string {
  const teams = orchestrator
    .teams()
    .map(
      ({ name, awake, running, queued, asks, costTodayUsd }) =>
        `${name}: ${awake ? 'awake' : 'asleep'}, ${running} running, ${queued} queued, ${asks} open asks, $${costTodayUsd.toFixed(4)} today`,
    )
  const sessions = orchestrator.sessions().slice(0, maxShown).map(describeSession)
  const asks = inbox
    .list({ state: 'open', limit: maxShown })
    .asks.map(
      ({ ask, team, kind, urgency, askedAt }) =>
        `${ask}: ${team}, ${kind}, ${urgency}, since ${time(askedAt)}`,
    )
  const head = log.head()
  const recent = log
    .read({ after: Math.max(0, head - 2000), types: notable, limit: 1000 })
    .events.slice(-maxShown)
    .map((event) => {
      cites.set(event.seq, { seq: event.seq, type: event.type, at: event.at })
      const how = event.type === 'turn.ended' ? ` ${event.data.how}` : ''
      return `#${event.seq} ${time(event.at)} ${event.type}${how} ${event.session ?? ''}`.trim()
    })
  return fence(
    [
      'Facts from the daemon:',
      ...section('Teams', teams),
      ...section('Sessions', sessions),
      ...section('Open asks', asks),
      ...section('Events', recent),
    ].join('\n'),
  )
}

function section(title: string, lines: readonly string[]): string[] {
  return [`${title}:`, ...(lines.length > 0 ? lines.map((line) => `- ${line}`) : ['- none'])]
}

function describeSession({
  session,
  from,
  to,
  state,
  turns,
  queued,
  contextPercent,
  costUsd,
  lastUsedAt,
}: Session): string {
  const context = contextPercent === null ? '' : `, context ${Math.round(contextPercent)}%`
  return `${from}→${to} (${session}): ${state}, ${turns} turns, ${queued} queued${context}, $${costUsd.toFixed(4)}, last used ${time(lastUsedAt)}`
}

function time(at: number): string {
  return new Date(at).toISOString()
}
