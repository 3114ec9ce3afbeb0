import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../../../client/index.ts'
import type { Forecast } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

const maxTeams = 20

/** Who may write which files, and who waits for whom. */
export const leasesReading = reading({
  subject: 'leases',
  staleOn: ['lease'],
  queries: (client) => ({
    leases: queryOptions({ queryKey: ['leases'], queryFn: () => client.call('listLeases', {}) }),
  }),
})

/** Where tasks are worked, and what would conflict. */
export const worktreesReading = reading({
  subject: 'worktrees',
  staleOn: ['merge', 'push', 'worktree'],
  queries: (client) => ({
    worktrees: queryOptions({
      queryKey: ['worktrees', 'all'],
      queryFn: () => client.call('listWorktrees', {}),
    }),
    forecasts: queryOptions({ queryKey: ['worktrees', 'forecasts'], queryFn: () => readForecasts(client) }),
  }),
})

/** One for each project; teams without a repository have none. */
async function readForecasts(client: Client): Promise<Forecast[]> {
  const { teams } = await client.call('listTeams', {})
  const asked = await Promise.allSettled(
    teams.slice(0, maxTeams).map(({ name }) => client.call('getForecast', { team: name })),
  )
  const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  return [...new Map(found.map((forecast) => [forecast.project, forecast])).values()]
}
