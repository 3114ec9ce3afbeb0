import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type TaskFile } from '../src/contract/index.ts'
import { createLessonRows } from '../src/core/knowledge/rows.ts'
import { createMatcher, subjectOf, type Primed } from '../src/core/knowledge/matching.ts'
import { lessonMigrations } from '../src/core/knowledge/migrations.ts'
import { createShelf } from '../src/core/knowledge/shelf.ts'
import { openStore } from '../src/core/store/index.ts'
import { median, report, smoke, times } from './figures.ts'

const rounds = smoke ? 3 : 20
const [lessonCount, taskCount] = smoke ? [200, 50] : [2000, 500]
const actions = ['CREATE', 'UPDATE', 'DELETE', 'READ'] as const
const folders = [
  'src',
  'src/core',
  'src/core/tasks',
  'src/surface',
  'test',
  'test/e2e',
  'docs',
  'db/migrations',
]
const endings = ['ts', 'tsx', 'sql', 'md']
const now = Date.now()

type LessonRows = ReturnType<typeof createLessonRows>

let seed = 7
const next = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const pick = <T>(list: readonly T[]): T => list[next(list.length)]!

const globs = Array.from({ length: lessonCount }, (_, n) => globOf(n))
/** As plans have them: some files meet many lessons, most of them few or none. */
const tasks = Array.from({ length: taskCount }, (_, n): Primed => ({
  project: 'shop',
  title: `Task ${n} about ${pick(['search', 'login', 'money'])}`,
  phase: pick(['database', 'api', 'ui', null]),
  files: Array.from({ length: 3 }, (): TaskFile => ({
    path: `${pick(folders)}/file${next(4000)}.${pick(endings)}`,
    action: pick(actions),
  })),
}))

/** Lessons for many tasks at once, beside a bare pass over the same globs as regular expressions. */
export function benchLessons(): boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'iris-bench-lessons-'))
  const sql = openStore(join(folder, 'iris.db'), [lessonMigrations])
  try {
    const rows = createLessonRows(sql)
    for (const [n, glob] of globs.entries()) rows.insert(lesson(n, glob))
    return reported(rows)
  } finally {
    sql.close()
    rmSync(folder, { recursive: true })
  }
}

function reported(rows: LessonRows): boolean[] {
  const cold = median(times(rounds, () => prime(createShelf(rows))))
  const shelf = createShelf(rows)
  const warm = median(times(rounds, () => prime(shelf)))
  const bare = median(times(rounds, barePass))
  const given = prime(shelf).map((found) => found.length)
  return [
    report(`${taskCount} tasks primed with ${lessonCount} lessons`, { value: warm, unit: 'ms', most: 200 }),
    report('the same with the lessons read from the database', { value: cold, unit: 'ms', most: 200 }),
    report('a bare pass of the same globs over the same files', { value: bare, unit: 'ms' }),
    report('priming, as a multiple of the bare pass', { value: warm / bare, unit: 'x', most: 3 }),
    report('lessons a task was given, on average', {
      value: given.reduce((sum, count) => sum + count, 0) / given.length,
      unit: '',
    }),
  ]
}

function prime(from: ReturnType<typeof createShelf>): unknown[][] {
  const matcher = createMatcher(from, now)
  return tasks.map((task) => matcher.lessonsFor(subjectOf(task)))
}

/** Every file against every glob, and nothing else. */
function barePass(): number {
  const patterns = globs.map((glob) => new RegExp(`^${regexOf(glob)}$`))
  const paths = tasks.flatMap(({ files }) => files.map(({ path }) => path))
  let hits = 0
  for (const path of paths) for (const pattern of patterns) hits += Number(pattern.test(path))
  return hits
}

function regexOf(glob: string): string {
  const source = glob.includes('/') ? glob : `**/${glob}`
  return source
    .replaceAll('.', '\\.')
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:[^/]+/)*'))
}

function globOf(n: number): string {
  const ways = [
    `${pick(folders)}/**/*.${pick(endings)}`,
    `${pick(folders)}/file${n}.${pick(endings)}`,
    `*${next(100)}.${pick(endings)}`,
    `**/*file${next(400)}*.${pick(endings)}`,
  ]
  return ways[n % 40 === 0 ? 0 : 1 + (n % 3)]!
}

function lesson(n: number, glob: string): Parameters<LessonRows['insert']>[0] {
  return {
    id: newId('lsn', now + n),
    kind: 'gotcha',
    project: 'shop',
    isShared: n % 10 === 0 ? 1 : 0,
    text: `Lesson number${n} of things${next(500)} to keep${next(500)} in mind${next(500)}`,
    glob,
    action: n % 3 === 0 ? pick(actions) : null,
    topic: n % 7 === 0 ? pick(['search', 'login', 'money', 'database']) : null,
    failure: null,
    evidence: '',
    confidence: 0.6 + next(40) / 100,
    occurrences: 1 + next(5),
    prevented: 0,
    failedAgain: 0,
    touchedAt: now - next(60) * 24 * 60 * 60 * 1000,
    author: 'user',
    authorKind: 'human',
    confirmedAt: now,
    confirmedBy: 'user',
    confirmedAs: 'person',
    endedAt: null,
    endedBy: null,
    endedFor: null,
    supersededBy: null,
    createdAt: now,
    changedAt: now,
  }
}
