import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IrisError, type ErrorCode } from '../../contract/index.ts'

/** Where the copies of a database lie. */
export function copiesFolder(path: string): string {
  return join(dirname(path), 'backups')
}

/** The copies that are there, the oldest first; their names begin with their date. */
export function copiesOf(path: string): string[] {
  const folder = copiesFolder(path)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^iris-.*\.db$/.test(name))
  return names.toSorted().map((name) => join(folder, name))
}

/** Names the newest copy, or says that there is none: nobody is to look for one in vain. */
export function copyWords(path: string): string {
  const newest = copiesOf(path).at(-1)
  return newest === undefined ? 'There is no backup of it.' : `The newest backup of it is ${newest}`
}

const mendedByCopy = new Set<ErrorCode>(['DATABASE_CORRUPT', 'DATABASE_CHANGED', 'DATABASE_TOO_NEW'])

/** Adds to an error that a copy could mend which one there is. */
export function namingCopy<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof IrisError) || !mendedByCopy.has(error.code)) throw error
    throw new IrisError(error.code, `${error.message} ${copyWords(path)}`, {
      cause: error,
      details: { path },
    })
  }
}
