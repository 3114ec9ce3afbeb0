import type {
  AskId,
  IdeaId,
  SpecComment,
  SpecContent,
  SpecId,
  SpecLane,
  SpecReport,
  SpecScope,
  StageId,
} from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** What the next revision is to heed: what a person said, and about what. */
export interface SpecNote extends SpecComment {
  /** The words it is about: a line of a document, or a question that was asked. */
  about: string | null
  by: string
}

/** A question that was asked about a spec. */
export interface AskedQuestion {
  /** It is asked once. */
  key: string
  ask: AskId
  event: string
  /** Whether its answer has been heeded. */
  isHeard: boolean
}

interface StoredSpec {
  id: SpecId
  project: string
  number: number
  team: string
  goal: string
  idea: IdeaId | null
  scope: SpecScope
  lane: SpecLane
  folder: string
  source: string
  command: string | null
  madeBy: string
  createdAt: number
  revision: number
  notes: string
  asked: string
  ask: AskId | null
  stage: StageId | null
  tries: number
  problem: string | null
  approvedAt: number | null
  approvedBy: string | null
  wantsBuild: number
  build: string | null
  droppedAt: number | null
  written: string
}

/** A spec as it is stored; where it is follows from it and from its asks. */
export interface SpecRow extends Omit<StoredSpec, 'notes' | 'asked' | 'wantsBuild' | 'written'> {
  /** Where its files go, in the repository. */
  folder: string
  /** Where its task file is, or would be; its tasks name it. */
  source: string
  /** What proves tasks that declare no check. */
  command: string | null
  notes: readonly SpecNote[]
  asked: readonly AskedQuestion[]
  /** Where it is approved. */
  ask: AskId | null
  /** What the model is at, as long as nobody has taken what came of it. */
  stage: StageId | null
  /** How many drafts in a row were no valid spec. */
  tries: number
  /** Why it cannot go on by itself. */
  problem: string | null
  wantsBuild: boolean
  /** The hashes of the files that were written, by their names. */
  written: Readonly<Record<string, string>>
}

/** One version of a spec. */
export interface RevisionRow {
  spec: SpecId
  number: number
  content: SpecContent
  /** Words of lessons, by the task they are for. */
  gotchas: Readonly<Record<string, string[]>>
  report: SpecReport
  /** What it heeded. */
  notes: readonly SpecNote[]
  madeBy: string
  at: number
}

/** The stored specs. */
export interface SpecRows {
  insert(row: Pick<SpecRow, InsertColumn>): void
  nextNumber(project: string): number
  get(id: SpecId): SpecRow | undefined
  byNumber(project: string, number: number): SpecRow | undefined
  /** Those with something to do: neither dropped, nor approved and given to a build. */
  open(): SpecRow[]
  list(filter: { team: string | null; idea: IdeaId | null; isOpen: boolean; limit: number }): SpecRow[]
  bySource(source: string): SpecRow | undefined
  ofAsk(ask: AskId): SpecRow | undefined
  /** The newest spec that was made from an idea. */
  ofIdea(idea: IdeaId): SpecRow | undefined
  allOfIdea(idea: IdeaId): SpecId[]
  /** The spec that a stage is about. */
  ofSubject(subject: string): SpecRow | undefined
  set(id: SpecId, change: Partial<SpecRow>): void
  addRevision(row: RevisionRow): void
  revision(spec: SpecId, number: number): RevisionRow | undefined
}

const insertColumns = [
  'id',
  'project',
  'number',
  'team',
  'goal',
  'idea',
  'scope',
  'lane',
  'folder',
  'source',
  'command',
  'madeBy',
  'createdAt',
] as const
type InsertColumn = (typeof insertColumns)[number]
const changedColumns = [
  'lane',
  'revision',
  'notes',
  'asked',
  'ask',
  'stage',
  'tries',
  'problem',
  'approvedAt',
  'approvedBy',
  'wantsBuild',
  'build',
  'droppedAt',
  'written',
] as const

export function createSpecRows(sql: Sql): SpecRows {
  const insert = sql.prepare(
    `INSERT INTO spec (${insertColumns.join(', ')}) VALUES (${insertColumns.map(() => '?').join(', ')})`,
  )
  const update = sql.prepare(
    `UPDATE spec SET ${changedColumns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  )
  const last = sql.prepare<{ last: number | null }>('SELECT max(number) AS last FROM spec WHERE project = ?')
  const byId = sql.prepare<StoredSpec>('SELECT * FROM spec WHERE id = ?')
  const byNumber = sql.prepare<StoredSpec>('SELECT * FROM spec WHERE project = ? AND number = ?')
  const bySource = sql.prepare<StoredSpec>('SELECT * FROM spec WHERE source = ? ORDER BY number DESC')
  const byIdea = sql.prepare<StoredSpec>('SELECT * FROM spec WHERE idea = ? ORDER BY id DESC')
  const isOpen = 'droppedAt IS NULL AND approvedAt IS NULL'
  const open = sql.prepare<StoredSpec>(
    `SELECT * FROM spec WHERE droppedAt IS NULL AND (approvedAt IS NULL OR wantsBuild = 1) ORDER BY createdAt, id`,
  )
  const newest = sql.prepare<StoredSpec>(
    `SELECT * FROM spec WHERE (? IS NULL OR team = ?) AND (? IS NULL OR idea = ?) AND (? = 0 OR (${isOpen})) ORDER BY createdAt DESC, id DESC LIMIT ?`,
  )
  const addRevision = sql.prepare('INSERT INTO spec_revision VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const revision = sql.prepare<StoredRevision>('SELECT * FROM spec_revision WHERE spec = ? AND number = ?')
  return {
    insert: (row) => void insert.run(...insertColumns.map((column) => row[column])),
    nextNumber: (project) => (last.get(project)?.last ?? 0) + 1,
    get: (id) => toSpec(byId.get(id)),
    byNumber: (project, number) => toSpec(byNumber.get(project, number)),
    open: () => open.all().map(parseSpec),
    list: ({ team, idea, isOpen: onlyOpen, limit }) =>
      newest.all(team, team, idea, idea, onlyOpen ? 1 : 0, limit).map(parseSpec),
    bySource: (source) => toSpec(bySource.get(source)),
    ofIdea: (idea) => toSpec(byIdea.get(idea)),
    allOfIdea: (idea) => byIdea.all(idea).map(({ id }) => id),
    ofSubject: (subject) => toSpec(byId.get(subject)),
    ofAsk: (ask) =>
      open
        .all()
        .map(parseSpec)
        .find((row) => row.ask === ask || row.asked.some((one) => one.ask === ask)),
    set(id, change) {
      const stored = byId.get(id)
      if (!stored) return
      const { notes, asked, wantsBuild, written, ...rest } = { ...parseSpec(stored), ...change }
      const values = {
        ...rest,
        notes: JSON.stringify(notes),
        asked: JSON.stringify(asked),
        wantsBuild: wantsBuild ? 1 : 0,
        written: JSON.stringify(written),
      }
      update.run(...changedColumns.map((column) => values[column]), id)
    },
    addRevision({ spec, number, content, gotchas, report, notes, madeBy, at }) {
      const [one, two, three, four] = [content, gotchas, report, notes].map((value) => JSON.stringify(value))
      addRevision.run(spec, number, one ?? '', two ?? '', three ?? '', four ?? '', madeBy, at)
    },
    revision: (spec, number) => toRevision(revision.get(spec, number)),
  }
}

const toSpec = (stored: StoredSpec | undefined): SpecRow | undefined => stored && parseSpec(stored)

type StoredRevision = Omit<RevisionRow, 'content' | 'gotchas' | 'report' | 'notes'> &
  Record<'content' | 'gotchas' | 'report' | 'notes', string>

// Only the functions above make these columns.
// oxlint-disable typescript/no-unsafe-type-assertion
function parseSpec({ notes, asked, wantsBuild, written, ...rest }: StoredSpec): SpecRow {
  return {
    ...rest,
    notes: JSON.parse(notes) as SpecNote[],
    asked: JSON.parse(asked) as AskedQuestion[],
    wantsBuild: wantsBuild === 1,
    written: JSON.parse(written) as Record<string, string>,
  }
}

function toRevision(stored: StoredRevision | undefined): RevisionRow | undefined {
  if (!stored) return undefined
  const { content, gotchas, report, notes, ...rest } = stored
  return {
    ...rest,
    content: JSON.parse(content) as SpecContent,
    gotchas: JSON.parse(gotchas) as Record<string, string[]>,
    report: JSON.parse(report) as SpecReport,
    notes: JSON.parse(notes) as SpecNote[],
  }
}
// oxlint-enable typescript/no-unsafe-type-assertion
