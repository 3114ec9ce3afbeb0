import { basename, dirname, isAbsolute, join } from 'node:path'
import type { WikiSettings } from '../../platform/config/index.ts'

/** A project as a wiki needs to know it. */
interface ProjectPlace {
  slug: string
  /** Where its history is, or the folder itself. */
  root: string
}

/** Where the repository of a wiki is; inside a project, which git there must not take for its own. */
export function placeOf(
  { path }: Pick<WikiSettings, 'path'>,
  { slug, root }: ProjectPlace,
  home: string,
): { folder: string; inside?: { root: string; main: string } } {
  if (path === undefined) return { folder: join(home, 'wiki', slug) }
  if (isAbsolute(path)) return { folder: join(path, slug) }
  const isGit = basename(root) === '.git'
  const main = isGit ? dirname(root) : root
  return { folder: join(main, path), ...(isGit && { inside: { root, main } }) }
}
