import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { WorktreesContext } from './context.ts'
import type { Ground } from './ground.ts'

/** Keeps the worktrees out of the status of the main checkout; nothing is done where they are elsewhere. */
export async function exclude(
  { projects }: Pick<WorktreesContext, 'projects'>,
  { root, main, place }: Pick<Ground, 'root' | 'main' | 'place'>,
): Promise<void> {
  const inside = main === undefined ? '..' : relative(main, place)
  if (inside === '' || inside.startsWith('..')) return
  const line = `/${literal(inside)}/`
  const known =
    (await projects.holds(root, 'info/exclude')) === 'inside' ? await projects.read(root, 'info/exclude') : ''
  if (known.split('\n').includes(line)) return
  const file = join(root, 'info', 'exclude')
  const text = `${known}${known === '' || known.endsWith('\n') ? '' : '\n'}${line}\n`
  await mkdir(join(root, 'info'), { recursive: true })
  await writeFile(`${file}.iris`, text)
  await rename(`${file}.iris`, file)
}

/** A path as a pattern of git that stands for itself. */
const literal = (path: string): string => path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)
