import { z } from 'zod'
import { readAtStart } from './at-start.ts'

/** `dashboard:` the pages in the browser. */
export const dashboardSection = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .meta({ description: readAtStart('Whether Iris serves the dashboard.') }),
})
