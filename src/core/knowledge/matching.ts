import type { TaskFile } from '../../contract/index.ts'
import { lessonDefaults } from '../rules/index.ts'
import { readPath, type Path } from './glob.ts'
import type { LessonRow } from './rows.ts'
import { saysTheSame, type Shelf, type Shelved } from './shelf.ts'
import { isGiven, standingOf } from './standing.ts'
import { wordsOf } from './words.ts'

/** What lessons are wanted for. */
export interface Subject {
  project: string
  files: readonly TaskFile[]
  /** In small letters. */
  topics: ReadonlySet<string>
}

/** The parts of a task that say which lessons hold for it. */
export interface Primed {
  project: string
  title: string
  phase: string | null
  files: readonly TaskFile[]
}

/** The lessons of a task, at most five; those of many tasks from one look at the shelf. */
export interface Matcher {
  lessonsFor(subject: Subject): LessonRow[]
}

/** The lessons of a project in the order of their worth, and where to find those for a path. */
interface Catalogue {
  ranked: readonly Shelved[]
  /** Places in `ranked`, by the keys of their globs. */
  byKey: ReadonlyMap<string, readonly number[]>
  /** Where those without a glob begin: they come last. */
  general: number
}

/** Ranks and sorts the lessons of each project once. */
export function createMatcher(shelf: Pick<Shelf, 'living'>, now: number): Matcher {
  const given = ranked(shelf.living(), now)
  const catalogues = new Map<string, Catalogue>()
  return {
    lessonsFor(subject) {
      const known = catalogues.get(subject.project) ?? catalogueOf(given, subject.project)
      catalogues.set(subject.project, known)
      return chosen(known, subject)
    },
  }
}

export function subjectOf({ project, title, phase, files }: Primed): Subject {
  const topics = new Set(wordsOf(title))
  if (phase !== null) topics.add(phase.toLowerCase())
  return { project, files, topics }
}

function catalogueOf(given: readonly Shelved[], project: string): Catalogue {
  const own = given.filter(({ row }) => row.isShared === 1 || row.project === project)
  const byKey = new Map<string, number[]>()
  for (const [place, { glob }] of own.entries())
    for (const key of glob?.keys ?? []) {
      const places = byKey.get(key)
      if (places) places.push(place)
      else byKey.set(key, [place])
    }
  const general = own.findIndex(({ glob }) => glob === null)
  return { ranked: own, byKey, general: general === -1 ? own.length : general }
}

/** From the most to the least worth, and no further than to the last that there is room for. */
function chosen({ ranked: lessons, byKey, general }: Catalogue, subject: Subject): LessonRow[] {
  const files = subject.files.map(({ path, action }) => ({ path: readPath(path), action }))
  const keys = new Set(files.flatMap(({ path }) => path.keys))
  const near = Int32Array.from([...keys].flatMap((key) => byKey.get(key) ?? [])).toSorted()
  const found: Shelved[] = []
  let last = -1
  for (const place of near) {
    if (found.length === lessonDefaults.maxGiven) break
    if (place !== last && files.some((file) => isFor(lessons[place], file))) take(lessons[place])
    last = place
  }
  for (let place = general; place < lessons.length && found.length < lessonDefaults.maxGiven; place += 1)
    take(lessons[place])
  return found.map(({ row }) => row)

  function take(lesson: Shelved | undefined): void {
    if (!lesson || !holdsFor(lesson, subject)) return
    if (!found.some(({ words }) => saysTheSame(words, lesson.words))) found.push(lesson)
  }
}

function isFor(
  lesson: Shelved | undefined,
  { path, action: done }: { path: Path; action: TaskFile['action'] },
): boolean {
  const action = lesson?.row.action ?? null
  return (action === null || action === done) && (lesson?.glob?.matches(path) ?? false)
}

/** Whether the rest holds: its topic, and of one without a glob its action. */
function holdsFor({ row: { action, topic }, glob }: Shelved, { files, topics }: Subject): boolean {
  if (topic !== null && !topics.has(topic)) return false
  return glob !== null || action === null || files.some((file) => file.action === action)
}

function ranked(lessons: readonly Shelved[], now: number): Shelved[] {
  return lessons
    .filter(({ row }) => isGiven(row, now))
    .map((lesson) => ({ lesson, confidence: standingOf(lesson.row, now).confidence }))
    .toSorted(
      (one, other) =>
        lettersOf(other.lesson) - lettersOf(one.lesson) ||
        namedIn(other.lesson) - namedIn(one.lesson) ||
        other.confidence - one.confidence ||
        (one.lesson.row.id < other.lesson.row.id ? -1 : 1),
    )
    .map(({ lesson }) => lesson)
}

/** One without a glob says the least of where it holds. */
const lettersOf = ({ glob }: Shelved): number => glob?.letters ?? -1

/** An action says more than a topic. */
const namedIn = ({ row: { action, topic } }: Shelved): number => (action ? 2 : 0) + (topic ? 1 : 0)
