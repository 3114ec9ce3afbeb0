import { posix } from 'node:path'
import type { SpecId, SpecTask } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** Stands in a path for the number of a migration, which Iris gives. */
export const numberMark = '{migration}'
const usualWidth = 3

/** The highest number of the migrations that a folder has, and how many digits they have. */
export interface Numbered {
  highest: number
  width: number
}

/** The migrations among the files of tasks, each once, in the order of the tasks. */
export function migrationsIn(tasks: readonly SpecTask[]): string[] {
  const paths = tasks.flatMap(({ files }) => files.map(({ path }) => path))
  return [...new Set(paths.filter((path) => posix.basename(path).startsWith(numberMark)))]
}

/** What the names in a folder say of the numbers that are taken. */
export function numbersIn(names: readonly string[]): Numbered {
  const found = names.flatMap((name) => /^(\d{1,14})\D/.exec(name)?.[1] ?? [])
  const highest = found.reduce((most, digits) => Math.max(most, Number(digits)), 0)
  const width = found.find((digits) => Number(digits) === highest)?.length ?? usualWidth
  return { highest, width }
}

/** Tasks with the names that their migrations got, wherever they are named. */
export function withNames(tasks: readonly SpecTask[], names: ReadonlyMap<string, string>): SpecTask[] {
  const named = (text: string): string =>
    [...names].reduce((all, [from, to]) => all.replaceAll(from, to), text)
  return tasks.map((task) => ({
    ...task,
    title: named(task.title),
    text: named(task.text),
    files: task.files.map(({ path, action }) => ({ path: named(path), action })),
    check: task.check && checkWith(task.check, named),
  }))
}

function checkWith(
  check: NonNullable<SpecTask['check']>,
  named: (text: string) => string,
): NonNullable<SpecTask['check']> {
  if ('manual' in check)
    return {
      manual: named(check.manual),
      ...(check.command === undefined ? {} : { command: named(check.command) }),
    }
  return { ...check, command: named(check.command) }
}

/** Which spec has which number in which folder of a project; each is given once. */
export interface MigrationNumbers {
  /** The name of each migration of a spec; inside the transaction that stores its tasks. */
  reserve(
    of: { project: string; spec: SpecId },
    paths: readonly string[],
    taken: ReadonlyMap<string, Numbered>,
  ): Map<string, string>
  /** The spec that has the number of a path, if it is another one. */
  otherOf(of: { project: string; spec: SpecId }, path: string): SpecId | undefined
}

export function createMigrationNumbers(sql: Sql): MigrationNumbers {
  const known = sql.prepare<{ number: number }>(
    'SELECT number FROM spec_migration WHERE spec = ? AND path = ?',
  )
  const last = sql.prepare<{ last: number | null }>(
    'SELECT max(number) AS last FROM spec_migration WHERE project = ? AND folder = ?',
  )
  const insert = sql.prepare('INSERT INTO spec_migration VALUES (?, ?, ?, ?, ?)')
  const holder = sql.prepare<{ spec: SpecId }>(
    'SELECT spec FROM spec_migration WHERE project = ? AND folder = ? AND number = ?',
  )
  return {
    reserve({ project, spec }, paths, taken) {
      return new Map(
        paths.map((path) => {
          const folder = posix.dirname(path)
          const { highest, width } = taken.get(folder) ?? { highest: 0, width: usualWidth }
          const before = known.get(spec, path)?.number
          const number = before ?? Math.max(highest, last.get(project, folder)?.last ?? 0) + 1
          if (before === undefined) insert.run(project, folder, number, spec, path)
          return [path, path.replace(numberMark, String(number).padStart(width, '0'))]
        }),
      )
    },
    otherOf({ project, spec }, path) {
      const digits = /^(\d{1,14})\D/.exec(posix.basename(path))?.[1]
      const found =
        digits === undefined ? undefined : holder.get(project, posix.dirname(path), Number(digits))
      return found === undefined || found.spec === spec ? undefined : found.spec
    },
  }
}
