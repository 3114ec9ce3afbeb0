import type { Run, Teammate, TeammateRole } from '../../contract/index.ts'
import { waitedFor } from '../../core/inbox/index.ts'
import { calledOf, type TeammateRow, type TurnRow } from '../../core/sessions/index.ts'
import { waitsIn } from '../orchestrator/index.ts'
import type { RunDeps } from './deps.ts'
import { isOpen, readFacts, stateOf, type Facts } from './facts.ts'
import type { RunRow } from './rows.ts'
import { stillFor, stillness } from './stillness.ts'
import { endingOf } from './reports.ts'

const maxActivity = 300

/** A run as people and programs see it. */
export function toRun(deps: RunDeps, row: RunRow): Run {
  const facts = readFacts(deps, row)
  return {
    run: row.id,
    team: row.team,
    goal: row.goal,
    state: stateOf(facts),
    reason: row.reason,
    roster: row.roles.map(({ role }) => role),
    leader: {
      session: row.session,
      turn: facts.current?.id ?? null,
      pid: deps.sessions.pool.get(row.session)?.pid ?? null,
      activity: activityOf(deps, facts),
    },
    teammates: teammatesOf(deps, facts),
    asks: [...facts.asks],
    limits: row.limits,
    evidence: row.evidence,
    checks: row.proofs && [...row.proofs],
    turns: facts.turns,
    costUsd: facts.cost,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    waitedMs: waitedIn(deps, facts),
    summary: row.summary,
    rehearsed: isRehearsed(deps, facts),
  }
}

/** How long a run stood still for an answer since it began. */
function waitedIn(deps: RunDeps, facts: Facts): number {
  const { moments, clock } = deps
  const { startedAt, endedAt } = facts.row
  const until = endedAt === null ? clock.steady() : moments.of(endedAt)
  return Math.round(stillFor(stillness(deps, facts), moments.of(startedAt), until))
}

/** The last words of the leader in its turn, or what it waits for. */
function activityOf({ sessions }: RunDeps, facts: Facts): string {
  const { row, current, last } = facts
  const said = current ? sessions.saidSoFar(row.session) : ''
  const words = said || last?.answer || ''
  const line = words.trim().split('\n').at(-1)?.trim() ?? ''
  return line.slice(0, maxActivity)
}

/** Everybody who works or worked for the leader, in the order they first did. */
function teammatesOf(deps: RunDeps, facts: Facts): Teammate[] {
  const roles = new Map(facts.row.roles.map((role) => [role.role, role]))
  const inside = facts.inside.map((one) => insideView(deps, facts.row, { one, roles }))
  const sessions = new Map<string, TurnRow[]>()
  for (const turn of facts.told) sessions.set(turn.session, [...(sessions.get(turn.session) ?? []), turn])
  const teams = [...sessions.values()].map((turns) => teamView(deps, turns))
  return [...inside, ...teams].toSorted((a, b) => a.startedAt - b.startedAt)
}

function insideView(
  { asks, clock }: RunDeps,
  { session }: RunRow,
  { one, roles }: { one: TeammateRow; roles: ReadonlyMap<string, TeammateRole> },
): Teammate {
  const role = one.role === null ? undefined : roles.get(one.role)
  const name = one.name ?? role?.name ?? calledOf(one)
  const isAsking = isOpen(one) && asks.holding(session).some(({ teammate }) => teammate === calledOf(one))
  return {
    id: one.id,
    name,
    role: one.role,
    avatar: role?.avatar ?? '',
    form: 'inside',
    state: one.how ?? (isAsking ? 'waiting_on_you' : 'working'),
    activity: one.activity,
    startedAt: one.startedAt,
    endedAt: one.endedAt,
    waitedMs: waitedFor(
      asks.spans(session).filter(({ teammate }) => teammate === calledOf(one)),
      one.endedAt ?? clock.now(),
    ),
    tokens: one.tokens,
    costUsd: null,
    summary: one.summary,
    tasks: one.tasks,
    session: null,
  }
}

function teamView(deps: RunDeps, turns: readonly TurnRow[]): Teammate {
  const { sessions, asks } = deps
  const [first] = turns
  const last = turns.at(-1)
  if (!first || !last) throw new Error('a team that was told nothing')
  const open = turns.find(isOpen)
  const isAsking = open !== undefined && asks.holding(open.session).some((ask) => ask.turn === open.id)
  return {
    id: last.session,
    name: sessions.byId(last.session).team,
    role: null,
    avatar: '',
    form: 'team',
    state: isAsking ? 'waiting_on_you' : teamState(open, last),
    activity: (open ?? last).message.slice(0, maxActivity),
    startedAt: first.acceptedAt,
    endedAt: open ? null : last.endedAt,
    waitedMs: idleIn(deps, turns),
    tokens: null,
    costUsd: turns.reduce((sum, turn) => sum + (turn.cost ?? 0), 0),
    summary: turns.findLast((turn) => !isOpen(turn))?.answer ?? null,
    tasks: turns.length,
    session: last.session,
  }
}

/** How long another team did not work from the first tell to the last answer: it was between two, queued or stood still. */
function idleIn(deps: RunDeps, turns: readonly TurnRow[]): number {
  const now = deps.clock.now()
  const [first] = turns
  const last = turns.at(-1)
  if (!first || !last) return 0
  const waited = waitsIn(deps, first.session)
  const worked = turns.reduce((sum, turn) => {
    const end = turn.endedAt ?? now
    return sum + Math.max(0, end - (turn.deliveredAt ?? end) - waited(turn))
  }, 0)
  // Wall time: only shown, from stored dates.
  return Math.max(0, (turns.some(isOpen) ? now : (last.endedAt ?? now)) - first.acceptedAt - worked)
}

function teamState(open: TurnRow | undefined, last: TurnRow): Teammate['state'] {
  if (open) return open.deliveredAt === null ? 'queued' : 'working'
  return endingOf(last.how ?? 'failed')
}

function isRehearsed({ sessions }: RunDeps, { row, last }: Facts): boolean {
  return last?.rehearsed === 1 || (sessions.live(row.session).current?.rehearsed ?? false)
}
