import type { AgentId, StageId, StageUse } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Migrations } from '../../../core/store/index.ts'
import type { StageAnswer, StageRow } from './stage.ts'

export const stageMigrations: Migrations = {
  owner: 'stages',
  steps: [
    `CREATE TABLE stage (
       stage TEXT PRIMARY KEY, role TEXT NOT NULL, subject TEXT NOT NULL, model TEXT, tokens INTEGER NOT NULL,
       cut TEXT NOT NULL, prompt TEXT, setup TEXT, beganAt INTEGER NOT NULL, message TEXT NOT NULL, agent TEXT,
       conversation TEXT NOT NULL, askedAt INTEGER, endedAt INTEGER, how TEXT, why TEXT, text TEXT, structured TEXT,
       costUsd REAL, rehearsed INTEGER NOT NULL DEFAULT 0
     ) STRICT;
     CREATE INDEX stage_of_subject ON stage (subject);
     CREATE INDEX stage_open ON stage (stage) WHERE endedAt IS NULL;`,
    'ALTER TABLE stage ADD COLUMN budget INTEGER',
  ],
}

/** What the CLI is started with for a stage, besides what its role has. */
interface StageSetup {
  project?: string | undefined
  tools?: readonly string[] | undefined
  outputSchema: Readonly<Record<string, unknown>>
  folder?: string | undefined
}

/** A stage that has not ended. */
export interface OpenStage {
  stage: StageId
  role: string
  subject: string
  /** Known once its agent is started. */
  model: string | null
  prompt: string
  setup: StageSetup
  beganAt: number
  /** The uuid of the message: the pipe puts it to an agent once, however often it is sent. */
  message: string
  conversation: string
  agent: AgentId | null
  askedAt: number | null
}

/** What a stage cost, once it has ended. */
interface StageCost {
  costUsd: number
  rehearsed: boolean
}

type StoredOpen = Omit<OpenStage, 'setup'> & { setup: string }
type StoredStage = Omit<StageRow, 'cut' | 'rehearsed' | 'answer'> & {
  cut: string
  rehearsed: number
  text: string | null
  structured: string | null
}

/** Which stages: of one subject, of one role, or all. */
interface StageFilter {
  subject?: string | undefined
  role?: string | undefined
  limit: number
}

export interface StageRows {
  insert(stage: OpenStage & { tokens: number; budget: number; cut: readonly string[] }): void
  get(stage: StageId): StageRow | undefined
  list(filter: StageFilter): StageRow[]
  /** What those of each role that began since then were told and cost. */
  use(since: number): StageUse[]
  /** Those that have not ended, oldest first. */
  open(): OpenStage[]
  setAgent(stage: StageId, started: { agent: AgentId; model: string; conversation: string }): void
  setAsked(stage: StageId, at: number): void
  /** What it was told is forgotten with its end; how long that was is kept. */
  end(stage: StageId, at: number, answer: StageAnswer & StageCost): void
}

export function createStageRows(sql: Sql): StageRows {
  const insert = sql.prepare(
    `INSERT INTO stage (stage, role, subject, tokens, budget, cut, prompt, setup, beganAt, message, conversation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const open = sql.prepare<StoredOpen>(
    `SELECT stage, role, subject, model, prompt, setup, beganAt, message, conversation, agent, askedAt FROM stage
     WHERE endedAt IS NULL ORDER BY rowid`,
  )
  const setAgent = sql.prepare('UPDATE stage SET agent = ?, model = ?, conversation = ? WHERE stage = ?')
  const setAsked = sql.prepare('UPDATE stage SET askedAt = ? WHERE stage = ?')
  const end = sql.prepare(
    `UPDATE stage SET endedAt = ?, how = ?, why = ?, text = ?, structured = ?, costUsd = ?, rehearsed = ?, prompt = NULL,
       setup = NULL WHERE stage = ?`,
  )
  return {
    insert: ({ stage, role, subject, tokens, budget, cut, prompt, setup, beganAt, message, conversation }) =>
      void insert.run(
        stage,
        role,
        subject,
        tokens,
        budget,
        JSON.stringify(cut),
        prompt,
        JSON.stringify(setup),
        beganAt,
        message,
        conversation,
      ),
    ...readingOf(sql),
    open: () => open.all().map((row) => ({ ...row, setup: JSON.parse(row.setup) })),
    setAgent: (stage, { agent, model, conversation }) => void setAgent.run(agent, model, conversation, stage),
    setAsked: (stage, at) => void setAsked.run(at, stage),
    end: (stage, at, { how, why, text, structured, costUsd, rehearsed }) =>
      void end.run(
        at,
        how,
        why,
        text,
        structured === undefined ? null : JSON.stringify(structured),
        costUsd,
        rehearsed ? 1 : 0,
        stage,
      ),
  }
}

const select = `SELECT stage, role, subject, model, tokens, cut, beganAt, askedAt, endedAt, how, why, text, structured,
    costUsd, rehearsed FROM stage`

function readingOf(sql: Sql): Pick<StageRows, 'get' | 'list' | 'use'> {
  const byId = sql.prepare<StoredStage>(`${select} WHERE stage = ?`)
  const newest = sql.prepare<StoredStage>(`${select} WHERE ? IS NULL OR role = ? ORDER BY rowid DESC LIMIT ?`)
  const ofSubject = sql.prepare<StoredStage>(
    `${select} WHERE subject = ? AND (? IS NULL OR role = ?) ORDER BY rowid DESC LIMIT ?`,
  )
  return {
    get(stage) {
      const row = byId.get(stage)
      return row && toRow(row)
    },
    list: ({ subject, role = null, limit }) =>
      (subject === undefined ? newest.all(role, role, limit) : ofSubject.all(subject, role, role, limit)).map(
        toRow,
      ),
    use: useOf(sql),
  }
}

function useOf(sql: Sql): StageRows['use'] {
  const use = sql.prepare<StageUse>(
    `SELECT role, count(*) AS stages, CAST(round(avg(tokens)) AS INTEGER) AS tokens, max(tokens) AS most,
       max(budget) AS budget, coalesce(sum(costUsd), 0) AS costUsd FROM stage WHERE beganAt >= ? GROUP BY role ORDER BY role`,
  )
  return (since) => use.all(since).map((row) => ({ ...row }))
}

function toRow({ cut, rehearsed, text, structured, ...row }: StoredStage): StageRow {
  const { how, why } = row
  return {
    ...row,
    cut: JSON.parse(cut),
    rehearsed: rehearsed === 1,
    answer: how === null ? undefined : { how, why, text: text ?? '', structured: parsed(structured) },
  }
}

const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))
