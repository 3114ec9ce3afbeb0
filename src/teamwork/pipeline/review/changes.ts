import type { Build, TaskId } from '../../../contract/index.ts'
import { childEnvironment } from '../../../platform/config/index.ts'
import { touchedOfPairs, treesOf, type GitPlace, type Touched } from '../../../platform/git/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { ReviewContext } from './context.ts'

/** What a build changed, as git has it. */
export interface BuildChanges {
  /** The paths each complete task changed. */
  byTask: ReadonlyMap<TaskId, string[]>
  /** Those that differ between the base of the build and its branch. */
  all: string[]
  /** Why that is not known; null when it is. */
  unknown: string | null
}

interface Committed {
  task: TaskId
  base: string
  commit: string
}

/** Asks git what each task changed, and the build as a whole; why not, when git cannot tell. */
export async function changesOf(context: ReviewContext, build: Build): Promise<BuildChanges> {
  const nothing = { byTask: new Map(), all: [] }
  const path = context.config().teams.get(build.team)?.path
  if (path === undefined) return { ...nothing, unknown: `There is no team ${build.team} any more.` }
  if (build.base === null) return { ...nothing, unknown: null }
  const { environment, starter, signal } = context
  const env = childEnvironment(environment.variables, 'agent', {})
  const place: GitPlace = { folder: path, env, starter: starter.run, signal }
  try {
    return { ...(await read(place, build, committedIn(context, build))), unknown: null }
  } catch (error) {
    if (signal.aborted) throw error
    return { ...nothing, unknown: `Git cannot tell what changed: ${messageOf(error)}` }
  }
}

async function read(
  place: GitPlace,
  build: Build,
  committed: readonly Committed[],
): Promise<Pick<BuildChanges, 'byTask' | 'all'>> {
  const names = committed.flatMap(({ base, commit }) => [base, commit])
  const whole = [build.base ?? '', `refs/heads/${build.branch ?? ''}`]
  const trees = await treesOf(place, [...names, ...whole])
  const touched = await touchedOfPairs(place, pairsOf(trees))
  const byTask = ownChanges(committed.map(({ task }, at) => ({ task, touched: touched[at] ?? [] })))
  return { byTask, all: pathsOf(touched[committed.length] ?? []) }
}

function pairsOf(trees: readonly (string | undefined)[]): [string, string][] {
  const known = trees.filter((tree) => tree !== undefined)
  if (known.length < trees.length) throw new Error('a commit or the branch of the build is gone')
  return Array.from({ length: known.length / 2 }, (_, at) => [known[at * 2] ?? '', known[at * 2 + 1] ?? ''])
}

/** What came of each complete task, and where its first try of this build began; in the order in which they ended. */
function committedIn({ tasks }: ReviewContext, { tasks: work, startedAt }: Build): Committed[] {
  return work
    .filter(({ step, commit }) => step === 'complete' && commit !== null)
    .toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0))
    .flatMap(({ task, commit }) => {
      const first = tasks.attempts(task).find((attempt) => attempt.startedAt >= startedAt)
      return first?.base && commit !== null ? [{ task, base: first.base, commit }] : []
    })
}

/** A task may have taken over what others finished before it: a file that it has exactly as they left it is theirs. */
function ownChanges(
  tasks: readonly { task: TaskId; touched: readonly Touched[] }[],
): ReadonlyMap<TaskId, string[]> {
  const left = new Set<string>()
  const found = new Map<TaskId, string[]>()
  for (const { task, touched } of tasks) {
    found.set(task, pathsOf(touched.filter((one) => !left.has(markOf(one)))))
    for (const one of touched) left.add(markOf(one))
  }
  return found
}

const markOf = ({ path, new: { id, mode } }: Touched): string => `${mode} ${id} ${path}`
const pathsOf = (touched: readonly Touched[]): string[] => touched.map(({ path }) => path).toSorted()
