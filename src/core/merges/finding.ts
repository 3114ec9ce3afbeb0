import { IrisError, type Task } from '../../contract/index.ts'
import { branchAt, mainBranchOf, type Repository } from '../../platform/git/index.ts'
import type { ProjectRow } from '../tasks/index.ts'
import type { MergeSubject, MergesContext } from './context.ts'
import { repositoryOf } from './repository.ts'

/** The branch that a task is worked on. */
export const branchOf = (key: string): string => `task/${key}`

/** What is to be merged, with the repository its branch is in. */
export interface Found {
  task: MergeSubject
  project: ProjectRow
  repository: Repository
}

/** Finds the repository of a task. */
export async function findTask(context: MergesContext, name: string): Promise<Found> {
  const task = context.others(name) ?? subjectOf(context.tasks.get(name))
  const project = context.tasks.project(task.project)
  if (!project) throw new IrisError('GIT_UNFIT', `The project of ${task.key} is not known.`)
  return { task, project, repository: await repositoryOf(context, project) }
}

const subjectOf = (task: Task): MergeSubject => ({ ...task, branch: branchOf(task.key) })

/** The target, by its name or the main branch, and where it is. */
export async function targetOf(
  { settings }: Pick<MergesContext, 'settings'>,
  repository: Repository,
  into: string | undefined,
): Promise<{ into: string; target: string }> {
  const name = into ?? settings().main ?? (await mainBranchOf(repository))
  if (name === undefined)
    throw new IrisError('MERGE_IMPOSSIBLE', 'This repository has no main branch. Name one with --into.')
  const target = await branchAt(repository, name)
  if (target === undefined) throw new IrisError('MERGE_IMPOSSIBLE', `There is no branch ${name}.`)
  return { into: name, target }
}

/** Where the branch of a task is. */
export async function tipOf(
  repository: Repository,
  { key, branch }: Pick<MergeSubject, 'key' | 'branch'>,
): Promise<string> {
  const commit = await branchAt(repository, branch)
  if (commit !== undefined) return commit
  throw new IrisError(
    'MERGE_IMPOSSIBLE',
    `${key} has no branch ${branch}: it was never begun, or it is gone.`,
  )
}
