import type { z } from 'zod'
import { IrisError } from './errors.ts'
import type { EventDefinition } from './event-definition.ts'
import type { EventSubject } from './event-envelope.ts'
import { nouns } from './nouns.ts'
import { together } from './together.ts'

/** Every event Iris records, each declared by its noun. A type is `noun.verbed`; a changed shape gets a new version. */
export const eventDefinitions = together(nouns, 'events') satisfies Record<string, EventDefinition>

export type EventType = keyof typeof eventDefinitions
/** What an event is about by its name: `turn` of `turn.ended`. */
export type EventFamily = EventType extends `${infer Family}.${string}` ? Family : never
export type EventData<T extends EventType> = z.infer<(typeof eventDefinitions)[T]['data']>

/** An event as it is handed to the log. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; data: EventData<K> } & EventSubject
}[T]

/** An event as it stands in the log: numbered, dated, versioned. */
export type Event<T extends EventType = EventType> = {
  [K in T]: { seq: number; at: number; type: K; v: number; data: EventData<K> } & EventSubject
}[T]

/** Checks what a part of Iris wants to record; a malformed event is a fault of that part. */
export function parseEventData<T extends EventType>(type: T, data: unknown): EventData<T> {
  const checked = eventDefinitions[type].data.safeParse(data)
  if (!checked.success) {
    throw new IrisError('EVENT_INVALID', `The event ${type} does not fit its definition.`, {
      cause: checked.error,
    })
  }
  // The schema found under T parses to EventData<T>; TypeScript cannot follow that through the index.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return checked.data as EventData<T>
}
