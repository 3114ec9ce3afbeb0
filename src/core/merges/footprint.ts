import type { Touched } from '../../platform/git/index.ts'

/** What a branch does to its target, as far as it says whether another branch can conflict with it. */
export interface Footprint {
  paths: ReadonlySet<string>
  /** Folders that a touched path is in, at any depth. */
  folders: ReadonlySet<string>
  /** Folders that lost a file; one that is left empty may count as renamed. */
  left: ReadonlySet<string>
  /** Folders that got a file; it follows a folder that the other branch renamed. */
  joined: ReadonlySet<string>
}

const top = ''

export function footprintOf(touched: readonly Pick<Touched, 'path' | 'status'>[]): Footprint {
  const paths = new Set(touched.map(({ path }) => path))
  const removed = touched.filter(({ status }) => status === 'D')
  const added = touched.filter(({ status }) => status === 'A')
  return {
    paths,
    folders: new Set([...paths].flatMap(foldersOf)),
    left: new Set(removed.flatMap(({ path }) => [...foldersOf(path), top])),
    joined: new Set(added.flatMap(({ path }) => (path.includes('/') ? foldersOf(path) : [top]))),
  }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Whether two branches could conflict: where they do not meet, git merges them without looking into a file. */
export function meet(a: Footprint, b: Footprint): boolean {
  return (
    shares(a.paths, b.paths) ||
    shares(a.paths, b.folders) ||
    shares(a.folders, b.paths) ||
    shares(a.left, b.joined) ||
    shares(a.joined, b.left)
  )
}

function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  for (const one of few) if (many.has(one)) return true
  return false
}
