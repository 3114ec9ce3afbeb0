import type { Checkpoint, CheckpointId, TaskId, Worktree, WorktreeDetails } from '../../contract/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { writeFault } from '../../platform/lib/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { agentEnvironment, writeHooks } from './agent-environment.ts'
import { checkpoint, type NewCheckpoint } from './checkpointing.ts'
import { rowOf, type WorktreesContext } from './context.ts'
import { detailsOf } from './looking.ts'
import { make } from './making.ts'
import { findWorktree, workplaceOf, type Workplace } from './owning.ts'
import { reconcile, settleBefore } from './reconciling.ts'
import { remove } from './removing.ts'
import { rescue } from './rescuing.ts'
import { returnTo, type Returned } from './returning.ts'
import { createWorktreeRows, type WorktreeRow } from './rows.ts'
import { takeIn, type Incoming, type TakenIn } from './taking-in.ts'
import { createTurns } from './turns.ts'
import { toWorktree } from './views.ts'

/** Worktrees: a checkout for each task, which loses nothing. A task is named by its key or its id. */
export interface Worktrees {
  list(team?: string): Promise<Worktree[]>
  get(task: string): Promise<WorktreeDetails>
  /** Makes it, or what is missing of it. */
  make(
    task: string,
    wanted: { team?: string | undefined; by: string; from?: string | undefined },
  ): Promise<Worktree>
  /** Commits all that it has, to return to. */
  checkpoint(task: string, wanted: NewCheckpoint): Promise<Checkpoint>
  /** Commits all that it has, then merges what somebody else committed into its branch and its files. */
  takeIn(task: string, incoming: Incoming): Promise<TakenIn>
  /** Sets aside what is there, then returns to a checkpoint, the newest unless said. */
  returnTo(
    task: string,
    wanted: { checkpoint?: CheckpointId | undefined; fence?: number | undefined; by: string },
  ): Promise<Returned>
  /** Commits what is unfinished with `[INCOMPLETE]`, and flags the task. */
  rescue(task: string, wanted: { reason: string; by: string }): Promise<Worktree>
  /** Removes it when nothing would be lost; the branch stays. Work that is on the branch `keptOn` too is not lost. */
  remove(
    task: string,
    by: string,
    more?: { keptOn?: string | undefined; fence?: number | undefined },
  ): Promise<Worktree>
  /** Where in its worktree a task is worked, as the team or as the one it was made for; undefined when it has none. */
  workplace(task: TaskId, team?: Pick<Team, 'name' | 'path'>): Promise<Workplace | undefined>
  /** What an agent in a worktree gets besides its own variables: hooks that keep it off protected branches. */
  agentEnvironment(own: Readonly<Record<string, string>>): Record<string, string>
  /** Settles when what a crash left is in order. */
  reconciled: Promise<void>
  close(): Promise<void>
}

/** What worktrees are made from. */
export type WorktreesDeps = { sql: Sql; at?: WorktreesContext['at'] } & Omit<
  WorktreesContext,
  'rows' | 'turns' | 'signal' | 'at'
>

export function createWorktrees({ sql, ...deps }: WorktreesDeps): Worktrees {
  const stop = new AbortController()
  const rows = createWorktreeRows(sql)
  const at = deps.at ?? (() => undefined)
  const context: WorktreesContext = { ...deps, at, rows, turns: createTurns(), signal: stop.signal }
  const { turns, tasks } = context
  const reconciled = reconcile(context)
  return {
    reconciled,
    list: (team) => list(context, team),
    get: (name) => detailsOf(context, rowOf(context, name)),
    make: async (name, wanted) => {
      const task = tasks.get(name)
      await reconciled
      return turns.take(task.task, () => told(make(context, task, wanted)))
    },
    checkpoint: (name, wanted) => inTurn(name, (row) => checkpoint(context, row, wanted)),
    takeIn: (name, incoming) => inTurn(name, (row) => takeIn(context, row, incoming)),
    returnTo: (name, wanted) => inTurn(name, (row) => returnTo(context, row, wanted)),
    rescue: (name, wanted) => inTurn(name, async (row) => shown(context, await rescue(context, row, wanted))),
    remove: (name, by, more = {}) =>
      inTurn(name, async (row) => {
        const before = await shown(context, row)
        await remove(context, row, { ...more, by })
        return before
      }),
    async workplace(task, team) {
      await reconciled
      const row = rows.get(task)
      return row && workplaceOf(context, row, team)
    },
    agentEnvironment(own) {
      writeHooks(context.home)
      return agentEnvironment(context.home, context.settings().protected, own)
    },
    async close() {
      stop.abort()
      await reconciled
      await turns.over()
    },
  }

  /** One deed at a time in a worktree, and none on top of one that was cut. */
  async function inTurn<T>(name: string, deed: (row: WorktreeRow) => Promise<T>): Promise<T> {
    await reconciled
    const { task } = rowOf(context, name)
    return turns.take(task, () => told(settleBefore(context, task).then(() => deed(rowOf(context, task)))))
  }
}

/** A deed whose failure says what the machine has against it. */
async function told<T>(deed: Promise<T>): Promise<T> {
  try {
    return await deed
  } catch (error) {
    throw writeFault(error) ?? error
  }
}

async function list(context: WorktreesContext, team: string | undefined): Promise<Worktree[]> {
  const project = team === undefined ? undefined : await context.tasks.projectOf(team)
  if (team !== undefined && project === undefined) return []
  const rows = context.rows.all().filter((row) => project === undefined || row.project === project)
  return Promise.all(rows.map((row) => shown(context, row)))
}

async function shown(context: WorktreesContext, row: WorktreeRow): Promise<Worktree> {
  // What took its place is no worktree of Iris, so it is not there.
  const found = await findWorktree(context, row).catch(() => ({ is: 'unknown' as const }))
  return toWorktree(row, found)
}
