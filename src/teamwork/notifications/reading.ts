import { newsTypes, type CallOutput } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { linkOf, notificationOf, type Item } from './notification.ts'
import type { Presence } from './presence.ts'
import { quietFor } from './quiet-hours.ts'
import { readNews, type Worth } from './worth.ts'

const maxEvents = 200

/** What a page in the background is to show now. The page keeps how far it got. */
export function newsForPage(
  deps: Worth & { log: EventLog; clock: Clock; presence: Presence },
  after: number | undefined,
): CallOutput<'readNews'> {
  const { log, clock, presence, config, notifies } = deps
  const types = newsTypes(notifies)
  // Who looks has seen it.
  if (after === undefined || presence.isPresent())
    return { notifications: [], upTo: log.head(), quietMs: 0, types }
  const { items, upTo } = readNews(deps, { after, limit: maxEvents }, () => true)
  const hours = config().notifications.quietHours
  const left = hours ? quietFor(hours, clock.now()) : 0
  const isHeld = ({ news }: Item): boolean => left > 0 && !(news.urgency === 'high' && !hours?.urgentToo)
  const due = items.filter((item) => !isHeld(item))
  const together = due.filter(({ news }) => !news.ask)
  const notifications = [
    ...due.filter(({ news }) => news.ask).map((item) => shown([item])),
    ...(together.length > 0 ? [shown(together)] : []),
  ]
  const quietMs = due.length < items.length ? left : 0
  return { notifications, upTo, quietMs, types }
}

function shown(items: readonly Item[]): CallOutput<'readNews'>['notifications'][number] {
  const { title, body: text, urgency } = notificationOf(items, '')
  return { title, text, urgency, link: linkOf(items), events: items.flatMap(({ events }) => events) }
}
