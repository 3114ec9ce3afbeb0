import type { AlertMethodName, Event, News, NewsKind } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { notificationOf, type Item, type Send } from './notification.ts'
import type { Pace } from './pace.ts'
import type { Presence } from './presence.ts'
import { quietFor } from './quiet-hours.ts'
import type { Outcome, Sent } from './sent.ts'
import { readNews, worthOf, type Worth } from './worth.ts'
import { Refused } from './ways/http.ts'

const pauses = [1000, 5000, 30_000] as const
const oneTry = 15_000
/** Quiet hours are hours of the day: the clock, which may be set meanwhile, is looked at again this often. */
const maxNap = 60_000
/** How many events one notification is made of. */
const maxEvents = 200

/** What waits for quiet hours must not keep what does not, so each of these follows the log by itself. */
export type Lane = 'urgent asks' | 'other asks' | 'news'

/** What one way of sending works with. */
export interface Sending extends Worth {
  method: AlertMethodName
  lane: Lane
  /** Undefined when its settings are gone. */
  send: () => Send | undefined
  log: EventLog
  clock: Clock
  presence: Presence
  sent: Sent
  pace: Pace
  /** Where the pages are. */
  url: () => string
}

/** Sends what an event of the log is worth to a person: once, not in quiet hours, not while somebody looks. */
export async function onEvent(sending: Sending, event: Event, signal: AbortSignal): Promise<void> {
  const [first] = itemOf(sending, event)
  if (!first) return
  await waitForEndOfQuiet(sending, first, signal)
  // What was answered or is over by now is not told; what came meanwhile is told with it.
  const items = first.news.ask ? itemOf(sending, event) : await gather(sending, event, signal)
  if (items.length === 0) return
  if (sending.presence.isPresent()) return hold(sending, items, 'presence')
  const outcome = await sendWithin(sending, items, signal)
  sending.pace.note(kindsOf(items))
  sending.sent.record(sending.method, items, outcome)
}

/** What is to be told of an event; nothing when it is of another lane, or was told before. */
function itemOf(sending: Sending, event: Event): Item[] {
  const news = worthOf(sending, event)
  return news && isDue(sending, event, news) ? [{ news, events: [event.seq], at: event.at }] : []
}

function isDue({ lane, method, sent }: Sending, { seq }: Event, news: News): boolean {
  return laneOf(news) === lane && !sent.has(method, { news, seq })
}

function laneOf({ ask, urgency }: News): Lane {
  if (!ask) return 'news'
  return urgency === 'high' ? 'urgent asks' : 'other asks'
}

/** All news since an event, when it is time to tell it. */
async function gather(sending: Sending, event: Event, signal: AbortSignal): Promise<Item[]> {
  const { clock, pace } = sending
  const begun = clock.steady()
  const since = { after: event.seq - 1, limit: maxEvents }
  for (;;) {
    await pause(clock, pace.moment, signal)
    const { items } = readNews(sending, since, (one, news) => isDue(sending, one, news))
    if (items.length === 0 || pace.isTime(kindsOf(items), clock.steady() - begun)) return items
  }
}

function kindsOf(items: readonly Item[]): NewsKind[] {
  return items.map(({ news }) => news.kind)
}

async function waitForEndOfQuiet(sending: Sending, item: Item, signal: AbortSignal): Promise<void> {
  const { config, clock } = sending
  for (let hasWaited = false; ; hasWaited = true) {
    const hours = config().notifications.quietHours
    const left = hours ? quietFor(hours, clock.now()) : 0
    if (!hours || left === 0 || (item.news.urgency === 'high' && !hours.urgentToo)) return
    if (!hasWaited) hold(sending, [item], 'quiet_hours')
    await pause(clock, Math.min(left, maxNap), signal)
  }
}

function hold({ sent, method }: Sending, items: readonly Item[], reason: 'presence' | 'quiet_hours'): void {
  sent.record(method, items, { how: 'held', reason })
}

/** A few tries with growing pauses; then it is given up, and the log says so. */
async function sendWithin(sending: Sending, items: readonly Item[], signal: AbortSignal): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { how: 'sent', reference: (await trySending(sending, items, signal)) ?? null }
    } catch (error) {
      if (signal.aborted) throw error
      const delay = error instanceof Refused ? undefined : pauses[tries - 1]
      if (delay === undefined) return { how: 'failed', reason: messageOf(error).slice(0, 500), tries }
      await pause(sending.clock, delay, signal)
    }
  }
}

async function trySending(
  sending: Sending,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const send = sending.send()
  if (!send) throw new Refused('it is not configured')
  const limited = AbortSignal.any([signal, AbortSignal.timeout(oneTry)])
  return send(notificationOf(items, sending.url()), limited)
}

/** Rejects when it is stopped meanwhile, so that the event counts as not seen. */
function pause(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('stopped'))
    const onAbort = (): void => (cancel(), reject(new Error('stopped')))
    const cancel = clock.after(delay, () => (signal.removeEventListener('abort', onAbort), resolve()))
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
