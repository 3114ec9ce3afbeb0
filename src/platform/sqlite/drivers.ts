import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import type { Driver } from './sql.ts'

const require = createRequire(import.meta.url)

/** How to open a file with one of the drivers; undefined where this runtime does not have it. */
export type Open = (path: string, options: { readOnly: boolean }) => Driver

interface NodeSqlite {
  DatabaseSync: new (path: string, options: { readOnly: boolean }) => Driver
}

/** The SQLite inside Node, from 22.13 on without a flag. */
export function nodeSqlite(): Open | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 13)) return undefined
  // The types of Node 20 do not know this module; NodeSqlite names the part we use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { DatabaseSync } = require('node:sqlite') as NodeSqlite
  return (path, options) => new DatabaseSync(path, options)
}

/** The optional native module, for Node 20. */
export function betterSqlite(): Open | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const Database = require('better-sqlite3') as typeof BetterSqlite3
    new Database(':memory:').close()
    return (path, { readOnly }) => new Database(path, { readonly: readOnly })
  } catch {
    // Not installed, or built for another Node: the caller says what to do when no driver is left.
    return undefined
  }
}
