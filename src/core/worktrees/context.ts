import { IrisError, type TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { GitSettings, Team } from '../../platform/config/index.ts'
import type { GitPlace } from '../../platform/git/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { RunCommand } from '../../platform/process/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { Plan, WorktreeRow, WorktreeRows } from './rows.ts'
import type { Turns } from './turns.ts'

/** Who may work at a task. */
interface Leases {
  /** Throws when the task is somebody else's, or the number is of a lease that has ended. */
  assertLease: (task: TaskId, fence: number | undefined) => void
}

/** What counts of a team; the variables of its checks are those that its agents do not get. */
type TeamOfWorktrees = Pick<Team, 'name' | 'path' | 'remote' | 'env'> & {
  checks?: Pick<Team['checks'], 'env'>
}

/** What the functions of this folder work with. */
export interface WorktreesContext extends Leases {
  home: string
  log: Pick<EventLog, 'write'>
  logger: Pick<Logger, 'info' | 'warn'>
  clock: Clock
  rows: WorktreeRows
  tasks: Pick<Tasks, 'get' | 'projects' | 'projectOf' | 'become'>
  projects: Projects
  /** What starts git. */
  starter: RunCommand
  teams: () => ReadonlyMap<string, TeamOfWorktrees>
  settings: () => GitSettings
  /** What agents get, without secrets. */
  environment: Readonly<Record<string, string>>
  signal: AbortSignal
  turns: Turns
  /** Told at each step between two effects; tests end the process there. */
  at: (step: string) => void
}

/** Where git is asked about a folder. */
export function placeIn(
  { environment, signal, starter }: Pick<WorktreesContext, 'environment' | 'signal' | 'starter'>,
  folder: string,
): GitPlace {
  return { folder, env: environment, signal, starter }
}

/** The worktree of a task. */
export function rowOf({ rows, tasks }: WorktreesContext, name: string): WorktreeRow {
  const found = rows.all().find(({ task, key }) => task === name || key === name)
  if (found) return found
  throw new IrisError('WORKTREE_UNKNOWN', `${tasks.get(name).key} has no worktree.`)
}

/** Stores what is about to be done, before its first effect. */
export function intend(
  { log, rows, clock }: WorktreesContext,
  row: WorktreeRow,
  wanted: Plan & { by: string },
): void {
  log.write(() => rows.putIntent({ ...wanted, task: row.task, at: clock.now() }))
}

/** Lets go of an intent that came to nothing. */
export function forget({ log, rows }: WorktreesContext, task: TaskId): void {
  log.write(() => rows.removeIntent(task))
}

/** What every event about a worktree says. */
export const about = ({ task, key }: WorktreeRow, by: string): { task: TaskId; key: string; by: string } => ({
  task,
  key,
  by,
})
