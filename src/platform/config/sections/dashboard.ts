import { z } from 'zod'

/** `dashboard:` the pages in the browser. */
export const dashboardSection = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: 'Whether Iris serves the dashboard.' }),
})
