import type { AskId, LessonId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** How far a lesson is on its way into a CLAUDE.md. */
export interface PromotionRow {
  lesson: LessonId
  /** Where the file is. */
  folder: string
  team: string
  /** `approved`: a person said yes, and the file is to be written. */
  state: 'asked' | 'approved' | 'written' | 'declined' | 'removed'
  ask: AskId
  /** What the file was in the diff, as a hash. */
  base: string
  line: string
  askedBy: string
}

/** The stored ways of lessons into files. */
export interface PromotionRows {
  /** One for a lesson and a folder; a new one takes the place of the old. */
  put(row: PromotionRow): void
  of(lesson: LessonId): PromotionRow[]
  at(lesson: LessonId, folder: string): PromotionRow | undefined
  ofAsk(ask: AskId): PromotionRow | undefined
  approved(): PromotionRow[]
}

const columns = ['lesson', 'folder', 'team', 'state', 'ask', 'base', 'line', 'askedBy'] as const

export function createPromotionRows(sql: Sql): PromotionRows {
  const put = sql.prepare(
    `INSERT OR REPLACE INTO lesson_promotion (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const select = 'SELECT * FROM lesson_promotion WHERE'
  const of = sql.prepare<PromotionRow>(`${select} lesson = ? ORDER BY team`)
  const at = sql.prepare<PromotionRow>(`${select} lesson = ? AND folder = ?`)
  const ofAsk = sql.prepare<PromotionRow>(`${select} ask = ?`)
  const approved = sql.prepare<PromotionRow>(`${select} state = 'approved' ORDER BY ask`)
  return {
    put: (row) => void put.run(...columns.map((column) => row[column])),
    of: (lesson) => of.all(lesson),
    at: (lesson, folder) => at.get(lesson, folder),
    ofAsk: (ask) => ofAsk.get(ask),
    approved: () => approved.all(),
  }
}
