import type { BuildId, SessionId, Task, TaskId } from '../../contract/index.ts'
import type { Checks, NewCheck } from '../../core/checks/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Lessons } from '../../core/knowledge/index.ts'
import type { Leases } from '../../core/leases/index.ts'
import type { Rulings } from '../../core/rulings/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { Append, EventLog } from '../../core/store/index.ts'
import type { Tasks } from '../../core/tasks/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Worktrees } from '../../core/worktrees/index.ts'
import type { Clock, Moments } from '../../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Starter } from '../../platform/process/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { GitPlace, Repository } from '../../platform/git/index.ts'
import type { TaskBackground } from './prompt.ts'
import type { BuildRow, WorkRows } from './rows.ts'

/** What work is made of. */
export interface WorkDeps {
  log: EventLog
  clock: Clock
  logger: Logger
  config: () => CompiledConfig
  environment: Environment
  projects: Projects
  starter: Pick<Starter, 'run'>
  sessions: Sessions
  inbox: Inbox
  usage: Usage
  tasks: Tasks
  lessons: Lessons
  leases: Leases
  worktrees: Worktrees
  checks: Checks
  rulings: Rulings
}

/** What the functions of this folder work with. */
export interface WorkContext extends WorkDeps {
  rows: WorkRows
  /** What git is started with, worked out once. */
  gitEnvironment: Readonly<Record<string, string>>
  /** Whether the agent of a session is held for something else, though its turn is over. */
  isHeld: (session: SessionId) => boolean
  /** What the agent of a session gave to others and waits for, in words; null when nothing. */
  waitsFor: (session: SessionId) => string | null
  /** How a task goes to another agent whose own ended too often; undefined when a person is asked. */
  reassigns: (build: BuildId) => ((append: Append) => void) | undefined
  /** What other parts know of a task that its agent should. */
  tells: (of: { team: string; task: Task }) => Promise<TaskBackground>
  /** Looks at a build again. Safe to call at any time. */
  consider: (build: BuildId) => void
  /** Looks at it again after so many ms, or sooner when that was asked before. */
  later: (build: BuildId, delayMs: number) => void
  signal: AbortSignal
  moments: Moments
  /** Where git is asked about the repository of a build, by what runs none of its programs. */
  placeOf: (build: Pick<BuildRow, 'team'>) => GitPlace
  /** The same where git writes files or merges. */
  repositoryOf: (build: Pick<BuildRow, 'team'>) => Promise<Repository>
  /** Where the branch of a build is. */
  tipOf: (build: BuildRow) => Promise<string>
  planCheck: (
    build: BuildRow,
    wanted: { task?: Task; commands?: readonly string[]; folder: string; base?: string | undefined },
  ) => Promise<NewCheck>
}

/** The key of a build, which is in the name of its branch. */
export function keyOf({ project, number }: { project: string; number: number }): string {
  return `${project}-b${number}`
}

/** The role that agents on tasks have. */
export const roleOfWorkers = 'worker'

/** Who speaks in a session of work; no team has a slash in its name. */
export function callerOf(taskKey: string): string {
  return `task/${taskKey}`
}

/** What a task used of the budget that counts for it alone; the session of its agent may have had others before. */
export function costOf(
  { tasks, usage }: Pick<WorkContext, 'tasks' | 'usage'>,
  { task }: { task: TaskId },
): number {
  return usage.usedBy({ kind: 'task', name: tasks.get(task).key }).usd
}
