import { IrisError, type CallOutput, type ChangedFile, type FileChange } from '../../contract/index.ts'
import {
  branchAt,
  differencesBetween,
  linesOf,
  mergeBase,
  type FileDifference,
  type Repository,
} from '../../platform/git/index.ts'
import type { MergesContext } from './context.ts'
import { findTask, targetOf, type Found } from './finding.ts'

/** The branch of a task, and where it left its target. */
interface Ends {
  repository: Repository
  branch: string
  into: string
  base: string
  commit: string
}

/** The files that a task's branch changes. */
export async function changeOf(
  context: MergesContext,
  { task, into, after, limit }: { task: string; into?: string | undefined; after: number; limit: number },
): Promise<CallOutput<'getChange'>> {
  const found = await findTask(context, task)
  const { repository, ...ends } = await endsOf(context, found, into)
  const { files, isCut } = await differencesBetween(repository, ends.base, ends.commit)
  const end = after + limit
  return {
    key: found.task.key,
    ...ends,
    counts: totalsOf(files),
    isCut,
    files: files.slice(after, end).map(toChangedFile),
    next: end < files.length ? end : null,
  }
}

/** What a task's branch changes in one file. */
export async function fileChangeOf(
  context: MergesContext,
  wanted: { task: string; into?: string | undefined; path: string; after: number; lines: number },
): Promise<FileChange> {
  const found = await findTask(context, wanted.task)
  const { repository, base, commit } = await endsOf(context, found, wanted.into)
  const { files } = await differencesBetween(repository, base, commit)
  const file = files.find(({ path }) => path === wanted.path)
  if (!file) throw new IrisError('CHANGE_UNKNOWN', `${found.task.key} does not change ${wanted.path}.`)
  const isBinary = file.added === null
  const { hunks, isCut } = isBinary ? { hunks: [], isCut: false } : await linesOf(repository, file)
  let end = wanted.after
  for (let lines = 0; end < hunks.length && lines < wanted.lines; end += 1)
    lines += hunks[end]?.lines.length ?? 0
  return {
    base,
    commit,
    file: toChangedFile(file),
    isCut,
    hunks: hunks.slice(wanted.after, end),
    next: end < hunks.length ? end : null,
  }
}

/** Of a task that was merged, the branch as it was then; else the branch as it is. */
async function endsOf(context: MergesContext, { task, repository }: Found, into?: string): Promise<Ends> {
  const { branch } = task
  const [tip, target] = await Promise.all([branchAt(repository, branch), targetOf(context, repository, into)])
  const merge = context.rows.newest(task.task)
  const isMerged = merge !== undefined && (tip === undefined || tip === merge.branchCommit)
  const [commit, other] = isMerged ? [merge.branchCommit, merge.old] : [tip, target.target]
  if (commit === undefined)
    throw new IrisError(
      'CHANGE_UNKNOWN',
      `${task.key} has no branch ${branch}: it was never begun, or it is gone.`,
    )
  const base = await mergeBase(repository, other, commit)
  if (base === undefined)
    throw new IrisError('CHANGE_UNKNOWN', `${branch} has no history in common with ${target.into}.`)
  return { repository, branch, into: isMerged ? merge.target : target.into, base, commit }
}

export function toChangedFile({ ids: _ids, ...file }: FileDifference): ChangedFile {
  return file
}

/** How many files and lines differ. */
export function totalsOf(files: readonly FileDifference[]): {
  files: number
  added: number
  removed: number
} {
  const sum = (of: 'added' | 'removed'): number => files.reduce((all, file) => all + (file[of] ?? 0), 0)
  return { files: files.length, added: sum('added'), removed: sum('removed') }
}
