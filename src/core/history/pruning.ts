import { IrisError } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createPastTurns } from '../sessions/index.ts'
import type { EventLog } from '../store/index.ts'

/** Events looked at in one call: the daemon does nothing else meanwhile. */
const partSize = 2_000
const leastAge = 86_400_000

/** Which lines to prune, where to go on, and who wants it. */
interface Pruned {
  before: number
  after: number
  trial: boolean
  by: string
}

/** What became of one part of the log; `next` is null at the end. */
interface PrunedPart {
  lines: number
  bytes: number
  next: number | null
  end: number
}

/** Prunes what agents printed long ago, a part of the log at a time. What was told and answered stays, and turns that are open keep all. */
export type Prune = (wanted: Pruned) => PrunedPart

export function createPruning({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Prune {
  const turns = createPastTurns(sql)
  const dropProblem = sql.prepare('DELETE FROM problem_event WHERE session = ? AND seq = ?')
  return ({ before, after, trial, by }) => {
    // Wall time: what is stored is as old as its date says.
    if (before > clock.now() - leastAge)
      throw new IrisError('INPUT_INVALID', 'Lines are kept for a day at least.')
    const end = Math.min(log.seqAt(before), log.head() + 1) - 1
    const through = Math.min(after + partSize, end)
    const lines = log.lines.find({ after, through, except: turns.open() })
    const bytes = lines.reduce((sum, line) => sum + line.bytes, 0)
    if (!trial && lines.length > 0)
      log.write((append) => {
        log.lines.prune(lines)
        for (const { session, seq } of lines) if (session !== null) dropProblem.run(session, seq)
        append({ type: 'log.pruned', data: { after, through, lines: lines.length, bytes, by } })
      })
    return { lines: lines.length, bytes, next: through < end ? through : null, end }
  }
}

/** Gives the free space in the database back to the disk. Nobody is heard meanwhile, so no turn may be open. */
export function createShrinking({ sql }: { sql: Sql }): () => void {
  const turns = createPastTurns(sql)
  return () => {
    if (turns.open().length > 0)
      throw new IrisError('TURNS_OPEN', 'The database is not shrunk while a turn is open.')
    sql.compact()
  }
}
