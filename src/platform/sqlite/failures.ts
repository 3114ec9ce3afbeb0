import { dirname } from 'node:path'
import { IrisError, type ErrorCode } from '../../contract/index.ts'
import { messageOf, refusalOf } from '../lib/index.ts'
import { copyWords } from './copies.ts'

// SQLite's primary result codes (sqlite.org/rescode.html).
const codeByResult = new Map<number, ErrorCode>([
  [5, 'DATABASE_UNAVAILABLE'],
  [6, 'DATABASE_UNAVAILABLE'],
  [8, 'DATABASE_READ_ONLY'],
  [10, 'DISK_FULL'],
  [11, 'DATABASE_CORRUPT'],
  [13, 'DISK_FULL'],
  [14, 'DATABASE_UNAVAILABLE'],
  [26, 'DATABASE_CORRUPT'],
])

const resultByName = new Map([
  ['SQLITE_BUSY', 5],
  ['SQLITE_LOCKED', 6],
  ['SQLITE_READONLY', 8],
  ['SQLITE_IOERR', 10],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_FULL', 13],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_NOTADB', 26],
])

const sentences: Partial<Record<ErrorCode, string>> = {
  DATABASE_UNAVAILABLE: 'The database cannot be opened, or another process is using it.',
  DATABASE_READ_ONLY: 'The database cannot be written.',
  DATABASE_CORRUPT: 'The database file is damaged or is not a database.',
  DISK_FULL: 'The database could not be written: the disk is full or failing.',
}

/** Turns the faults of the outside world into errors a person can act on; anything else is thrown as it came. */
export function explain<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = codeOf(error, path)
    if (!code) throw error
    const told = `${sentences[code] ?? 'The database failed.'} (${messageOf(error)})`
    const copy = code === 'DATABASE_CORRUPT' ? ` ${copyWords(path)}` : ''
    throw new IrisError(code, told + copy, { cause: error, details: { path } })
  }
}

/** Beside a database SQLite keeps files of its own: where it may make none, it says that it cannot open the database. */
function codeOf(error: unknown, path: string): ErrorCode | undefined {
  const code = codeByResult.get(resultOf(error) ?? -1)
  return code === 'DATABASE_UNAVAILABLE' && refusalOf(dirname(path)) ? 'DATABASE_READ_ONLY' : code
}

/** better-sqlite3 names the result (`SQLITE_IOERR_WRITE`), node:sqlite numbers it (`errcode`, extended). */
function resultOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  if (!('code' in error) || typeof error.code !== 'string') return undefined
  const primary = error.code.split('_').slice(0, 2).join('_')
  return resultByName.get(primary)
}
