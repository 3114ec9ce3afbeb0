import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askGit, type GitPlace } from './run.ts'

/** Where a repository keeps what it has. */
export async function objectsOf(repository: GitPlace): Promise<string> {
  const path = await askGit(repository, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'])
  return path.replace(/\n$/, '')
}

/** Works in a repository with what git writes going to a folder of its own, so that looking leaves nothing behind. */
export async function withScratch<P extends GitPlace, T>(
  repository: P,
  work: (scratch: P) => Promise<T>,
  known?: string,
): Promise<T> {
  const objects = known ?? (await objectsOf(repository))
  const folder = await mkdtemp(join(tmpdir(), 'iris-objects-'))
  try {
    return await work({ ...repository, scratch: { folder, objects } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Looks at a checkout through the index of a commit or tree; its own index is left alone. */
export async function withIndexOf<P extends GitPlace, T>(
  checkout: P,
  tree: string,
  look: (other: P) => Promise<T>,
): Promise<T> {
  const other = { ...checkout, index: join(tmpdir(), `iris-index-${randomUUID()}`) }
  try {
    await askGit(other, ['read-tree', tree])
    return await look(other)
  } finally {
    await rm(other.index, { force: true })
  }
}
