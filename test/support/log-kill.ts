import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSql } from '../../src/platform/sqlite/index.ts'

/** So many events are written before a kill, however slow the machine is: one that finds nothing written shows nothing. */
const leastWritten = 100

/**
 * Starts `program`, which is `log-writer.ts`, on `path`, kills it with SIGKILL `writeFor` ms after its first events, and
 * returns the last acknowledged number.
 */
export async function killWriter(
  path: string,
  options: { grouped: boolean; writeFor: number; program: readonly string[] },
): Promise<number> {
  const args = [...options.program, path, options.grouped ? 'grouped' : 'single']
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(writer, 'close')
  let printed = ''
  let written = 0
  const hasWritten = new Promise<void>((resolve, reject) => {
    writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-200)
      written += chunk.split('\n').length - 1
      if (written >= leastWritten) resolve()
    })
    writer.once('close', () => reject(new Error('the writer ended by itself')))
  })
  await hasWritten
  setTimeout(() => writer.kill('SIGKILL'), options.writeFor)
  await closed
  // The kill may cut the last line; only a line with its newline was acknowledged.
  return Number(printed.split('\n').at(-2)) || 0
}

/** What the file holds after a kill. */
export function inspect(path: string): { integrity: unknown; count: number; newest: number } {
  const sql = openSql(path)
  try {
    const integrity = sql
      .prepare<{ integrity_check: string }>('PRAGMA integrity_check')
      .get()?.integrity_check
    const row = sql
      .prepare<{ n: number; m: number }>('SELECT count(*) AS n, coalesce(max(seq), 0) AS m FROM event')
      .get()
    return { integrity, count: row?.n ?? -1, newest: row?.m ?? -1 }
  } finally {
    sql.close()
  }
}
