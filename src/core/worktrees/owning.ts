import { rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { IrisError, TaskId } from '../../contract/index.ts'
import type { Checkout } from '../../platform/git/index.ts'
import { placeIn, type WorktreesContext } from './context.ts'
import { prefixOf } from './ground.ts'
import type { WorktreeRow } from './rows.ts'

const ownerFile = 'iris-owner'
const maxWorktrees = 2000

const Owner = z.object({
  home: z.string(),
  task: TaskId,
  key: z.string(),
  branch: z.string(),
  base: z.string(),
})
type Owner = z.infer<typeof Owner>

/** Why git holds a worktree of Iris: nobody removes it by accident, and after a crash Iris knows it as its own. */
export const lockReason = ({ key, task }: Pick<WorktreeRow, 'key' | 'task'>): string =>
  `Iris works on ${key} here (${task})`

/** What git keeps of a worktree, found by its folder; undefined when git does not know it. */
export async function gitDirOf(
  { projects }: WorktreesContext,
  root: string,
  folder: string,
): Promise<string | undefined> {
  for (const gitDir of await gitDirsIn(projects, root))
    if ((await textOf(projects, gitDir, 'gitdir')) === join(folder, '.git')) return gitDir
  return undefined
}

/** What git keeps of each worktree of a repository. */
export async function gitDirsIn(projects: WorktreesContext['projects'], root: string): Promise<string[]> {
  const { names } = await projects.list(root, 'worktrees', maxWorktrees)
  return names.map((name) => join(root, 'worktrees', name))
}

/** Says in the worktree's own git folder whose it is. */
export async function own({ home }: WorktreesContext, row: WorktreeRow, gitDir: string): Promise<void> {
  const { task, key, branch, base } = row
  const owner: Owner = { home, task, key, branch, base }
  const file = join(gitDir, ownerFile)
  await writeFile(`${file}.new`, JSON.stringify(owner))
  await rename(`${file}.new`, file)
}

/** Whose a worktree is; undefined when it is none of Iris. */
export async function ownerOf(
  { projects }: WorktreesContext,
  gitDir: string,
): Promise<(Owner & { folder: string }) | undefined> {
  const text = await textOf(projects, gitDir, ownerFile)
  const link = await textOf(projects, gitDir, 'gitdir')
  if (text === undefined || link === undefined) return undefined
  try {
    return { ...Owner.parse(JSON.parse(text)), folder: link.replace(/\/\.git$/, '') }
  } catch {
    // Somebody else wrote it, or half of it.
    return undefined
  }
}

async function textOf(
  projects: WorktreesContext['projects'],
  folder: string,
  file: string,
): Promise<string | undefined> {
  try {
    return (await projects.read(folder, file)).replace(/\n$/, '')
  } catch {
    // Not there, or not a file.
    return undefined
  }
}

/** A worktree as it is found: both its folders, its git folder alone, or nothing of it. */
export type Found =
  | { is: 'there'; checkout: Checkout }
  | { is: 'missing'; checkout: Checkout }
  | { is: 'unknown' }

/** Finds a worktree, and makes sure that it is the one that Iris made. */
export async function findWorktree(context: WorktreesContext, row: WorktreeRow): Promise<Found> {
  const { projects } = context
  const { folder } = row
  const look = await lookAt(context, row)
  const gitDir = row.gitDir ?? (await gitDirOf(context, row.root, folder))
  const isKnown = gitDir !== undefined && (await projects.isThere(gitDir))
  if (isKnown ? !(await isOurs(context, row, gitDir)) : look) throw foreign(folder)
  if (!isKnown) return { is: 'unknown' }
  const checkout = { ...placeIn(context, folder), gitDir }
  if (!look) return { is: 'missing', checkout }
  // A link, or something below one, would lead git out of the worktree.
  if (!look.isFolder || (await projects.real(folder)) !== folder) throw foreign(folder)
  return { is: 'there', checkout }
}

async function isOurs(context: WorktreesContext, row: WorktreeRow, gitDir: string): Promise<boolean> {
  const owner = await ownerOf(context, gitDir)
  if (owner) return owner.home === context.home && owner.task === row.task && owner.folder === row.folder
  // Before the owner file is written the lock says it, and git made that with the worktree.
  return (await textOf(context.projects, gitDir, 'locked')) === lockReason(row)
}

/** What is at the place of a worktree. */
export const lookAt = (
  { projects }: Pick<WorktreesContext, 'projects'>,
  { root, folder }: Pick<WorktreeRow, 'root' | 'folder'>,
): ReturnType<WorktreesContext['projects']['look']> => projects.look(root, relative(root, folder))

export const foreign = (folder: string): IrisError =>
  new IrisError('WORKTREE_FOREIGN', `${folder} is there, and Iris did not make it.`)

/** The checkout of a worktree that has to be there. */
export async function checkoutOf(context: WorktreesContext, row: WorktreeRow): Promise<Checkout> {
  const found = await findWorktree(context, row)
  if (found.is === 'there') return found.checkout
  const way = `\`iris worktrees make ${row.key}\` makes it again`
  throw new IrisError('WORKTREE_REFUSED', `The folder ${row.folder} is gone; ${way}.`)
}

/** Where in a worktree a team works, and what is known of it without asking what is in it. */
export interface Workplace {
  team: string
  folder: string
  /** The top of the worktree, and what git keeps of it. */
  top: string
  gitDir: string
  /** The commit it was begun at. */
  base: string
}

/** Where in a worktree that has to be there a team works. */
export async function workplaceOf(
  context: WorktreesContext,
  row: WorktreeRow,
  team: { name: string; path: string } = { name: row.team, path: '' },
): Promise<Workplace> {
  const { folder: top, gitDir } = await checkoutOf(context, row)
  if (row.state === 'making')
    throw new IrisError(
      'WORKTREE_REFUSED',
      `The worktree is not made yet; see \`iris worktrees show ${row.key}\`.`,
    )
  const prefix = team.name === row.team ? row.prefix : await prefixOf(context, team.path)
  return { team: team.name, folder: join(top, prefix), top, gitDir, base: row.base }
}
