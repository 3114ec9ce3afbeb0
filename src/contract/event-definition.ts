import type { z } from 'zod'

/** What one kind of event carries, and which version of that shape. */
export interface EventDefinition<Data extends z.ZodType = z.ZodType> {
  version: number
  data: Data
}

/** Declares an event, keeping the exact type of its data. */
export function defineEvent<Data extends z.ZodType>(version: number, data: Data): EventDefinition<Data> {
  return { version, data }
}
