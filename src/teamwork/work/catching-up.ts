import { relative } from 'node:path'
import { plansToWrite } from '../../core/leases/index.ts'
import { notIn, partingOf, touchedBetween } from '../../platform/git/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import { wordsOfTask } from './joining.ts'
import { fitsPrompt, mergeCommands, missedPrompt, unfitPrompt } from './prompt.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import { mergeInto } from './taking-in.ts'

const maxNamed = 40

/** What the branch of a build has that the branch of a task has not. */
interface Missed {
  tip: string
  paths: string[]
  /** The tasks that were finished meanwhile, in words. */
  by: string[]
}

/**
 * A task has its lease under another number than before: others may have had its files. What they did is on the branch of
 * the build; where it concerns its files, that is what its worktree is to have and its agent to know.
 */
export async function catchUp(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const missed = await missedBy(context, build, row)
  if (!missed) return context.rows.setTask(row, { caughtUp: row.fence })
  const words = missedPrompt(context.tasks.get(row.task), { branch: build.branch ?? '', ...missed })
  // What its check said was said of other files.
  context.rows.setTask(row, { taking: missed.tip, news: withOlder(row, words), checking: null })
}

const withOlder = ({ news }: WorkRow, words: string): string =>
  news === null ? words : `${news}\n\n${words}`

async function missedBy(context: WorkContext, build: BuildRow, row: WorkRow): Promise<Missed | undefined> {
  const place = context.placeOf(build)
  const task = context.tasks.get(row.task)
  const tip = await context.tipOf(build)
  const parting = await partingOf(place, `refs/heads/task/${task.key}`, tip)
  if (parting?.common === undefined || parting.common === tip) return undefined
  const paths = (await touchedBetween(place, parting.common, tip)).map(({ path }) => path)
  const prefix = await prefixOf(context, row)
  if (!paths.some((path) => plansToWrite(task, withoutPrefix(path, prefix)))) return undefined
  return { tip, paths: named(paths), by: await finishedIn(context, build, parting.tip) }
}

/** Tasks plan their files from the folder they are worked in, which may be below the top of the repository. */
async function prefixOf({ worktrees }: WorkContext, { task }: WorkRow): Promise<string> {
  const place = await worktrees.workplace(task)
  return place === undefined ? '' : relative(place.top, place.folder)
}

function withoutPrefix(path: string, prefix: string): string {
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path
}

/** The tasks of a build that are complete and that a commit does not have yet. */
async function finishedIn(context: WorkContext, build: BuildRow, own: string): Promise<string[]> {
  const finished = context.rows.tasksOf(build.id).filter(({ outcome }) => outcome === 'complete')
  const commits = finished.flatMap(({ committed }) => committed ?? [])
  const missing = await notIn(context.placeOf(build), commits, own)
  const tasks = finished.filter(({ committed }) => committed !== null && missing.has(committed))
  return named(tasks.map(({ task }) => wordsOfTask(context.tasks.get(task))))
}

function named(all: readonly string[]): string[] {
  const more = all.length - maxNamed
  return more > 0 ? [...all.slice(0, maxNamed), `… and ${more} more`] : [...all]
}

/** Merges what others did into the worktree of a task; where that does not fit, its agent does it. */
export async function takeIn(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { rows } = context
  const { taking } = row
  if (taking === null) return
  const unfit = await mergeInto(context, row, { commit: taking, what: keyOf(build) })
  if (unfit === undefined)
    return rows.setTask(row, { taking: null, base: taking, news: withOlder(row, fitsPrompt) })
  const incoming = build.branch ?? ''
  const words = unfitPrompt(unfit, mergeCommands(incoming))
  rows.setTask(row, { taking: null, caughtUp: row.fence, incoming, news: withOlder(row, words) })
}
