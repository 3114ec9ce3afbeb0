import { askHumanTool } from './ask-human-tool.ts'
import { chatTools } from './chat.ts'
import { irisTools } from './iris-tools.ts'
import { operationTools } from './operation-tools.ts'
import { reportTools } from './report.ts'
import { runTools } from './runs.ts'
import { sessionTools } from './session.ts'
import { teamTools } from './teams.ts'
import { tellTools } from './tell.ts'
import type { Besides, Role, Tool } from './tool.ts'

/** Those with a behaviour of their own are written out; the others are made from the operations that name them. */
const tools: readonly Tool[] = [
  ...tellTools,
  ...operationTools,
  ...teamTools,
  ...reportTools,
  ...sessionTools,
  askHumanTool,
  ...chatTools,
  ...runTools,
  ...irisTools,
]

/** The tools a caller has, by name; a leader has those of any agent too, an agent that works on a task those of a worker, one that leads a project those of an engineering manager, a delegate that may answer asks those that decide. */
export function toolsFor(role: Role, besides?: Besides): ReadonlyMap<string, Tool> {
  const more: readonly Role[] = besides ? [besides] : []
  const having: readonly Role[] = role === 'leader' ? ['agent', 'leader', ...more] : [role, ...more]
  const own = tools.filter(({ roles }) => roles.some((one) => having.includes(one)))
  const listed = role === 'human' || role === 'observer' ? own : own.map(briefly)
  return new Map(listed.map((tool) => [tool.listing.name, tool]))
}

/** Without its output schema: no model sees one, but Claude Code compiles each before an agent's first turn. */
function briefly(tool: Tool): Tool {
  const { name, title, description, annotations, inputSchema } = tool.listing
  return { ...tool, listing: { name, title, description, annotations, inputSchema } }
}
