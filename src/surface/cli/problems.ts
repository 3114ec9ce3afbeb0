import { allSessions, type Client } from '../../client/index.ts'
import { problemEvents, problemsOf, type Problem } from '../views/index.ts'

const maxEvents = 500

/** What is wrong now: the problems of the dashboard and the monitor. */
export async function readProblems(client: Client): Promise<Problem[]> {
  const newest = { types: [...problemEvents], limit: maxEvents, before: Number.MAX_SAFE_INTEGER }
  const [status, limits, { sessions }, { asks }, { runs }, { alerts }, { events }] = await Promise.all([
    client.call('getStatus', {}),
    client.call('readLimits', {}),
    allSessions(client),
    client.call('listAsks', { state: 'open' }),
    client.call('listRuns', {}),
    client.call('listAlerts', {}),
    client.call('readEvents', newest),
  ])
  return problemsOf(
    { mistakes: status.config.mistakes, limits, sessions, asks, runs, alerts, events },
    Date.now(),
  )
}
