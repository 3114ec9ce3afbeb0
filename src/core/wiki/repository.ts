import { lstatSync, type Stats } from 'node:fs'
import { lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { askGit, commitOf, type Checkout } from '../../platform/git/index.ts'
import { messageOf, readSmallFile, systemCode } from '../../platform/lib/index.ts'
import { isAbsence } from './files.ts'

/** Where a wiki is, for git. */
export type WikiRepository = Checkout

export function repositoryAt(
  folder: string,
  environment: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): WikiRepository {
  return { folder, gitDir: join(folder, '.git'), env: environment, ...(signal && { signal }) }
}

/** What is where the repository of a wiki should be. */
export async function standingOf({
  folder,
  gitDir,
}: WikiRepository): Promise<'repository' | 'nothing' | 'other'> {
  const git = statNow(folder, gitDir)
  if (git?.isDirectory()) return 'repository'
  const inside = await readdir(folder).catch((error: unknown) => nothingAt(folder, error) ?? [])
  return git === undefined && inside.length === 0 ? 'nothing' : 'other'
}

function statNow(folder: string, path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    return nothingAt(folder, error)
  }
}

/** Undefined where nothing is. What may not be read is not lost, and must not be told as that. */
function nothingAt(folder: string, error: unknown): undefined {
  if (isAbsence(error)) return undefined
  throw unreadable(folder, systemCode(error) === 'EACCES' ? 'permission denied' : messageOf(error))
}

/** Makes an empty repository. */
export async function makeRepository(repository: WikiRepository): Promise<void> {
  const { folder, env } = repository
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Without the person's template: its hooks would never run, and its config is not meant for a wiki.
  await askGit({ folder, env }, ['init', '--quiet', '--template=', '--initial-branch=main'])
}

/** The branch that a wiki is on and its commit; undefined before the first. */
export interface WikiHead {
  branch: string
  commit: string | undefined
}

/** Where HEAD is, read without a process and without waiting for a thread (ADR 153): it is asked at every call. */
export async function headOfWiki(repository: WikiRepository): Promise<WikiHead> {
  const { gitDir, folder } = repository
  const head = smallFile(folder, join(gitDir, 'HEAD'))
  if (head === undefined) throw lost(folder)
  const branch = /^ref: (refs\/heads\/[^\s]+)\s*$/.exec(head)?.[1]
  if (branch === undefined || branch.includes('..'))
    throw new IrisError('WIKI_BUSY', `The repository ${folder} is on no branch.`)
  const commit = smallFile(folder, join(gitDir, branch))?.trim() ?? packedCommit(repository, branch)
  if (commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit)) return { branch, commit }
  return { branch, commit: await commitOf(repository, branch) }
}

/** The commit of a branch that git has packed with others. */
function packedCommit({ folder, gitDir }: WikiRepository, branch: string): string | undefined {
  const line = smallFile(folder, join(gitDir, 'packed-refs'))
    ?.split('\n')
    .find((one) => one.endsWith(` ${branch}`))
  return line?.split(' ')[0]
}

function smallFile(folder: string, path: string): string | undefined {
  try {
    return readSmallFile(path)
  } catch (error) {
    // One that is large, or no file, is left to git.
    return error instanceof IrisError ? undefined : nothingAt(folder, error)
  }
}

export function unreadable(folder: string, why: string): IrisError {
  return new IrisError('WIKI_UNREADABLE', `The wiki in ${folder} cannot be read: ${why}.`)
}

export function lost(folder: string): IrisError {
  return new IrisError('WIKI_LOST', `The repository of this wiki was in ${folder} and is not there any more.`)
}

const begun = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']

/** What a person has begun there and not ended, such as a merge; undefined when nothing is. */
export async function begunIn({ gitDir }: WikiRepository): Promise<string | undefined> {
  for (const name of begun) if (await lstat(join(gitDir, name)).catch(() => undefined)) return name
  return undefined
}
