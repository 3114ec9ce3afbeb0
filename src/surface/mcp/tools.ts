import { inboxTools } from './inbox.ts'
import { irisTools } from './iris-tools.ts'
import { reportTools } from './report.ts'
import { sessionTools } from './session.ts'
import { sleepTools } from './sleep.ts'
import { teamTools } from './teams.ts'
import { tellTools } from './tell.ts'
import type { Role, Tool } from './tool.ts'

const tools: readonly Tool[] = [
  ...tellTools,
  ...teamTools,
  ...sleepTools,
  ...reportTools,
  ...sessionTools,
  ...inboxTools,
  ...irisTools,
]

/** The tools a role has, by name. */
export function toolsFor(role: Role): ReadonlyMap<string, Tool> {
  return new Map(tools.filter(({ roles }) => roles.includes(role)).map((tool) => [tool.listing.name, tool]))
}
