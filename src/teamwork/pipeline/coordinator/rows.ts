import type { AskId, Concern, RulingId, SessionId, TurnId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

const maxEnded = 1000

/** Tasks that a person said are to be worked again, and by which team. */
export interface Wanted {
  team: string
  tasks: string[]
}

/** Something that the coordinator has in hand, as it is stored. */
export interface ConcernRow extends Pick<
  Concern,
  | 'subject'
  | 'kind'
  | 'about'
  | 'team'
  | 'build'
  | 'action'
  | 'why'
  | 'openedAt'
  | 'decidedAt'
  | 'interrupts'
  | 'restarts'
  | 'endedAt'
> {
  session: SessionId | null
  ruling: RulingId | null
  /** How often the same was decided of it. */
  times: number
  /** From the decision until it is looked at again without cause. */
  againMs: number | null
  ask: AskId | null
  askedAt: number | null
  /** What became of the question; `wait`: it was answered or put away, and what follows takes its time. */
  answer: 'none' | 'open' | 'wait'
  escalations: number
  preempted: number
  /** When something was done about it last. */
  doneAt: number | null
  /** The turn that is interrupted. */
  turn: TurnId | null
  wants: readonly Wanted[]
  /** Who said so. */
  by: string | null
  /** What was decided is not known to be done yet. */
  isDue: number
}

type Stored = Omit<ConcernRow, 'wants'> & { wants: string | null }

const columns = [
  'subject',
  'kind',
  'about',
  'team',
  'build',
  'session',
  'action',
  'why',
  'ruling',
  'times',
  'openedAt',
  'decidedAt',
  'againMs',
  'ask',
  'askedAt',
  'answer',
  'interrupts',
  'restarts',
  'escalations',
  'preempted',
  'doneAt',
  'turn',
  'wants',
  'by',
  'isDue',
  'endedAt',
] as const

/** The stored concerns. Of those that are over only so many of the newest are kept. */
export interface ConcernRows {
  get(subject: string): ConcernRow | undefined
  ofAsk(ask: AskId): ConcernRow | undefined
  /** Those that are not over, the oldest first. */
  open(): ConcernRow[]
  /** Of which something is decided and not known to be done. */
  due(): ConcernRow[]
  list(filter: { state: 'open' | 'all'; limit: number }): ConcernRow[]
  put(row: ConcernRow): void
}

export function createConcernRows(sql: Sql): ConcernRows {
  const select = `SELECT ${columns.join(', ')} FROM concern`
  const bySubject = sql.prepare<Stored>(`${select} WHERE subject = ?`)
  const byAsk = sql.prepare<Stored>(`${select} WHERE ask = ?`)
  const open = sql.prepare<Stored>(`${select} WHERE endedAt IS NULL ORDER BY openedAt, subject`)
  const due = sql.prepare<Stored>(`${select} WHERE endedAt IS NULL AND isDue = 1 ORDER BY openedAt, subject`)
  const newest = sql.prepare<Stored>(
    `${select} WHERE ? = 'all' OR endedAt IS NULL ORDER BY openedAt DESC, subject DESC LIMIT ?`,
  )
  const put = sql.prepare(
    `INSERT OR REPLACE INTO concern (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const prune = sql.prepare(
    `DELETE FROM concern WHERE endedAt IS NOT NULL AND subject NOT IN
       (SELECT subject FROM concern WHERE endedAt IS NOT NULL ORDER BY endedAt DESC LIMIT ?)`,
  )
  return {
    get: (subject) => toRow(bySubject.get(subject)),
    ofAsk: (ask) => toRow(byAsk.get(ask)),
    open: () => open.all().map(parsed),
    due: () => due.all().map(parsed),
    list: ({ state, limit }) => newest.all(state, limit).map(parsed),
    put(row) {
      const stored: Stored = { ...row, wants: row.wants.length === 0 ? null : JSON.stringify(row.wants) }
      put.run(...columns.map((column) => stored[column]))
      if (row.endedAt !== null) prune.run(maxEnded)
    },
  }
}

const toRow = (stored: Stored | undefined): ConcernRow | undefined => stored && parsed(stored)

// Only `put` writes it.
// oxlint-disable typescript/no-unsafe-type-assertion
const parsed = ({ wants, ...rest }: Stored): ConcernRow => ({
  ...rest,
  wants: wants === null ? [] : (JSON.parse(wants) as Wanted[]),
})
// oxlint-enable typescript/no-unsafe-type-assertion
