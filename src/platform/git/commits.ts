import { constants } from 'node:fs'
import { copyFile, lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import { systemCode } from '../lib/index.ts'
import { gitFailure } from './outcome.ts'
import { askGit, tryGit, type Checkout, type GitPlace } from './run.ts'
import { isThere, nestedIn } from './nested.ts'

const maxWorkMs = 10 * 60_000
const maxPaths = 32 * 1024 * 1024
const ownIndex = 'iris-index'

/** All that a checkout has, as a tree; its own index stays as it is. */
export interface Capture {
  tree: string
  /** An index of that tree, with what git remembers of the files. */
  index: string
  /** Repositories inside, which no commit holds. */
  nested: readonly string[]
}

/**
 * Takes in what the files are, also those that git does not know and does not ignore. A failed `add` is a failure:
 * `write-tree` after it would give the tree from before. Which repositories are inside may be known already.
 */
export async function capture(checkout: Checkout, known?: readonly string[]): Promise<Capture> {
  const index = join(checkout.gitDir, ownIndex)
  await startIndex(checkout, index)
  const nested = known ?? (await nestedIn(checkout))
  const without = nested.map((path) => `:(top,exclude,literal)${path}`)
  const own = { ...checkout, index }
  await askGit(own, ['add', '--all', '--', ':(top)', ...without], { timeoutMs: maxWorkMs })
  const tree = (await askGit(own, ['write-tree'], { timeoutMs: maxWorkMs })).trim()
  return { tree, index, nested }
}

/** A copy of the index, so that git need not read every file again. */
async function startIndex(checkout: Checkout, index: string): Promise<void> {
  // Left by one of ours that was killed: only one works in a checkout at a time.
  await rm(`${index}.lock`, { force: true })
  await rm(index, { force: true })
  try {
    await copyFile(join(checkout.gitDir, 'index'), index)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    await askGit({ ...checkout, index }, ['read-tree', 'HEAD'])
  }
}

/** Makes a commit that nothing refers to yet, signed by nobody, in the name that the person's git config says. */
export async function commitTree(
  place: GitPlace,
  { tree, parents, message }: { tree: string; parents: readonly string[]; message: string },
): Promise<string> {
  const of = [...new Set(parents)].flatMap((parent) => ['-p', parent])
  const args = ['commit-tree', '--no-gpg-sign', tree, ...of, '-F', '-']
  const outcome = await tryGit(place, args, { input: message })
  if (outcome.isWhole) return outcome.stdout.trim()
  if (!/identity|ident name|user\.(name|email)/i.test(outcome.stderr))
    throw await gitFailure(place, args, outcome)
  const env = { ...place.env, ...anonymous }
  return (await askGit({ ...place, env }, args, { input: message })).trim()
}

// Where git knows the person's name, these commits look like any other of theirs.
const anonymous = {
  GIT_AUTHOR_NAME: 'Iris',
  GIT_AUTHOR_EMAIL: 'iris@localhost',
  GIT_COMMITTER_NAME: 'Iris',
  GIT_COMMITTER_EMAIL: 'iris@localhost',
}

/** Makes an index the checkout's own, as git does it: by a lock that becomes the index. */
export async function installIndex({ gitDir }: Checkout, index: string): Promise<void> {
  const lock = join(gitDir, 'index.lock')
  try {
    await copyFile(index, lock, constants.COPYFILE_EXCL)
    await rename(lock, join(gitDir, 'index'))
  } catch (error) {
    if (systemCode(error) === 'EEXIST')
      throw new IrisError('WORKTREE_BUSY', `Another git is at work here: ${lock} is there.`, { cause: error })
    // Ours, and half of it.
    await rm(lock, { force: true })
    throw error
  }
}

/** Makes the files and the index of a checkout what a tree has; refuses where a file is not what `from` has. */
export async function switchFiles(checkout: Checkout, from: string, to: string): Promise<void> {
  await refuseOverwriting(checkout, from, to)
  await askGit(checkout, ['read-tree', '-m', '-u', from, to], { timeoutMs: maxWorkMs })
}

/** Git overwrites ignored files without a word; here nothing goes that is in no commit. */
async function refuseOverwriting(checkout: Checkout, from: string, to: string): Promise<void> {
  const args = ['diff-tree', '-r', '-z', '--name-status', '--no-renames', '--diff-filter=AD', from, to]
  const fields = (await askGit(checkout, args, { maxOutput: maxPaths })).split('\0')
  const [added, gone] = ['A', 'D'].map((kind) =>
    fields.filter((_, place) => fields[place - 1] === kind && place % 2 === 1),
  )
  for (const path of added ?? []) {
    const isMade = (gone ?? []).some((old) => path.startsWith(`${old}/`) || old.startsWith(`${path}/`))
    if (isMade || !(await isTaken(join(checkout.folder, path)))) continue
    throw new IrisError(
      'WORKTREE_REFUSED',
      `${path} is ignored by git, so it is not saved. Move it away first.`,
    )
  }
}

/** Whether something is there, or a file is where a folder should be. */
async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => systemCode(error) !== 'ENOENT',
  )
}

/** Writes what leads from one commit to another, for `git apply`; binary files and modes too. */
export async function writePatch(
  checkout: Checkout,
  { from, to, file }: { from: string; to: string; file: string },
): Promise<void> {
  const whole = ['--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']
  const plain = ['--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=none']
  await askGit(checkout, ['diff', ...whole, ...plain, `--output=${file}`, from, to], { timeoutMs: maxWorkMs })
}

/** Whether a patch, applied to a commit, gives a tree. */
export async function patchGives(
  checkout: Checkout,
  { file, at, tree }: { file: string; at: string; tree: string },
): Promise<boolean> {
  const index = join(checkout.gitDir, `${ownIndex}-of-patch`)
  const own = { ...checkout, index }
  const asked = { timeoutMs: maxWorkMs }
  await rm(`${index}.lock`, { force: true })
  await askGit(own, ['read-tree', at], asked)
  const applied = await tryGit(own, ['apply', '--cached', '--binary', '--whitespace=nowarn', file], asked)
  const given = applied.code === 0 ? (await askGit(own, ['write-tree'], asked)).trim() : undefined
  await rm(index, { force: true })
  return given === tree
}

/** What is under way in a checkout that a commit would cut: a merge, a rebase, … */
export async function underWay({ gitDir }: Checkout): Promise<string | undefined> {
  const signs = {
    MERGE_HEAD: 'a merge',
    CHERRY_PICK_HEAD: 'a cherry-pick',
    REVERT_HEAD: 'a revert',
    'rebase-merge': 'a rebase',
    'rebase-apply': 'a rebase',
    BISECT_LOG: 'a bisect',
  }
  for (const [name, words] of Object.entries(signs)) if (await isThere(join(gitDir, name))) return words
  return undefined
}
