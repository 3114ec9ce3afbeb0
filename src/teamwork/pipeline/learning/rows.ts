import type {
  AskId,
  BuildId,
  LearnedWeek,
  LessonId,
  Opinion,
  ProposedTemplate,
  StageId,
  TemplateId,
} from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Fact } from './fact.ts'

/** What a model said of a review, as far as it named what is there. */
export interface Said extends Pick<Opinion, 'summary' | 'verdicts' | 'suggestions' | 'dropped'> {
  lessons: { lesson: LessonId; evidence: string[] }[]
}

/** A review that a model was asked about. */
export interface OpinionRow {
  build: BuildId
  key: string
  team: string
  project: string
  stage: StageId
  by: string
  askedAt: number
  facts: readonly Fact[]
  /** Null until it has said something. */
  said: Said | null
}

/** A question about a lesson. */
interface LessonQuestion {
  /** It is asked once. */
  key: string
  lesson: LessonId
  event: string
  ask: AskId
}

/** A template on its way into a project. */
export interface TemplateRow {
  template: TemplateId
  build: BuildId
  team: string
  /** The folder of the team. */
  folder: string
  name: string
  text: string
  evidence: readonly string[]
  state: ProposedTemplate['state']
  ask: AskId | null
  /** What the file was in the diff, as a hash. */
  base: string | null
  /** What the file was before it was written; null when there was none. */
  before: string | null
  by: string | null
}

/** A week that was summed up, with the last event that counts in it. */
interface WeekRow extends LearnedWeek {
  upTo: number
}

export interface LearningRows
  extends
    ReturnType<typeof opinionTable>,
    ReturnType<typeof questionTable>,
    ReturnType<typeof templateTable>,
    ReturnType<typeof weekTable> {}

export function createLearningRows(sql: Sql): LearningRows {
  return { ...opinionTable(sql), ...questionTable(sql), ...templateTable(sql), ...weekTable(sql) }
}

// The functions are the type; writing it out again would only repeat the names. Only they write these columns.
// oxlint-disable typescript/no-unsafe-type-assertion
function opinionTable(sql: Sql) {
  type Stored = Omit<OpinionRow, 'facts' | 'said'> & { facts: string; said: string | null }
  const put = sql.prepare(
    'INSERT OR REPLACE INTO opinion (build, key, team, project, stage, by, askedAt, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const say = sql.prepare('UPDATE opinion SET said = ? WHERE build = ?')
  const byBuild = sql.prepare<Stored>('SELECT * FROM opinion WHERE build = ?')
  const byStage = sql.prepare<Stored>('SELECT * FROM opinion WHERE stage = ?')
  const read = (row: Stored | undefined): OpinionRow | undefined =>
    row && {
      ...row,
      facts: JSON.parse(row.facts) as Fact[],
      said: row.said === null ? null : (JSON.parse(row.said) as Said),
    }
  return {
    putOpinion: ({ build, key, team, project, stage, by, askedAt, facts }: Omit<OpinionRow, 'said'>): void =>
      void put.run(build, key, team, project, stage, by, askedAt, JSON.stringify(facts)),
    say: (build: BuildId, said: Said): void => void say.run(JSON.stringify(said), build),
    opinion: (build: BuildId) => read(byBuild.get(build)),
    opinionOf: (stage: StageId) => read(byStage.get(stage)),
  }
}

function questionTable(sql: Sql) {
  const add = sql.prepare('INSERT INTO lesson_question (key, lesson, event, ask) VALUES (?, ?, ?, ?)')
  const ofLesson = sql.prepare<LessonQuestion>('SELECT * FROM lesson_question WHERE lesson = ? ORDER BY ask')
  const ofAsk = sql.prepare<LessonQuestion>('SELECT * FROM lesson_question WHERE ask = ?')
  return {
    addQuestion: ({ key, lesson, event, ask }: LessonQuestion): void => void add.run(key, lesson, event, ask),
    questionsOf: (lesson: LessonId) => ofLesson.all(lesson),
    questionOf: (ask: AskId) => ofAsk.get(ask),
  }
}

function templateTable(sql: Sql) {
  type Stored = Omit<TemplateRow, 'evidence'> & { evidence: string }
  const put = sql.prepare(
    `INSERT OR REPLACE INTO template_proposal
       (template, build, team, folder, name, text, evidence, state, ask, base, before, by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const select = 'SELECT * FROM template_proposal WHERE'
  const byId = sql.prepare<Stored>(`${select} template = ?`)
  const ofBuild = sql.prepare<Stored>(`${select} build = ? ORDER BY template`)
  const ofAsk = sql.prepare<Stored>(`${select} ask = ?`)
  const inState = sql.prepare<Stored>(`${select} state = ? ORDER BY template LIMIT 100`)
  const parse = (row: Stored): TemplateRow => ({ ...row, evidence: JSON.parse(row.evidence) as string[] })
  const read = (row: Stored | undefined): TemplateRow | undefined => row && parse(row)
  return {
    putTemplate({ evidence, ...row }: TemplateRow): void {
      const { template, build, team, folder, name, text, state, ask, base, before, by } = row
      put.run(
        template,
        build,
        team,
        folder,
        name,
        text,
        JSON.stringify(evidence),
        state,
        ask,
        base,
        before,
        by,
      )
    },
    template: (id: TemplateId) => read(byId.get(id)),
    templatesOf: (build: BuildId) => ofBuild.all(build).map(parse),
    templateOfAsk: (ask: AskId) => read(ofAsk.get(ask)),
    templatesIn: (state: 'found' | 'approved') => inState.all(state).map(parse),
  }
}

function weekTable(sql: Sql) {
  type Stored = Pick<WeekRow, 'until' | 'upTo' | 'madeAt'> & { said: string }
  const add = sql.prepare('INSERT INTO learned_week (until, upTo, madeAt, said) VALUES (?, ?, ?, ?)')
  const list = sql.prepare<Stored>('SELECT * FROM learned_week ORDER BY until DESC LIMIT ?')
  return {
    addWeek: ({ until, upTo, madeAt, ...said }: WeekRow): void =>
      void add.run(until, upTo, madeAt, JSON.stringify(said)),
    weeks: (limit: number): WeekRow[] =>
      list.all(limit).map(({ said, ...row }) => ({
        ...row,
        ...(JSON.parse(said) as Omit<WeekRow, 'until' | 'upTo' | 'madeAt'>),
      })),
  }
}
// oxlint-enable typescript/no-unsafe-type-assertion
