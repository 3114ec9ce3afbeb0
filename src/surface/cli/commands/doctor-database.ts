import { existsSync, statSync } from 'node:fs'
import { bytes, errorIn, IrisError } from '../../../contract/plain.ts'
import type { Environment } from '../../../platform/config/index.ts'
import { entryPoint, runToEnd } from '../../../platform/process/index.ts'
import { copyWords, openSql } from '../../../platform/sqlite/index.ts'

/** What a check found, and the way out of what is wrong. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem'
  found: string
  advice?: string
}

/** From here on pruning is worth a word. */
const largeDatabase = 4_000_000_000
const checkWithin = 20_000

/** Checks the pages of the database in a process of its own, which reads beside the daemon and is ended in time. */
export async function checkDatabase(
  path: string,
  { variables }: Pick<Environment, 'variables'>,
  within = checkWithin,
): Promise<Finding> {
  openSql(':memory:').close()
  if (!existsSync(path)) return { state: 'ok', found: `${path} (will be created)` }
  const { command, args } = entryPoint('platform/sqlite/check-main')
  const check = { command, args: [...args, path], cwd: '/', env: variables, timeoutMs: within }
  const { stdout, stderr, timedOut } = await runToEnd(check)
  if (timedOut) return unfinished(path, within)
  const result = resultIn(stdout)
  if (result === undefined) throw new IrisError('UNEXPECTED', `The check of ${path} stopped early. ${stderr}`)
  if (result === 'ok') return sound(path)
  return { state: 'problem', found: `${path}: ${result}`, advice: restoring(path) }
}

/** What SQLite says of it; an error that kept it from looking is thrown. */
function resultIn(printed: string): string | undefined {
  const result: unknown = printed === '' ? undefined : JSON.parse(printed)
  const error = errorIn(result)
  if (error) throw error
  return typeof result === 'object' && result !== null && 'found' in result ? String(result.found) : undefined
}

function restoring(path: string): string {
  return `Stop Iris and move the file aside. ${copyWords(path)}`
}

/** Not a problem: nothing wrong was found, and the daemon goes on. */
function unfinished(path: string, within: number): Finding {
  const { size } = statSync(path)
  const found = `${path}, ${bytes(size)}; not fully checked within ${within / 1000} s`
  return {
    state: 'warning',
    found,
    advice: `No problem so far. To check all of it: sqlite3 ${path} 'PRAGMA quick_check'`,
  }
}

function sound(path: string): Finding {
  const { size } = statSync(path)
  const found = `${path}, sound, ${bytes(size)}`
  if (size < largeDatabase) return { state: 'ok', found }
  return {
    state: 'warning',
    found,
    advice: 'Most of it is agent output. `iris prune` removes what is older than 30 days; it asks first.',
  }
}
