import { AlertMethodName, newsTypes, type CallOutput, type Notifies } from '../../contract/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { trialNotification } from './notification.ts'
import { createPace } from './pace.ts'
import { createPresence, type Presence } from './presence.ts'
import { newsForPage } from './reading.ts'
import { onEvent, type Lane } from './sending.ts'
import { createSent, type Sent } from './sent.ts'
import { followTelegram } from './telegram-answers.ts'
import { wayOf } from './ways/ways.ts'

const trialLimit = 15_000

/** Tells people of what waits for them and of what ended, wherever they are. */
export interface Notifications {
  presence: Presence
  /** Follows the config: switches ways on and off. Call it at the start and at every change. */
  refresh(): void
  /** What a page in the background shows, of events after a number. */
  read(after?: number): CallOutput<'readNews'>
  /** Sends one to try, by every way that is switched on or by one. */
  test(method?: AlertMethodName): Promise<{ method: AlertMethodName; ok: boolean; error: string | null }[]>
  close(): Promise<void>
}

export interface NotificationDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  inbox: Inbox
  /** What each noun declares to be news. */
  notifies: readonly Notifies[]
  environment: Environment
  config: () => CompiledConfig
  /** Where the pages are. */
  url: () => string
  platform?: NodeJS.Platform
}

/** One way at work: it follows the log at its own pace, so that none waits for another. */
interface Running {
  /** What it was started with; another value starts it anew. */
  settings: string
  close(): Promise<void>
}

export function createNotifications(deps: NotificationDeps): Notifications {
  const presence = createPresence(deps.clock)
  const sent = createSent(deps)
  const running = new Map<AlertMethodName, Running>()
  const closing: Promise<void>[] = []
  let isClosed = false
  const way = (method: AlertMethodName) => wayOf(method, deps)

  return {
    presence,
    refresh() {
      if (isClosed) return
      for (const method of AlertMethodName.options) sync(method)
    },
    read: (after) => newsForPage({ ...deps, presence }, after),
    test: (method) =>
      Promise.all((method ? [method] : wanted()).map((one) => trial(one, way(one), deps.url()))),
    async close() {
      isClosed = true
      for (const method of running.keys()) end(method)
      await Promise.all(closing)
    },
  }

  function wanted(): AlertMethodName[] {
    const listed: readonly string[] = deps.config().agent.completionAnalysis.alertMethods
    return AlertMethodName.options.filter((method) => listed.includes(method))
  }

  function sync(method: AlertMethodName): void {
    const settings = JSON.stringify(settingsOf(deps.config(), method))
    const isWanted = wanted().includes(method)
    if (running.has(method) && (!isWanted || running.get(method)?.settings !== settings)) end(method)
    if (!isWanted) return sent.switchOff(method)
    if (running.has(method)) return
    const stopped = Promise.all(closing.splice(0))
    running.set(method, { settings, ...start(deps, { method, presence, sent, stopped }) })
  }

  function end(method: AlertMethodName): void {
    const one = running.get(method)
    running.delete(method)
    if (one) closing.push(one.close())
  }
}

/** The lanes of a way, with what the name of each follower ends in. */
const lanes: readonly { lane: Lane; name: string }[] = [
  { lane: 'urgent asks', name: '' },
  { lane: 'other asks', name: '.other' },
  { lane: 'news', name: '.news' },
]

function settingsOf({ notifications }: CompiledConfig, method: AlertMethodName): unknown {
  return method === 'desktop' ? null : notifications[method]
}

function start(
  deps: NotificationDeps,
  one: { method: AlertMethodName; presence: Presence; sent: Sent; stopped: Promise<unknown> },
): Pick<Running, 'close'> {
  const { method, presence, sent, stopped } = one
  const { inbox, clock, logger } = deps
  const stop = new AbortController()
  const { telegram } = deps.config().notifications
  const since = sent.switchOn(method)
  const sending = {
    ...deps,
    method,
    presence,
    sent,
    pace: createPace(clock),
    send: () => wayOf(method, deps),
  }
  // The former followers of these names must have saved how far they got.
  const parts = stopped.then((): { close(): Promise<void> }[] => {
    if (stop.signal.aborted) return []
    const followings = lanes.map(({ lane, name }) =>
      deps.log.follow({
        name: `notifications.${method}${name}`,
        types: newsTypes(deps.notifies),
        since: lane === 'news' ? since : 0,
        handle: (event) => onEvent({ ...sending, lane }, event, stop.signal),
      }),
    )
    const askOf = (message: string) => sent.askOf('telegram', message)
    if (method !== 'telegram' || !telegram) return followings
    return [...followings, followTelegram({ inbox, clock, logger, settings: telegram, askOf })]
  })
  return {
    async close() {
      const closed = parts.then((own) => Promise.all(own.map((part) => part.close())))
      await parts
      stop.abort()
      await closed
    },
  }
}

async function trial(
  method: AlertMethodName,
  send: ReturnType<typeof wayOf>,
  url: string,
): Promise<{ method: AlertMethodName; ok: boolean; error: string | null }> {
  try {
    if (!send) throw new Error(`notifications.${method} is not in config.yaml`)
    await send(trialNotification(url), AbortSignal.timeout(trialLimit))
    return { method, ok: true, error: null }
  } catch (error) {
    return { method, ok: false, error: messageOf(error) }
  }
}
