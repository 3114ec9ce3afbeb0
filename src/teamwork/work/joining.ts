import { IrisError, type Task } from '../../contract/index.ts'
import {
  commitOf,
  commitTree,
  mergeTwo,
  moveRefs,
  partingOf,
  type Repository,
} from '../../platform/git/index.ts'
import type { WorkContext } from './context.ts'
import type { BuildRow } from './rows.ts'

/** What came of putting a commit onto a branch; `moved` is to be tried again. */
export type Joined = { is: 'joined' } | { is: 'moved' } | { is: 'conflicting'; paths: string[] }

/** A commit that is to become part of a branch, and what it is, in a few words. */
interface Joining {
  ref: string
  commit: string
  what: string
}

/** Puts a commit onto a branch, such as that of a task onto that of its build; one that is there already is left. */
export async function joined(context: WorkContext, build: BuildRow, joining: Joining): Promise<Joined> {
  const { ref, commit, what } = joining
  const [repository, parting] = await Promise.all([
    context.repositoryOf(build),
    partingOf(context.placeOf(build), ref, commit),
  ])
  if (!parting)
    throw new IrisError('BUILD_NOT_POSSIBLE', `The branch ${ref.replace(/^refs\/heads\//, '')} is not there.`)
  const { tip, common } = parting
  if (common === commit) return { is: 'joined' }
  const next = common === tip ? commit : await merged(repository, tip, joining)
  if (typeof next !== 'string') return { is: 'conflicting', paths: next }
  try {
    await moveRefs(repository, [{ ref, from: tip, to: next }], `${what} joined by Iris`)
    return { is: 'joined' }
  } catch (error) {
    if ((await commitOf(repository, ref)) !== tip) return { is: 'moved' }
    throw error
  }
}

/** A task as the message of a merge names it. */
export const wordsOfTask = ({ key, title }: Pick<Task, 'key' | 'title'>): string =>
  `${key}: ${title.slice(0, 200)}`

export function refOf({ branch }: Pick<BuildRow, 'branch'>): string {
  return `refs/heads/${branch ?? ''}`
}

/** A merge commit, or the paths in conflict. */
async function merged(
  repository: Repository,
  tip: string,
  { commit, what }: Joining,
): Promise<string | string[]> {
  const outcome = await mergeTwo(repository, [tip, commit])
  if (outcome.is === 'clean')
    return commitTree(repository, {
      tree: outcome.tree,
      parents: [tip, commit],
      message: `Merge ${what}\n`,
    })
  if (outcome.is === 'conflicting') return outcome.paths
  throw new Error(`git cannot merge ${what}: ${outcome.words}`)
}
