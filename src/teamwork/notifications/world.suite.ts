import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type Event, type EventType, type News, type Notifies } from '../../contract/index.ts'
import {
  askMigrations,
  createInbox,
  inboxNotifies,
  type AskRow,
  type Inbox,
  type NewQuestion,
} from '../../core/inbox/index.ts'
import { kinOf } from '../../core/inbox/inbox.suite.ts'
import { createLog, type EventLog } from '../../core/store/index.ts'
import { openReadyMade } from '../../core/store/ready-made.suite.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import { readConfig, readEnvironment, type CompiledConfig } from '../../platform/config/index.ts'
import { createLogger } from '../../platform/log/index.ts'
import { createNotifications, notificationMigrations, type Notifications } from './index.ts'

/** A real inbox and log with notifications over them. */
export interface NotificationWorld {
  inbox: Inbox
  log: EventLog
  clock: ManualClock
  notifications: Notifications
  folder: string
  /** Changes the config as an edit of the file would. */
  configure(methods: string[], settings?: object, teams?: Record<string, object>): void
  /** The agent of a team ends by itself; the noun of this world declares that as a crash. */
  crash(team: string, more?: Partial<News>): Event
  /** What is over is no news any more. */
  mend(team: string): void
  permission(more?: Partial<Pick<AskRow, 'lead' | 'forwardedTo' | 'input'>>): AskRow
  raise(more?: Partial<NewQuestion>): AskRow
  events(...types: EventType[]): Event[]
  /** The first event of a type that is there after `count` others. */
  event(type: EventType, count?: number): Promise<Event>
  restart(): Promise<void>
  end(): Promise<void>
}

export function openNotificationWorld(
  options: { now?: number; variables?: Record<string, string>; platform?: NodeJS.Platform } = {},
): NotificationWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-notify-'))
  const clock = manualClock(options.now ?? new Date(2030, 0, 5, 12).getTime())
  const variables = { PATH: process.env['PATH'] ?? '', HOME: folder, IRIS_HOME: folder, ...options.variables }
  const environment = readEnvironment(variables)
  const plain = readConfig(environment)
  let config: CompiledConfig = plain
  let requests = 0
  const crashed = new Map<string, News>()
  const noun: Notifies = { 'agent.exited': ({ data }) => crashed.get(data.reason ?? '') }
  let parts = open()
  const world: NotificationWorld = {
    ...parts,
    clock,
    folder,
    configure(methods, settings = {}, teams = {}) {
      const { agent, notifications } = plain
      // What the config reader makes of the same words is tested where it is.
      const completionAnalysis = { ...agent.completionAnalysis, alertMethods: methods }
      config = {
        ...plain,
        agent: { ...agent, completionAnalysis },
        notifications: { ...notifications, ...settings },
        teams: new Map(Object.entries(teams)),
      } as CompiledConfig
      world.notifications.refresh()
    },
    crash(team, more = {}) {
      const about = { kind: 'crash', team, title: `${team} crashed`, text: 'Tell it again.' } as const
      const news = { ...about, link: `/sessions/${team}`, urgency: 'normal', subject: team } as const
      crashed.set(team, { ...news, ...more })
      const data = { code: 1, signal: null, reason: team }
      return world.log.write((append) => append({ type: 'agent.exited', data }))
    },
    mend: (team) => void crashed.delete(team),
    permission(more = {}) {
      requests += 1
      const subject = { session: newId('ses'), turn: null, agent: newId('agt'), teammate: null, lead: null }
      const what = { tool: 'Bash', input: '{"command":"make"}', text: 'Bash make <b>all</b>', questions: [] }
      const who = { team: 'alpha', caller: 'user', forwardedTo: null, request: `r${requests}` }
      return world.log.write((append) =>
        world.inbox.open({ kind: 'permission', ...subject, ...what, ...who, ...more }, append),
      )
    },
    raise: (more = {}) =>
      world.inbox.raise({
        source: 'ask_human',
        type: 'clarifying',
        text: 'Which database?',
        options: [{ label: 'SQLite' }, { label: 'Postgres' }],
        team: 'alpha',
        caller: 'user',
        session: newId('ses'),
        ...more,
      }).ask,
    events: (...types) => world.log.read({ types, limit: 1000 }).events,
    async event(type, count = 0) {
      let seen = 0
      for await (const batch of world.log.tail({ types: [type] }))
        for (const event of batch) {
          if (seen === count) return event
          seen += 1
        }
      throw new Error('the log ended')
    },
    async restart() {
      await parts.close()
      parts = open()
      Object.assign(world, parts)
      world.notifications.refresh()
    },
    async end() {
      await parts.close()
      rmSync(folder, { recursive: true })
    },
  }
  return world

  function open() {
    const sql = openReadyMade(join(folder, 'iris.db'), [askMigrations, notificationMigrations])
    const log = createLog({ sql, clock })
    const logger = createLogger({ level: 'silent', file: join(folder, 'log'), toStderr: false })
    const inbox = createInbox({
      sql,
      log,
      clock,
      logger,
      policy: () => undefined,
      kin: kinOf(),
      deliver: () => Promise.resolve(),
    })
    inbox.start()
    const platform = options.platform ?? 'linux'
    const notifications = createNotifications({
      sql,
      log,
      clock,
      logger,
      inbox,
      environment,
      platform,
      notifies: [inboxNotifies(inbox), noun],
      config: () => config,
      url: () => 'http://127.0.0.1:1615',
    })
    return {
      inbox,
      log,
      notifications,
      async close() {
        inbox.close()
        await notifications.close()
        await log.close()
        sql.close()
        logger.close()
      },
    }
  }
}

/** What a listener was sent. */
export interface Heard {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  text: string
}

/** What it answers. */
interface Reply {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** A server on loopback that answers as the test says, and keeps what it hears. */
export async function listen(
  answer: (heard: Heard) => Reply | Promise<Reply> = () => ({}),
): Promise<{ url: string; heard: Heard[]; next(count?: number): Promise<Heard>; close(): Promise<void> }> {
  const heard: Heard[] = []
  const waiting: { count: number; resolve: (one: Heard) => void }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const body = JSON.parse(text || '{}') as Record<string, unknown>
      const one = { path: request.url ?? '', headers: request.headers, body, text }
      heard.push(one)
      for (const waiter of waiting.splice(0)) settle(waiter)
      void respond(one, response)
    })
  })
  async function respond(one: Heard, response: ServerResponse): Promise<void> {
    const { status = 200, body = {}, headers = {} } = await answer(one)
    if (!response.destroyed) response.writeHead(status, headers).end(JSON.stringify(body))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settle = (waiter: (typeof waiting)[number]): void => {
    const one = heard[waiter.count]
    if (one) waiter.resolve(one)
    else waiting.push(waiter)
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    next: (count = 0) => new Promise((resolve) => settle({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
