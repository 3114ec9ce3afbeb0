import { z } from 'zod'

const dollars = z.number().min(0).max(1_000_000)

/** What may be spent; without a number there is no limit. */
export const budget = z.strictObject({
  day: dollars.optional().meta({ description: 'US dollars per day.', examples: [5] }),
  total: dollars.optional().meta({ description: 'US dollars in all.', examples: [100] }),
})
