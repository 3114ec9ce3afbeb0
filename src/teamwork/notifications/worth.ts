import {
  newsOf,
  newsTypes,
  type AskUrgency,
  type Event,
  type News,
  type Notifies,
} from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Item } from './notification.ts'

const urgencies: readonly AskUrgency[] = ['low', 'normal', 'high']

/** What decides which events are worth telling. */
export interface Worth {
  notifies: readonly Notifies[]
  config: () => CompiledConfig
}

/** What an event is worth to a person now, as far as the config wants it told. */
export function worthOf({ notifies, config }: Worth, event: Event): News | undefined {
  const news = newsOf(notifies, event)
  return news && isWanted(config(), news) ? news : undefined
}

function isWanted({ notifications, teams }: CompiledConfig, { kind, team, urgency }: News): boolean {
  const kinds = (team === null ? undefined : teams.get(team)?.tellsOf) ?? notifications.kinds
  return kinds[kind] && urgencies.indexOf(urgency) >= urgencies.indexOf(notifications.leastUrgency)
}

/** News in the log after a number, what is one to a person as one; and up to which number that is all. */
export function readNews(
  worth: Worth & { log: EventLog },
  { after, limit }: { after: number; limit: number },
  isDue: (event: Event, news: News) => boolean,
): { items: Item[]; upTo: number } {
  const { log, notifies } = worth
  const head = log.head()
  const { events } = log.read({ after, types: newsTypes(notifies), limit })
  const items = new Map<string, Item>()
  for (const event of events) {
    const news = worthOf(worth, event)
    if (!news || !isDue(event, news)) continue
    const before = items.get(news.subject)?.events ?? []
    items.set(news.subject, { news, events: [...before, event.seq], at: event.at })
  }
  const last = events.at(-1)
  return { items: [...items.values()], upTo: events.length < limit || !last ? head : last.seq }
}
