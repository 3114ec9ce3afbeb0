// A program of its own: SQLite's check cannot be interrupted, but a process can be ended.
import { toErrorBody } from '../../contract/plain.ts'
import { openSql } from './open.ts'

const [path = ''] = process.argv.slice(2)

/** What it prints: `found` is "ok" for a sound database. */
function check(): { found: string } {
  const sql = openSql(path, { readOnly: true })
  try {
    const row = sql.prepare<{ quick_check: string }>('PRAGMA quick_check(1)').get()
    return { found: row?.quick_check ?? 'no answer' }
  } finally {
    sql.close()
  }
}

function checkOrError(): object {
  try {
    return check()
  } catch (error) {
    return toErrorBody(error)
  }
}

process.stdout.write(JSON.stringify(checkOrError()))
