import type { Task } from '../../contract/index.ts'
import { commitOf, commitsOf, isAncestor, isContained, notIn } from '../../platform/git/index.ts'
import { putAway } from './clearing.ts'
import { keyOf, type WorkContext } from './context.ts'
import { joined, refOf, wordsOfTask } from './joining.ts'
import { fenceOf } from './returning.ts'
import type { BuildRow, WorkRow } from './rows.ts'

/** Whether a task has a base; `moved` is to be tried again. */
export type Base = { is: 'there' } | { is: 'moved' } | { is: 'conflicting'; words: string }

/** A task that is complete, and the commit that it came to. */
interface Finished {
  task: Task
  commit: string
}

/**
 * Sees to it that a task begins with the work of all that it waits for, whichever build or person finished that. Can be
 * done again at any time: what is there already is found.
 */
export async function prepareBase(context: WorkContext, build: BuildRow, row: WorkRow): Promise<Base> {
  const finished = await finishedBefore(context, build, [row])
  if (finished.length === 0) return { is: 'there' }
  const taken = await takeIn(context, build, finished)
  return taken.is === 'there' ? catchUp(context, build, { row, finished }) : taken
}

/** Puts onto the branch of a build what its tasks wait for and others finished, as far as that goes. */
export async function takeInBefore(
  context: WorkContext,
  build: BuildRow,
  rows: readonly WorkRow[],
): Promise<void> {
  const finished = await finishedBefore(context, build, rows)
  if (finished.length > 0) await takeIn(context, build, finished)
}

/** What some tasks wait for and is complete, each after what it builds on itself. */
async function finishedBefore(
  { tasks, rows, placeOf }: WorkContext,
  build: BuildRow,
  of: readonly WorkRow[],
): Promise<Finished[]> {
  const all = new Map(of.flatMap(({ task }) => tasks.basis(task)).map((task) => [task.task, task]))
  const complete = [...all.values()].filter(({ status }) => status === 'complete')
  const known = new Map(complete.map(({ task }) => [task, rows.committed(task)]))
  // What no build worked may have a branch that a person worked on.
  const others = complete.filter(({ task }) => known.get(task) === undefined)
  const refs = others.map(({ key }) => branchOf(key))
  const tips = refs.length === 0 ? [] : await commitsOf(placeOf(build), refs)
  for (const [place, { task }] of others.entries()) known.set(task, tips[place])
  return complete.flatMap((task) => {
    const commit = known.get(task.task)
    return commit === undefined ? [] : [{ task, commit }]
  })
}

const branchOf = (key: string): string => `refs/heads/task/${key}`

/** Puts onto the branch of the build what was finished elsewhere. */
async function takeIn(context: WorkContext, build: BuildRow, finished: readonly Finished[]): Promise<Base> {
  const { rows } = context
  const ref = refOf(build)
  const elsewhere = finished.filter(({ task }) => rows.task(build.id, task.task)?.outcome !== 'complete')
  for (const { task, commit } of await lacking(context, build, { finished: elsewhere, ref })) {
    if (await isContained(context.placeOf(build), commit, await context.tipOf(build))) continue
    const outcome = await joined(context, build, { ref, commit, what: wordsOfTask(task) })
    if (outcome.is === 'moved') return outcome
    if (outcome.is === 'conflicting')
      return {
        is: 'conflicting',
        words: `It waits for ${task.key}, whose work conflicts with what else is on ${build.branch ?? ''}: ${outcome.paths.join(', ')}\nMerge ${commit.slice(0, 10)} into ${build.branch ?? ''} by hand, then let it be tried again.`,
      }
  }
  return { is: 'there' }
}

/** Those whose commits are not on a branch. */
async function lacking(
  { placeOf }: WorkContext,
  build: BuildRow,
  { finished, ref }: { finished: readonly Finished[]; ref: string },
): Promise<Finished[]> {
  const outside = await notIn(
    placeOf(build),
    finished.map(({ commit }) => commit),
    ref,
  )
  return finished.filter(({ commit }) => outside.has(commit))
}

/** A task whose own branch is older than what it waits for goes on with both. */
async function catchUp(
  context: WorkContext,
  build: BuildRow,
  { row, finished }: { row: WorkRow; finished: readonly Finished[] },
): Promise<Base> {
  const { key } = context.tasks.get(row.task)
  const [place, ref] = [context.placeOf(build), branchOf(key)]
  const own = await commitOf(place, ref)
  if (own === undefined || (await lacking(context, build, { finished, ref })).length === 0)
    return { is: 'there' }
  const tip = await context.tipOf(build)
  if (await isAncestor(place, tip, own)) return { is: 'there' }
  await putAway(context, build, { row, ...fenceOf(row) })
  const outcome = await joined(context, build, { ref, commit: tip, what: keyOf(build) })
  if (outcome.is !== 'conflicting') return outcome.is === 'joined' ? { is: 'there' } : outcome
  return {
    is: 'conflicting',
    words: `${key} was begun before what it waits for was there. What task/${key} has conflicts with ${build.branch ?? ''}: ${outcome.paths.join(', ')}\nMerge ${build.branch ?? ''} into task/${key} by hand, then let it be tried again.`,
  }
}
