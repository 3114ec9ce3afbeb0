import type { AskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** Whose words count where a wiki and its remote differ. */
export type Side = 'ours' | 'theirs' | 'both'

/** What a person was asked about a remote, and what they chose. */
export interface ChoiceRow {
  project: string
  ask: AskId
  /** The contents it is about: once one of them changes, it is asked again. */
  about: string
  chosen: Side | null
}

/** The choices of all wikis, at most one for each. */
export interface ChoiceRows {
  of(project: string): ChoiceRow | undefined
  ofAsk(ask: AskId): ChoiceRow | undefined
  /** Those that a person made and that are not carried out. */
  made(): ChoiceRow[]
  put(row: ChoiceRow): void
  drop(project: string): void
}

export function createChoiceRows(sql: Sql): ChoiceRows {
  const of = sql.prepare<ChoiceRow>('SELECT * FROM wiki_choice WHERE project = ?')
  const ofAsk = sql.prepare<ChoiceRow>('SELECT * FROM wiki_choice WHERE ask = ?')
  const made = sql.prepare<ChoiceRow>('SELECT * FROM wiki_choice WHERE chosen IS NOT NULL')
  const put = sql.prepare(
    'INSERT OR REPLACE INTO wiki_choice (project, ask, about, chosen) VALUES (?, ?, ?, ?)',
  )
  const drop = sql.prepare('DELETE FROM wiki_choice WHERE project = ?')
  return {
    of: (project) => of.get(project),
    ofAsk: (ask) => ofAsk.get(ask),
    made: () => made.all(),
    put: ({ project, ask, about, chosen }) => void put.run(project, ask, about, chosen),
    drop: (project) => void drop.run(project),
  }
}
