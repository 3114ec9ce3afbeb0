import type { Event, EventType } from './events.ts'
import type { News } from './notifications/schemas.ts'

/**
 * What a noun declares: which of its events are news. It is asked when the news is to be told, which may be hours
 * later, and gives undefined when there is nothing to tell, or not any more. A name that is no event does not compile.
 */
export type Notifies = { readonly [T in EventType]?: (event: Event<T>) => News | undefined }

/** The types of events that are declared as news. */
export function newsTypes(notifies: readonly Notifies[]): EventType[] {
  // The keys of a Notifies are names of events; TypeScript calls them strings.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return [...new Set(notifies.flatMap((one) => Object.keys(one)))] as EventType[]
}

/** What an event is worth to somebody who does not look. */
export function newsOf(notifies: readonly Notifies[], event: Event): News | undefined {
  for (const one of notifies) {
    // The function found under the type of an event takes that event; TypeScript cannot follow that through the index.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const declared = one[event.type] as ((event: Event) => News | undefined) | undefined
    const news = declared?.(event)
    if (news) return news
  }
  return undefined
}
