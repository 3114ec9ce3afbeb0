import { z } from 'zod'
import { fencingPrompt, type TeammateRole } from '../../contract/index.ts'
import type { Duty } from '../../core/agents/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import { namesOf } from './calling.ts'
import type { OrgContext } from './context.ts'
import type { SeatRow } from './rows.ts'

/** What the engineering manager has of Iris; what is not offered costs no tokens. */
export const emTools = [
  'chat_send',
  'chat_read',
  'chat_inbox',
  'inbox_answer',
  'wiki_read',
  'wiki_write',
  'task_create',
  'task_plan',
  'task_list',
  'task_show',
] as const

/** What other agents have of Iris and the engineering manager has no use for. */
export const notForEm = [
  'team_tell',
  'team_quick_tell',
  'team_isAwake',
  'team_teams',
  'team_getTeamName',
  'team_report',
  'session_cancel',
  'inbox_list',
  'chat_channels',
  'chat_search',
  'wiki_edit',
  'wiki_append',
  'wiki_search',
  'wiki_list',
  'wiki_history',
  'wiki_links',
  'wiki_rename',
] as const

/** What would change code, or wake it by other means than Iris. */
const withheld = [
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'Bash',
  'EnterWorktree',
  'ExitWorktree',
  'CronCreate',
  'CronDelete',
  'CronList',
  'ScheduleWakeup',
  'Workflow',
]

const Role = z.object({
  prompt: z.string(),
  tools: z.array(z.string()).nullable(),
  model: z.string().nullable(),
})

/** What of a role is kept with the organisation. */
export function keptRole({ prompt, tools, model }: TeammateRole): string {
  return JSON.stringify({ prompt, tools, model })
}

/** What the agent of a seat is started with: the engineering manager by its role, a manager as its task says, both with their names. */
export function dutyOfSeat(
  context: OrgContext,
  session: SessionRow,
  own: Duty | undefined,
): Duty | undefined {
  const seat = context.rows.seats.ofSession(session.id)
  if (!seat) return own
  const words = wordsFor(context, seat)
  if (own) return { ...own, appendSystemPrompt: `${own.appendSystemPrompt}\n\n${words}` }
  return seat.kind === 'em' ? emDuty(context, seat, words) : undefined
}

function emDuty({ rows }: OrgContext, { project }: SeatRow, words: string): Duty | undefined {
  const org = rows.orgs.get(project)
  if (!org) return undefined
  const { prompt, tools, model } = Role.parse(JSON.parse(org.role))
  return {
    appendSystemPrompt: `${prompt}\n\n${words}`,
    subagents: {},
    allowedTools: [...(tools ?? []), ...emTools.map((tool) => `mcp__iris__${tool}`)],
    disallowedTools: [...withheld, ...notForEm.map((tool) => `mcp__iris__${tool}`)],
    model: model ?? undefined,
  }
}

function wordsFor(context: OrgContext, seat: SeatRow): string {
  const name = context.rows.shifts.now(seat.id)?.name ?? ''
  return `Your name is ${name}: ${placeOf(context, seat)}. ${fencingPrompt}`
}

function placeOf(context: OrgContext, seat: SeatRow): string {
  const ofProject = `of the project \`${seat.project}\``
  if (seat.kind === 'em') return `you lead the project \`${seat.project}\``
  if (seat.kind === 'manager') return `you own the task ${seat.key} ${ofProject}`
  const lead = seat.lead === null ? undefined : context.rows.seats.get(seat.lead)
  const [manager = ''] = lead ? namesOf(context, lead) : []
  return `you are a worker of ${manager}, who owns the task ${lead?.key ?? ''} ${ofProject}; its room is \`#work-${lead?.key ?? ''}\``
}
