// What tasks must reach. Each part is a function in a file of its own, which prints its figures beside a bare baseline.
// Run: npm run bench:tasks [-- --smoke] [-- --only order,leases,forecast,lessons,page]
import { finish, only } from './figures.ts'
import { benchForecast } from './tasks-forecast.ts'
import { benchLeases } from './tasks-leases.ts'
import { benchLessons } from './tasks-lessons.ts'
import { benchOrder } from './tasks-order.ts'
import { benchPage } from './tasks-page.ts'

/** Every part; it says whether its targets hold. */
const parts: Readonly<Record<string, () => boolean[] | Promise<boolean[]>>> = {
  order: benchOrder,
  leases: benchLeases,
  forecast: benchForecast,
  lessons: benchLessons,
  page: benchPage,
}

const results: boolean[] = []
for (const [name, run] of Object.entries(parts))
  if (only.length === 0 || only.includes(name)) results.push(...(await run()))
finish(results)
