import { isAbsolute, resolve, sep } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import type { Duty } from '../../core/agents/index.ts'
import type { PolicyAnswer } from '../../core/inbox/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import type { WorkContext } from './context.ts'
import { mergeCommands } from './prompt.ts'
import type { WorkRow } from './rows.ts'

/** What the CLI has of its own that would work beside Iris: other checkouts, timers, workflows. */
const notForTasks = [
  'EnterWorktree',
  'ExitWorktree',
  'CronCreate',
  'CronDelete',
  'CronList',
  'ScheduleWakeup',
  'Workflow',
  'Bash(git worktree:*)',
  'Bash(git push:*)',
]

const offForTasks = {
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_CRON: '1',
  CLAUDE_CODE_DISABLE_WORKFLOWS: '1',
}

const ofIris = ['task_show', 'task_plan', 'lesson_record', 'lesson_find'] as const

/** What other agents have of Iris and one on a task has no use for; what is not offered costs no tokens. */
export const notOffered = [
  'team_tell',
  'team_quick_tell',
  'team_isAwake',
  'team_teams',
  'team_getTeamName',
  'team_report',
  'session_cancel',
  'inbox_list',
  'inbox_answer',
  'task_list',
  'task_create',
  'lease_list',
  'lease_register',
  'lease_take',
  'lease_checkpoint',
  'lease_release',
  'chat_send',
  'chat_read',
  'chat_inbox',
  'chat_channels',
  'chat_search',
  'wiki_read',
  'wiki_write',
  'wiki_edit',
  'wiki_append',
  'wiki_search',
  'wiki_list',
  'wiki_history',
  'wiki_links',
  'wiki_rename',
] as const

/** What the agent of a task is started with; undefined for a session that works on none. */
export function dutyOf({ rows, worktrees }: WorkContext, session: SessionRow): Duty | undefined {
  const row = rows.ofSession(session.id)
  const build = row && rows.get(row.build)
  if (!row || !build) return undefined
  // Without its place it would be an agent of the team, in the main checkout.
  if (row.folder === null)
    throw new IrisError(
      'WORKTREE_UNKNOWN',
      `Its task is not being worked: its worktree is gone. Retry the task instead.`,
    )
  const { role } = build
  return {
    appendSystemPrompt: role.prompt,
    subagents: {},
    allowedTools: [...(role.tools ?? []), ...ofIris.map((tool) => `mcp__iris__${tool}`)],
    disallowedTools: [...notForTasks, ...withoutThose(role.tools)],
    model: role.model ?? undefined,
    task: row.task,
    place: {
      folder: row.folder,
      hasMoved: build.session !== null,
      environment: (own) => ({ ...worktrees.agentEnvironment(own), ...offForTasks }),
    },
  }
}

/** What a role names is offered to it. */
function withoutThose(tools: readonly string[] | null): string[] {
  return notOffered.map((tool) => `mcp__iris__${tool}`).filter((tool) => tools?.includes(tool) !== true)
}

const editing = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

/**
 * What needs nobody's word in a worktree: edits inside it, the declared check, and the merge that Iris told it to make.
 * Edits outside are refused.
 */
export function permits(
  context: WorkContext,
  session: SessionRow,
  asked: { tool: string; input: unknown },
): PolicyAnswer | undefined {
  const row = context.rows.ofSession(session.id)
  if (!row || row.folder === null || row.outcome !== null) return undefined
  if (editing.has(asked.tool)) return editAnswer(row.folder, asked.input)
  const command = asked.tool === 'Bash' ? fieldOf(asked.input, 'command') : undefined
  const isTold = command !== undefined && toldCommands(context, row).includes(command)
  return isTold ? { allow: true, message: null, by: 'iris' } : undefined
}

/** Word for word what Iris itself told the agent of. */
function toldCommands({ rows, tasks }: WorkContext, row: WorkRow): string[] {
  const command = tasks.get(row.task).check?.command
  const branch = rows.get(row.build)?.branch ?? ''
  const toMerge = row.lastClass === 'CONFLICT' ? mergeCommands(branch) : []
  const toTakeIn = row.incoming === null ? [] : mergeCommands(row.incoming)
  return [...(command === undefined ? [] : [command]), ...toMerge, ...toTakeIn]
}

function editAnswer(folder: string, input: unknown): PolicyAnswer {
  const path = fieldOf(input, 'file_path') ?? fieldOf(input, 'notebook_path') ?? ''
  const whole = resolve(folder, path)
  const isInside = path !== '' && (whole === folder || whole.startsWith(folder + sep))
  if (isInside && (isAbsolute(path) || !path.startsWith('..')))
    return { allow: true, message: null, by: 'iris' }
  return {
    allow: false,
    message: `That file is outside your checkout. You work in ${folder} only.`,
    by: 'iris',
  }
}

function fieldOf(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const value: unknown = Reflect.get(input, name)
  return typeof value === 'string' ? value : undefined
}
