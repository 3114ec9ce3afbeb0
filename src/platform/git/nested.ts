import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { askGit, tryGit, type Checkout } from './run.ts'

const maxOutput = 32 * 1024 * 1024
const maxSubmodules = 50

/** Folders of a checkout that are repositories of their own and no submodules. */
export async function nestedIn(checkout: Checkout): Promise<string[]> {
  const args = ['ls-files', '-z', '--others', '--exclude-standard', ':(top)']
  const found = (await askGit(checkout, args, { maxOutput })).split('\0')
  return found.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))
}

/** The submodules of a checkout that are checked out in it. */
export async function submodulesIn(checkout: Checkout): Promise<(Checkout & { path: string })[]> {
  const staged = (await askGit(checkout, ['ls-files', '-z', '--stage', ':(top)'], { maxOutput })).split('\0')
  const paths = staged.flatMap((entry) => /^160000 [^\t]*\t([\s\S]+)$/.exec(entry)?.[1] ?? [])
  const found = []
  for (const path of paths.slice(0, maxSubmodules)) {
    const folder = join(checkout.folder, path)
    const gitDir = (await isThere(join(folder, '.git'))) ? await gitDirOf({ ...checkout, folder }) : undefined
    if (gitDir !== undefined) found.push({ ...checkout, folder, gitDir, path })
  }
  return found
}

async function gitDirOf({ folder, env }: Checkout): Promise<string | undefined> {
  const { code, stdout } = await tryGit({ folder, env }, ['rev-parse', '--absolute-git-dir'])
  return code === 0 ? stdout.replace(/\n$/, '') : undefined
}

/** Submodules of a worktree that have commits which are on no remote: their history goes with the worktree. */
export async function unpushedSubmodules(checkout: Checkout): Promise<string[]> {
  // Git keeps the history of a worktree's submodules there, as soon as one was checked out.
  if (!(await isThere(join(checkout.gitDir, 'modules')))) return []
  // Its folder may be gone.
  const at = { ...checkout, folder: checkout.gitDir }
  const key = String.raw`^submodule\..*\.path$`
  const named = await tryGit(at, ['config', '-z', '--blob', 'HEAD:.gitmodules', '--get-regexp', key])
  const names = named.stdout.split('\0').flatMap((entry) => /^submodule\.(.+)\.path\n/.exec(entry)?.[1] ?? [])
  const unpushed = []
  for (const name of names) {
    const gitDir = join(checkout.gitDir, 'modules', name)
    if (!(await isThere(join(gitDir, 'HEAD')))) continue
    const args = [
      '--git-dir',
      gitDir,
      'rev-list',
      '--max-count=1',
      'HEAD',
      '--branches',
      '--not',
      '--remotes',
    ]
    const { code, stdout } = await tryGit({ folder: gitDir, env: checkout.env }, args)
    if (code !== 0 || stdout !== '') unpushed.push(name)
  }
  return unpushed
}

/** Whether something is at a path. */
export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
