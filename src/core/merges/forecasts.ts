import { IrisError, type BranchForecast, type Forecast, type Task } from '../../contract/index.ts'
import type { MergesContext } from './context.ts'
import { targetOf } from './finding.ts'
import type { Forecasting, Looked, LookedBranch } from './forecasting.ts'
import { repositoryOf } from './repository.ts'

const maxPaths = 50

/** The forecast of the project that a team works in. */
export async function forecastOf(
  context: MergesContext & { forecasting: Forecasting },
  { team, into }: { team: string; into?: string | undefined },
): Promise<Forecast> {
  const slug = await context.tasks.projectOf(team)
  const project = slug === undefined ? undefined : context.tasks.project(slug)
  if (!project) throw new IrisError('MERGE_IMPOSSIBLE', `The project of ${team} has no task yet.`)
  const repository = await repositoryOf(context, project)
  const target = await targetOf(context, repository, into)
  const looked = await context.forecasting.look({ repository, root: project.root, ...target })
  const tasks = looked.branches.map(({ name }) => taskOf(context, name, project.slug))
  return {
    project: project.slug,
    ...target,
    branches: looked.branches.flatMap((branch, at) => {
      const task = tasks[at]
      return task ? [toBranch(branch, task)] : []
    }),
    conflicts: looked.conflicts.flatMap(({ a, b, paths }) => {
      const [first, second] = [tasks[a], tasks[b]]
      if (!first || !second) return []
      const some = paths.slice(0, maxPaths)
      return [{ a: first.key, b: second.key, paths: some, pathCount: paths.length }]
    }),
    computed: looked.computed,
    leftOut: looked.leftOut,
  }
}

/** The task whose branch this is; undefined when it is no task of the project. */
function taskOf(context: Pick<MergesContext, 'tasks'>, branch: string, slug: string): Task | undefined {
  const key = branch.slice('task/'.length)
  if (!new RegExp(String.raw`^${slug}-[1-9]\d*$`).test(key)) return undefined
  try {
    return context.tasks.get(key)
  } catch (error) {
    if (error instanceof IrisError && error.code === 'TASK_UNKNOWN') return undefined
    throw error
  }
}

function toBranch(branch: LookedBranch, { task, key, title, status }: Task): BranchForecast {
  const { name, commit, merged, footprint } = branch
  const paths = merged.is === 'conflicting' ? merged.paths : []
  return {
    task,
    key,
    title,
    status,
    branch: name,
    commit,
    state: stateOf(branch),
    files: footprint.paths.size,
    paths: paths.slice(0, maxPaths),
    pathCount: paths.length,
  }
}

/** How a branch stands to its target. */
export function stateOf({ isIn, isAhead, merged, footprint }: LookedBranch): BranchForecast['state'] {
  if (isIn) return 'nothing_new'
  if (merged.is === 'impossible') return /unrelated histories/.test(merged.words) ? 'unrelated' : 'unknown'
  if (merged.is === 'conflicting') return 'conflicts'
  if (footprint.paths.size === 0) return 'nothing_new'
  return isAhead ? 'fast_forward' : 'merges'
}

/** The branches that would conflict with one branch, by their tasks. */
export function conflictsWith(
  context: Pick<MergesContext, 'tasks'>,
  { branches, conflicts }: Looked,
  { branch, slug }: { branch: string; slug: string },
): { key: string; paths: string[] }[] {
  return conflicts.flatMap(({ a, b, paths }) => {
    const names = [branches[a]?.name, branches[b]?.name]
    const other = names[0] === branch ? names[1] : names[1] === branch ? names[0] : undefined
    const task = other === undefined ? undefined : taskOf(context, other, slug)
    return task ? [{ key: task.key, paths: paths.slice(0, maxPaths) }] : []
  })
}
