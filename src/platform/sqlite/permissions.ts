import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const inMemory = ':memory:'

/** Makes an empty file for its owner only, which SQLite takes for an empty database, unless there is one. */
export function makeFile(path: string): void {
  if (path === inMemory || existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // SQLite will meet the same and has a better word for it.
  }
}

/** SQLite gives the files it makes beside a database the permissions of the database. */
export function closeToOthers(path: string): void {
  if (path === inMemory) return
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter((one) => existsSync(one))) {
    const { mode } = statSync(file)
    if ((mode & 0o077) === 0) continue
    try {
      chmodSync(file, mode & 0o700)
    } catch {
      // It belongs to somebody else, who decides who may read it.
    }
  }
}
