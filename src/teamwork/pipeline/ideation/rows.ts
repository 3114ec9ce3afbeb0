import type {
  Artifact,
  ArtifactType,
  AskId,
  IdeaDecision,
  IdeaFit,
  IdeaId,
  IdeaMessage,
  IdeaPhase,
  IdeaRisk,
  Profile,
  StageId,
} from '../../../contract/index.ts'
import type { Migrations } from '../../../core/store/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

export const ideaMigrations: Migrations = {
  owner: 'ideas',
  steps: [
    `CREATE TABLE idea (
       idea TEXT PRIMARY KEY, user TEXT NOT NULL, title TEXT NOT NULL, slug TEXT, phase TEXT NOT NULL,
       confidence REAL NOT NULL, complexity REAL, fit TEXT, stage TEXT, upTo INTEGER NOT NULL, mayResearch INTEGER NOT NULL,
       isFiled INTEGER NOT NULL, createdAt INTEGER NOT NULL, changedAt INTEGER NOT NULL, completedAt INTEGER,
       UNIQUE (user, slug)
     ) STRICT;
     CREATE INDEX idea_of_stage ON idea (stage);
     CREATE INDEX idea_unfiled ON idea (idea) WHERE isFiled = 0;
     CREATE TABLE idea_message (
       n INTEGER PRIMARY KEY, idea TEXT NOT NULL, by TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, stage TEXT,
       source TEXT
     ) STRICT;
     CREATE INDEX idea_message_of ON idea_message (idea, n);
     CREATE TABLE idea_artifact (
       idea TEXT NOT NULL, type TEXT NOT NULL, summary TEXT NOT NULL, text TEXT NOT NULL, confidence REAL NOT NULL,
       isActive INTEGER NOT NULL, isSaved INTEGER NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (idea, type)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE idea_decision (
       idea TEXT NOT NULL, text TEXT NOT NULL, type TEXT NOT NULL, assumption TEXT, outcome TEXT, at INTEGER NOT NULL,
       PRIMARY KEY (idea, text)
     ) STRICT;
     CREATE TABLE idea_risk (
       idea TEXT NOT NULL, text TEXT NOT NULL, severity TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (idea, text)
     ) STRICT;
     CREATE TABLE idea_question (
       idea TEXT NOT NULL, key TEXT NOT NULL, event TEXT NOT NULL, ask TEXT NOT NULL, PRIMARY KEY (idea, key)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX idea_question_ask ON idea_question (ask);
     CREATE TABLE profile (user TEXT PRIMARY KEY, said TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  ],
}

/** An idea as it is stored. */
export interface IdeaRow {
  idea: IdeaId
  user: string
  title: string
  slug: string | null
  phase: IdeaPhase
  confidence: number
  complexity: number | null
  fit: IdeaFit | null
  /** What the model was asked last. */
  stage: StageId | null
  /** The last message that it was told of. */
  upTo: number
  /** The person said that the web may be searched, the next time it is asked. */
  mayResearch: boolean
  /** Its files on the disk are what the tables say. */
  isFiled: boolean
  createdAt: number
  changedAt: number
  completedAt: number | null
}

/** A question that a trigger asked about an idea. */
interface IdeaQuestion {
  idea: IdeaId
  key: string
  event: string
  ask: AskId
}

type StoredIdea = Omit<IdeaRow, 'fit' | 'mayResearch' | 'isFiled'> & {
  fit: string | null
  mayResearch: number
  isFiled: number
}
type StoredArtifact = Omit<Artifact, 'isActive' | 'isSaved'> & { isActive: number; isSaved: number }

export interface IdeaRows extends ReturnType<typeof ideaTable>, ReturnType<typeof ofIdeas> {
  profile(user: string): Profile | undefined
  putProfile(user: string, profile: Profile): void
}

export function createIdeaRows(sql: Sql): IdeaRows {
  const readProfile = sql.prepare<{ said: string }>('SELECT said FROM profile WHERE user = ?')
  const putProfile = sql.prepare('INSERT OR REPLACE INTO profile VALUES (?, ?)')
  return {
    ...ideaTable(sql),
    ...ofIdeas(sql),
    profile(user) {
      const row = readProfile.get(user)
      return row && JSON.parse(row.said)
    },
    putProfile: (user, profile) => void putProfile.run(user, JSON.stringify(profile)),
  }
}

// The functions are the type; writing it out again would only repeat the names.
function ideaTable(sql: Sql) {
  const put = sql.prepare(
    `INSERT INTO idea (idea, user, title, slug, phase, confidence, complexity, fit, stage, upTo, mayResearch, isFiled,
       createdAt, changedAt, completedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (idea) DO UPDATE SET title = excluded.title, slug = excluded.slug, phase = excluded.phase,
       confidence = excluded.confidence, complexity = excluded.complexity, fit = excluded.fit, stage = excluded.stage,
       upTo = excluded.upTo, mayResearch = excluded.mayResearch, isFiled = excluded.isFiled,
       changedAt = excluded.changedAt, completedAt = excluded.completedAt`,
  )
  const byId = sql.prepare<StoredIdea>('SELECT * FROM idea WHERE idea = ?')
  const bySlug = sql.prepare<StoredIdea>('SELECT * FROM idea WHERE user = ? AND slug = ?')
  const newest = sql.prepare<StoredIdea>(
    'SELECT * FROM idea WHERE user = ? ORDER BY createdAt DESC, idea DESC LIMIT ?',
  )
  const ofStage = sql.prepare<StoredIdea>('SELECT * FROM idea WHERE stage = ?')
  const unfiled = sql.prepare<StoredIdea>('SELECT * FROM idea WHERE isFiled = 0')
  const filed = sql.prepare('UPDATE idea SET isFiled = 1 WHERE idea = ? AND changedAt = ?')
  const one = (row: StoredIdea | undefined): IdeaRow | undefined => row && toIdea(row)
  return {
    put: (row: IdeaRow): void =>
      void put.run(
        row.idea,
        row.user,
        row.title,
        row.slug,
        row.phase,
        row.confidence,
        row.complexity,
        row.fit && JSON.stringify(row.fit),
        row.stage,
        row.upTo,
        row.mayResearch ? 1 : 0,
        row.isFiled ? 1 : 0,
        row.createdAt,
        row.changedAt,
        row.completedAt,
      ),
    get: (idea: string): IdeaRow | undefined => one(byId.get(idea)),
    bySlug: (user: string, slug: string): IdeaRow | undefined => one(bySlug.get(user, slug)),
    list: (user: string, limit: number): IdeaRow[] => newest.all(user, limit).map(toIdea),
    ofStage: (stage: StageId): IdeaRow | undefined => one(ofStage.get(stage)),
    unfiled: (): IdeaRow[] => unfiled.all().map(toIdea),
    /** Not when it changed again meanwhile. */
    setFiled: (idea: IdeaId, changedAt: number): void => void filed.run(idea, changedAt),
  }
}

function toIdea({ fit, mayResearch, isFiled, ...row }: StoredIdea): IdeaRow {
  return {
    ...row,
    fit: fit === null ? null : JSON.parse(fit),
    mayResearch: mayResearch === 1,
    isFiled: isFiled === 1,
  }
}

function ofIdeas(sql: Sql) {
  return { ...messages(sql), ...artifacts(sql), ...judged(sql), ...questions(sql) }
}

function messages(sql: Sql) {
  const add = sql.prepare<IdeaMessage>(
    `INSERT INTO idea_message (idea, by, text, at, stage, source) VALUES (?, ?, ?, ?, ?, ?)
     RETURNING n, by, text, at, stage, source AS "from"`,
  )
  const select = 'SELECT n, by, text, at, stage, source AS "from" FROM idea_message'
  const after = sql.prepare<IdeaMessage>(`${select} WHERE idea = ? AND n > ? ORDER BY n LIMIT ?`)
  const last = sql.prepare<IdeaMessage>(`${select} WHERE idea = ? ORDER BY n DESC LIMIT ?`)
  const open = sql.prepare<IdeaMessage>(
    `${select} WHERE idea = ? AND by = 'you' AND stage IS NULL ORDER BY n`,
  )
  const answerOf = sql.prepare<IdeaMessage>(`${select} WHERE idea = ? AND by = 'iris' AND stage = ?`)
  const settle = sql.prepare(
    "UPDATE idea_message SET stage = ? WHERE idea = ? AND by = 'you' AND stage IS NULL AND n <= ?",
  )
  const count = sql.prepare<{ count: number }>('SELECT count(*) AS count FROM idea_message WHERE idea = ?')
  const replies = sql.prepare<{ count: number }>(
    "SELECT count(*) AS count FROM idea_message WHERE idea = ? AND by = 'iris'",
  )
  return {
    addMessage(idea: IdeaId, message: Omit<IdeaMessage, 'n'>): IdeaMessage {
      const { by, text, at, stage, from } = message
      const row = add.get(idea, by, text, at, stage, from)
      if (!row) throw new Error(`the message of ${idea} just written is gone`)
      return { ...row }
    },
    messages: (idea: IdeaId, { after: n, limit }: { after: number; limit: number }): IdeaMessage[] =>
      after.all(idea, n, limit).map((row) => ({ ...row })),
    /** The newest first. */
    lastMessages: (idea: IdeaId, limit: number): IdeaMessage[] => last.all(idea, limit),
    /** What was said and is not answered, oldest first. */
    unanswered: (idea: IdeaId): IdeaMessage[] => open.all(idea),
    replyOf: (idea: IdeaId, stage: StageId): IdeaMessage | undefined => answerOf.get(idea, stage),
    /** All up to a message are answered by a stage. */
    settleMessages: (idea: IdeaId, stage: StageId, upTo: number): void => void settle.run(stage, idea, upTo),
    countMessages: (idea: IdeaId): number => count.get(idea)?.count ?? 0,
    replies: (idea: IdeaId): number => replies.get(idea)?.count ?? 0,
  }
}

function artifacts(sql: Sql) {
  const put = sql.prepare(
    'INSERT OR REPLACE INTO idea_artifact (idea, type, summary, text, confidence, isActive, isSaved, by, at) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)',
  )
  const retract = sql.prepare('UPDATE idea_artifact SET isActive = 0 WHERE idea = ? AND type = ?')
  const all = sql.prepare<StoredArtifact>(
    'SELECT type, summary, text, confidence, isActive, isSaved, by, at FROM idea_artifact WHERE idea = ? ORDER BY at, type',
  )
  return {
    putArtifact: (idea: IdeaId, artifact: Omit<Artifact, 'isActive'>): void => {
      const { type, summary, text, confidence, isSaved, by, at } = artifact
      put.run(idea, type, summary, text, confidence, isSaved ? 1 : 0, by, at)
    },
    retractArtifact: (idea: IdeaId, type: ArtifactType): boolean => retract.run(idea, type).changes > 0,
    artifacts: (idea: IdeaId): Artifact[] =>
      all.all(idea).map((row) => ({ ...row, isActive: row.isActive === 1, isSaved: row.isSaved === 1 })),
  }
}

function judged(sql: Sql) {
  const putDecision = sql.prepare('INSERT OR REPLACE INTO idea_decision VALUES (?, ?, ?, ?, ?, ?)')
  const decisions = sql.prepare<IdeaDecision>(
    'SELECT type, text, assumption, outcome, at FROM idea_decision WHERE idea = ? ORDER BY at, text',
  )
  const putRisk = sql.prepare('INSERT OR REPLACE INTO idea_risk VALUES (?, ?, ?, ?)')
  const risks = sql.prepare<IdeaRisk>(
    'SELECT text, severity, at FROM idea_risk WHERE idea = ? ORDER BY at, text',
  )
  return {
    putDecision: (idea: IdeaId, { text, type, assumption, outcome, at }: IdeaDecision): void =>
      void putDecision.run(idea, text, type, assumption, outcome, at),
    decisions: (idea: IdeaId): IdeaDecision[] => decisions.all(idea).map((row) => ({ ...row })),
    putRisk: (idea: IdeaId, { text, severity, at }: IdeaRisk): void =>
      void putRisk.run(idea, text, severity, at),
    risks: (idea: IdeaId): IdeaRisk[] => risks.all(idea).map((row) => ({ ...row })),
  }
}

function questions(sql: Sql) {
  const add = sql.prepare('INSERT INTO idea_question VALUES (?, ?, ?, ?)')
  const of = sql.prepare<IdeaQuestion>('SELECT idea, key, event, ask FROM idea_question WHERE idea = ?')
  const ofAsk = sql.prepare<IdeaQuestion>('SELECT idea, key, event, ask FROM idea_question WHERE ask = ?')
  return {
    addQuestion: ({ idea, key, event, ask }: IdeaQuestion): void => void add.run(idea, key, event, ask),
    questions: (idea: IdeaId): IdeaQuestion[] => of.all(idea),
    questionOf: (ask: AskId): IdeaQuestion | undefined => ofAsk.get(ask),
  }
}
