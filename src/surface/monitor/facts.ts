import { allSessions, type Client } from '../../client/index.ts'
import type {
  Alert,
  Build,
  EventEnvelope,
  Idea,
  Limits,
  Org,
  Run,
  Session,
  SessionId,
  Spec,
  Status,
  TeamSummary,
  UsageRow,
} from '../../contract/plain.ts'
import { problemEvents, latestActivity, linesOf, type Activity } from '../views/index.ts'
import { readAsks, type OpenAsk } from './asks.ts'

const maxEvents = 500
const maxLines = 30
const maxRuns = 50
const maxBuilds = 20
const maxSpecs = 50
const maxIdeas = 50

/** All that the monitor knows, as the daemon told it last. */
export interface Facts {
  status: Status
  teams: readonly TeamSummary[]
  sessions: readonly Session[]
  asks: readonly OpenAsk[]
  /** How many asks are open in all. */
  openAsks: number
  /** The newest runs. */
  runs: readonly Run[]
  alerts: readonly Alert[]
  /** The builds that are open. */
  builds: readonly Build[]
  /** The newest specs that are open, and the newest ideas. */
  specs: readonly Spec[]
  ideas: readonly Idea[]
  /** The organisations that run. */
  orgs: readonly Org[]
  usage: readonly UsageRow[]
  /** What holds agents back or soon will. */
  limits: Limits
  /** The newest events of `problemEvents`, oldest first. */
  events: readonly EventEnvelope[]
  /** What each working session does. */
  activities: ReadonlyMap<SessionId, Activity>
}

/** A part of the facts that is read by a call of its own. */
export type Part =
  | 'status'
  | 'teams'
  | 'sessions'
  | 'asks'
  | 'runs'
  | 'alerts'
  | 'builds'
  | 'specs'
  | 'ideas'
  | 'orgs'
  | 'usage'
  | 'limits'

const readers: {
  [P in Part]: (
    client: Client,
    now: number,
  ) => Promise<Pick<Facts, P | (P extends 'asks' ? 'openAsks' : never)>>
} = {
  status: async (client) => ({ status: await client.call('getStatus', {}) }),
  teams: (client) => client.call('listTeams', {}),
  sessions: (client) => allSessions(client),
  asks: (client) => readAsks(client),
  runs: (client) => client.call('listRuns', { limit: maxRuns }),
  alerts: (client) => client.call('listAlerts', {}),
  builds: (client) => client.call('listBuilds', { state: 'open', limit: maxBuilds }),
  specs: (client) => client.call('listSpecs', { state: 'open', limit: maxSpecs }),
  ideas: (client) => client.call('listIdeas', { limit: maxIdeas }),
  orgs: async (client) => ({ orgs: (await client.call('listOrgs', {})).orgs.filter(isRunning) }),
  usage: (client, now) => client.call('readUsage', { since: dayBefore(now), span: 'hour' }),
  limits: async (client) => ({ limits: await client.call('readLimits', {}) }),
}

const isRunning = ({ state }: Org): boolean => state === 'running'

/** Reads everything. Events after `status.events` are not in it yet, or already are: reading again settles both. */
export async function readFacts(client: Client, now: number): Promise<Facts> {
  const { status } = await readers.status(client, now)
  const [teams, sessions, asks, runs, alerts, builds, specs, ideas, orgs, usage, limits, events] =
    await Promise.all([
      readers.teams(client, now),
      readers.sessions(client, now),
      readers.asks(client, now),
      readers.runs(client, now),
      readers.alerts(client, now),
      readers.builds(client, now),
      readers.specs(client, now),
      readers.ideas(client, now),
      readers.orgs(client, now),
      readers.usage(client, now),
      readers.limits(client, now),
      newest(client, { types: problemEvents, limit: maxEvents }),
    ])
  const facts: Facts = {
    status,
    ...teams,
    ...sessions,
    ...asks,
    ...runs,
    ...alerts,
    ...builds,
    ...specs,
    ...ideas,
    ...orgs,
    ...usage,
    ...limits,
    events,
    activities: new Map(),
  }
  return { ...facts, activities: await readActivities(client, facts) }
}

/** Reads some parts again. */
export async function readParts(
  client: Client,
  parts: ReadonlySet<Part>,
  now: number,
): Promise<Partial<Facts>> {
  const read = await Promise.all(
    [...parts].map((part): Promise<Partial<Facts>> => readers[part](client, now)),
  )
  return Object.assign({}, ...read)
}

/** What each session at work does: as known, else read from its newest lines. */
export async function readActivities(
  client: Client,
  { sessions, teams, activities }: Facts,
): Promise<Map<SessionId, Activity>> {
  const working = sessions.filter(({ state }) => state === 'working' || state === 'waiting')
  const found = await Promise.all(
    working.map(async ({ session, to }) => {
      const known = activities.get(session)
      if (known) return [session, known] as const
      const lines = linesOf(await newest(client, { session, types: ['agent.printed'], limit: maxLines }))
      return [session, latestActivity(lines, folderOf(teams, to))] as const
    }),
  )
  return new Map(found.flatMap(([session, activity]) => (activity ? [[session, activity]] : [])))
}

/** The newest events of a kind, oldest first. */
export async function newest(
  client: Client,
  query: { types?: string[]; session?: SessionId; limit: number },
): Promise<EventEnvelope[]> {
  const { events } = await client.call('readEvents', { ...query, before: Number.MAX_SAFE_INTEGER })
  return events
}

/** The kept events with one more, if it is new and of those that are kept. */
export function withProblemEvent(events: Facts['events'], event: EventEnvelope): Facts['events'] {
  const isNew = event.seq > (events.at(-1)?.seq ?? 0)
  return isNew && problemEvents.includes(event.type) ? [...events, event].slice(-maxEvents) : events
}

/** The newest end of a turn of a session. */
export function endingOf({ events }: Facts, session: SessionId): EventEnvelope | undefined {
  return events.findLast((event) => event.type === 'turn.ended' && event.session === session)
}

/** The folder of the team that a session is with. */
export function folderOfSession(facts: Facts | undefined, session: SessionId): string {
  const team = facts?.sessions.find((other) => other.session === session)?.to
  return facts && team ? folderOf(facts.teams, team) : ''
}

function folderOf(teams: Facts['teams'], team: string): string {
  return teams.find(({ name }) => name === team)?.path ?? ''
}

/** The sparkline shows the last 24 hours, the figures today: the day before covers both. */
function dayBefore(now: number): number {
  // Wall time: hours of the day.
  return new Date(now).setMinutes(0, 0, 0) - 23 * 3_600_000
}
