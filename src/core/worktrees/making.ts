import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Task, Worktree } from '../../contract/index.ts'
import {
  addWorktree,
  checkOut,
  commitOf,
  commitsOf,
  countCommits,
  mendWorktree,
  mergeBase,
  moveRefs,
  type Checkout,
  type GitPlace,
} from '../../platform/git/index.ts'
import { about, type WorktreesContext } from './context.ts'
import { exclude } from './excluding.ts'
import { baseOf, groundOf, impossible, type Ground } from './ground.ts'
import { freeIndex } from './index-lock.ts'
import { findWorktree, foreign, gitDirOf, lockReason, lookAt, own } from './owning.ts'
import type { WorktreeRow } from './rows.ts'
import { setUp } from './setting-up.ts'
import { toWorktree } from './views.ts'

/** Makes the worktree of a task, or what is missing of it. */
export async function make(
  context: WorktreesContext,
  task: Task,
  { team, by, from }: { team?: string | undefined; by: string; from?: string | undefined },
): Promise<Worktree> {
  const ground = await groundOf(context, task, team)
  const row = context.rows.get(task.task) ?? (await plan(context, ground, { task, from }))
  context.at('make: planned')
  const found = await findWorktree(context, row)
  if (found.is === 'there' && row.state === 'ready') return toWorktree(row, found)
  const checkout = await context.turns.take(ground.root, () => putThere(context, ground, row))
  const filled = await fill(context, row, { checkout, isNew: found.is !== 'there' })
  context.at('make: filled')
  const done = await setUp(context, filled, { checkout, main: ground.main })
  context.at('make: set up')
  const state = done.setUp?.isOk === false ? 'unready' : 'ready'
  const made: WorktreeRow = {
    ...filled,
    state,
    setUp: done.setUp,
    warnings: [...new Set([...filled.warnings, ...done.warnings])],
  }
  const { folder, branch, base } = made
  context.log.write((append) => {
    context.rows.put(made)
    append({ type: 'worktree.made', data: { ...about(made, by), folder, branch, base, setUp: made.setUp } })
  })
  return toWorktree(made, { is: 'there' })
}

/** Decides what is to be made, and stores it before anything is. */
async function plan(
  context: WorktreesContext,
  ground: Ground,
  { task, from }: { task: Task; from: string | undefined },
): Promise<WorktreeRow> {
  const { repository, root, place, team, prefix } = ground
  const branch = `task/${task.key}`
  const ref = `refs/heads/${branch}`
  const [inTheWay, tip] = await commitsOf(repository, ['refs/heads/task', ref])
  refuseTakenBranch(ground, branch, inTheWay)
  const { commit, warning } = from === undefined ? await baseOf(context, ground) : { commit: from }
  const base = tip === undefined ? commit : ((await mergeBase(repository, tip, commit)) ?? commit)
  const folder = join(place, `agent-task-${task.key}`)
  const isKnown = (await gitDirOf(context, root, folder)) !== undefined
  if (isKnown || (await lookAt(context, { root, folder }))) throw foreign(folder)
  const row: WorktreeRow = {
    task: task.task,
    key: task.key,
    project: task.project,
    root,
    team,
    folder,
    prefix,
    gitDir: null,
    branch,
    base,
    state: 'making',
    setUp: null,
    warnings: [
      ...(warning === undefined ? [] : [warning]),
      ...(await knownBranch(ground, { branch, tip, base })),
    ],
    rescue: null,
    madeAt: context.clock.now(),
  }
  context.log.write(() => context.rows.put(row))
  return row
}

/** A branch that is there already is gone on with; whoever made it may have meant something else. */
async function knownBranch(
  { repository }: Ground,
  { branch, tip, base }: { branch: string; tip: string | undefined; base: string },
): Promise<string[]> {
  if (tip === undefined || tip === base) return []
  const count = await countCommits(repository, tip, base)
  return [
    `${branch} was there already, with ${count === 1 ? 'a commit' : `${count} commits`}; the task goes on from it.`,
  ]
}

function refuseTakenBranch({ listed }: Ground, branch: string, inTheWay: string | undefined): void {
  if (inTheWay !== undefined)
    throw impossible(
      `A branch called task leaves no room for ${branch}. Rename it: git branch -m task another-name`,
    )
  const ref = `refs/heads/${branch}`
  const elsewhere = listed.find((one) => one.branch === ref)
  if (elsewhere)
    throw impossible(`${branch} is checked out in ${elsewhere.folder}. Check out another branch there first.`)
}

/** The branch, the folder, and what git keeps of it; whatever is there already stays. */
async function putThere(context: WorktreesContext, ground: Ground, row: WorktreeRow): Promise<Checkout> {
  const { repository } = ground
  const { branch, folder, base } = row
  await exclude(context, ground)
  context.at('make: excluded')
  await makeBranch(repository, { ref: `refs/heads/${branch}`, base })
  context.at('make: branch')
  const isNew = (await findWorktree(context, row)).is === 'unknown'
  if (isNew) {
    await mkdir(ground.place, { recursive: true })
    await addWorktree(repository, { folder, branch, reason: lockReason(row) })
  }
  context.at('make: added')
  const found = await findWorktree(context, row)
  if (found.is === 'unknown') throw impossible(`git made ${folder} and does not know it.`)
  if (found.is === 'missing' || (row.state === 'making' && !isNew))
    await mendWorktree(repository, found.checkout, branch)
  await own(context, row, found.checkout.gitDir)
  context.at('make: owned')
  return found.checkout
}

/** Makes a branch; one that is there stays where it is. */
async function makeBranch(repository: GitPlace, { ref, base }: { ref: string; base: string }): Promise<void> {
  try {
    await moveRefs(repository, [{ ref, from: null, to: base }], 'made by Iris')
  } catch (error) {
    if ((await commitOf(repository, ref)) === undefined) throw error
  }
}

/** The files; never again where somebody may have worked since. */
async function fill(
  context: WorktreesContext,
  row: WorktreeRow,
  { checkout, isNew }: { checkout: Checkout; isNew: boolean },
): Promise<WorktreeRow> {
  if (row.state !== 'making' && !isNew) return row
  await freeIndex(context, checkout, { graceMs: 3000 })
  await checkOut(checkout)
  const filled: WorktreeRow = { ...row, gitDir: checkout.gitDir, state: 'unready' }
  context.log.write(() => context.rows.put(filled))
  return filled
}
