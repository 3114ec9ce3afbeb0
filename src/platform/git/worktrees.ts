import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import type { GitOutcome } from './outcome.ts'
import { askGit, tryGit, type Checkout, type GitPlace } from './run.ts'
import { submodulesIn } from './nested.ts'

const maxWorkMs = 10 * 60_000

/** A checkout as `git worktree list` knows it. */
export interface ListedWorktree {
  folder: string
  isBare: boolean
  branch: string | undefined
  /** Why it is locked; undefined when it is not. */
  locked: string | undefined
  /** Its folder is gone. */
  isGone: boolean
}

/** Every checkout of a repository, the main one first. */
export async function listWorktrees(repository: GitPlace): Promise<ListedWorktree[]> {
  const args = ['worktree', 'list', '--porcelain']
  // With `-z` also where a path has a newline; git knows it since 2.36.
  const byNul = await tryGit(repository, [...args, '-z'])
  if (byNul.isWhole) return listed(byNul.stdout, '\0')
  return listed(await askGit(repository, args), '\n')
}

function listed(printed: string, end: string): ListedWorktree[] {
  return printed.split(end + end).flatMap((block) => {
    const lines = block.split(end)
    const valueOf = (name: string): string | undefined =>
      lines.find((line) => line === name || line.startsWith(`${name} `))?.slice(name.length + 1)
    const folder = valueOf('worktree')
    if (folder === undefined) return []
    const [isBare, isGone] = [valueOf('bare') !== undefined, valueOf('prunable') !== undefined]
    return [{ folder, isBare, isGone, branch: valueOf('branch'), locked: valueOf('locked') }]
  })
}

/** Which git is run, such as 2.39.5. */
export async function gitVersion(place: GitPlace): Promise<string> {
  const { stdout } = await tryGit(place, ['--version'])
  return /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? '0'
}

/** Whether a version is another one or newer. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number))
  for (let part = 0; part < 3; part += 1) {
    const difference = (have?.[part] ?? 0) - (need?.[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

/** Makes a worktree without files, locked with the reason from its first moment. */
export async function addWorktree(
  repository: GitPlace,
  { folder, branch, reason }: { folder: string; branch: string; reason: string },
): Promise<void> {
  const args = ['worktree', 'add', '--no-checkout', '--lock', '--reason', reason, '--', folder, branch]
  await askGit(repository, args, { timeoutMs: maxWorkMs })
}

/** Connects a folder, made again when it is gone, with what git keeps of it, and puts it on its branch. */
export async function mendWorktree(repository: GitPlace, checkout: Checkout, branch: string): Promise<void> {
  await mkdir(checkout.folder, { recursive: true })
  // It says what it mends as if that were an error.
  await tryGit(repository, ['worktree', 'repair', '--', checkout.folder])
  await askGit(checkout, ['symbolic-ref', '-m', 'made by Iris', 'HEAD', `refs/heads/${branch}`])
}

/** Fills a checkout that nobody has worked in yet with the files of its branch. */
export async function checkOut(checkout: Checkout): Promise<void> {
  await askGit(checkout, ['reset', '--quiet', '--hard', 'HEAD'], { timeoutMs: maxWorkMs })
}

/**
 * Checks out the submodules that the main checkout has, and theirs; what git said when it failed. Others stay as they
 * are: to initialise one would write to the configuration of the repository.
 */
export async function initSubmodules(checkout: Checkout, timeoutMs: number): Promise<string | undefined> {
  const { folder, env } = checkout
  const outcome = await tryGit({ folder, env }, ['submodule', '--quiet', 'update'], { timeoutMs })
  if (outcome.code !== 0) return outcome.timedOut ? 'it took too long' : outcome.stderr.trim()
  for (const inner of await submodulesIn(checkout)) {
    const args = ['submodule', '--quiet', 'update', '--init', '--recursive']
    const { code, stderr, timedOut } = await tryGit({ folder: inner.folder, env }, args, { timeoutMs })
    if (code !== 0) return timedOut ? 'it took too long' : stderr.trim()
  }
  return undefined
}

/** Lets git remove a worktree that it holds. */
export async function unlockWorktree({ gitDir }: Pick<Checkout, 'gitDir'>): Promise<void> {
  await rm(join(gitDir, 'locked'), { force: true })
}

/** Removes a worktree with its folder; git refuses when something in it is not committed, unless it has submodules. */
export async function removeWorktree(
  repository: GitPlace,
  folder: string,
  { isForced }: { isForced: boolean },
): Promise<void> {
  const args = ['worktree', 'remove', ...(isForced ? ['--force'] : []), '--', folder]
  const remove = (): Promise<GitOutcome> => tryGit(repository, args, { timeoutMs: maxWorkMs })
  const first = await remove()
  if (first.code === 0) return
  // A removal that was cut may have taken the link first, without which git removes nothing.
  if (isForced) await tryGit(repository, ['worktree', 'repair', '--', folder])
  const { code, stderr } = isForced ? await remove() : first
  if (code === 0) return
  throw new IrisError('WORKTREE_UNSAVED', `git does not remove ${folder}: ${stderr.trim()}`)
}
