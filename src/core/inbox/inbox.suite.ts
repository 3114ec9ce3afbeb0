import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type AskId, type Event, type EventType, type SessionId } from '../../contract/index.ts'
import { manualClock, type Clock, type ManualClock } from '../../platform/clock/index.ts'
import { createLogger } from '../../platform/log/index.ts'
import { createLog, type EventLog } from '../store/index.ts'
import { openReadyMade } from '../store/ready-made.suite.ts'
import {
  askMigrations,
  createInbox,
  type AskRow,
  type Inbox,
  type Kin,
  type NewQuestion,
  type NewAgentAsk,
  type TeamPolicy,
} from './index.ts'

/** An inbox over a real file, whose agents are the test. */
export interface InboxWorld {
  inbox: Inbox
  log: EventLog
  clock: ManualClock
  policy: { -readonly [K in keyof TeamPolicy]: TeamPolicy[K] }
  /** The team of a session, then the teams that told it, for sessions a test has something to say about. */
  teams: Map<SessionId, string[]>
  /** What was taken to an agent. */
  delivered: AskRow[]
  /** What nobody takes there: whoever asked finds the answer by itself. */
  leaves: Set<AskId>
  /** Files what an agent process waits for. */
  request(more?: Partial<NewAgentAsk>): AskRow
  /** Raises a question as an agent does. */
  raise(more?: Partial<NewQuestion>): ReturnType<Inbox['raise']>
  events(...types: EventType[]): Event[]
  /** Ends the inbox and opens the next on the same file. */
  restart(): Promise<void>
  end(): Promise<void>
}

export const user = { kind: 'human', name: 'user' } as const
const session = newId('ses')

/** Who belongs to whom, where the test says so; all others are strangers. */
export function kinOf(teams: ReadonlyMap<SessionId, readonly string[]> = new Map()): Kin {
  return {
    teamOf: (one) => teams.get(one)?.[0] ?? 'stranger',
    worksFor: (one, team) => teams.get(one)?.includes(team) ?? false,
    areOne: (one, other) => one === other,
  }
}

export function openInboxWorld(now = 1_000_000): InboxWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-inbox-'))
  const clock = manualClock(now)
  const logger = createLogger({ level: 'silent', file: join(folder, 'log'), toStderr: false })
  const policy = { leadMayAnswer: [], answerers: [], questioning: true }
  const delivered: AskRow[] = []
  const leaves = new Set<AskId>()
  const teams: InboxWorld['teams'] = new Map()
  let requests = 0
  let parts = open()
  const world: InboxWorld = {
    ...parts,
    clock,
    policy,
    teams,
    delivered,
    leaves,
    request(more = {}) {
      requests += 1
      const request: NewAgentAsk = {
        kind: 'permission',
        session,
        turn: null,
        agent: newId('agt'),
        teammate: null,
        request: `r${requests}`,
        team: 'alpha',
        caller: 'user',
        tool: 'Bash',
        input: '{"command":"make"}',
        text: 'Bash make',
        questions: [],
        lead: null,
        forwardedTo: null,
        ...more,
      }
      return world.log.write((append) => world.inbox.open(request, append))
    },
    raise: (more = {}) =>
      world.inbox.raise({
        source: 'ask_human',
        type: 'clarifying',
        text: 'Which database?',
        options: [{ label: 'SQLite' }, { label: 'Postgres' }],
        team: 'alpha',
        caller: 'user',
        session,
        ...more,
      }),
    events: (...types) => world.log.read({ types, limit: 1000 }).events,
    async restart() {
      await parts.close()
      parts = open()
      Object.assign(world, { inbox: parts.inbox, log: parts.log })
    },
    async end() {
      await parts.close()
      logger.close()
      rmSync(folder, { recursive: true })
      if (clock.waiting() > 0) throw new Error(`${clock.waiting()} timers are left of what is closed.`)
    },
  }
  return world

  function open(): { inbox: Inbox; log: EventLog; close(): Promise<void> } {
    const sql = openReadyMade(join(folder, 'iris.db'), [askMigrations])
    const log = createLog({ sql, clock })
    const inbox = inboxOver({ sql, log, clock })
    inbox.start()
    return {
      inbox,
      log,
      async close() {
        inbox.close()
        await log.close()
        sql.close()
      },
    }
  }

  function inboxOver(deps: { sql: ReturnType<typeof openReadyMade>; log: EventLog; clock: Clock }): Inbox {
    const inbox = createInbox({
      ...deps,
      logger,
      // Of a team that was taken out of the config nothing is known.
      policy: (team) => (team === 'gone' ? undefined : policy),
      kin: kinOf(teams),
      deliver(ask) {
        delivered.push(ask)
        if (!leaves.has(ask.id)) inbox.carried(ask.id)
        return Promise.resolve()
      },
    })
    return inbox
  }
}
