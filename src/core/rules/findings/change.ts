import { changedParts, isConfiguration } from './configuration.ts'
import type { RawFinding } from './finding.ts'
import { isTestPath, testFacts } from './languages.ts'
import { findInTests, type TestFile } from './tests.ts'

/** A file of a change with its text before and after; undefined where there was none, or where it cannot be read. */
export interface ChangedFile {
  path: string
  /** Where it was, when it was renamed. */
  from?: string | undefined
  before: string | undefined
  after: string | undefined
  /** Why one of its texts is missing that should be there. */
  unreadable?: string | undefined
}

/** Whether the texts of a file have to be read to see what a change does to checks. */
export function isWatched(path: string): boolean {
  return isTestPath(path) || isConfiguration(path)
}

/** What one file tells; tests are compared over all files. */
export interface ReadFile {
  tests: TestFile[]
  findings: RawFinding[]
}

/** Everything in a change that a pass must not hide. It goes by these texts alone; nothing is read or run. */
export function findInChange(files: readonly ChangedFile[]): RawFinding[] {
  return findIn(files.map(readChanged))
}

/** The same of files that were read one by one, so that other work comes between. */
export function findIn(read: readonly ReadFile[]): RawFinding[] {
  return [...findInTests(read.flatMap(({ tests }) => tests)), ...read.flatMap(({ findings }) => findings)]
}

export function readChanged(file: ChangedFile): ReadFile {
  const { path, from, unreadable } = file
  if (!isWatched(path) && (from === undefined || !isWatched(from))) return { tests: [], findings: [] }
  if (unreadable !== undefined) return { tests: [], findings: [notComparable(path, unreadable)] }
  try {
    return { tests: testFileOf(file), findings: configFindings(file) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { tests: [], findings: [notComparable(path, why)] }
  }
}

function notComparable(path: string, why: string): RawFinding {
  return { kind: 'not_comparable', path, line: null, words: `It cannot be compared: ${why}.` }
}

function testFileOf({ path, from, before, after }: ChangedFile): TestFile[] {
  const was = before === undefined ? undefined : testFacts(from ?? path, before)
  const is = after === undefined ? undefined : testFacts(path, after)
  if (!was && !is) return []
  const isLost = was !== undefined && is === undefined && after !== undefined
  return [{ path: isLost ? (from ?? path) : path, before: was, after: is, ...(isLost && { became: path }) }]
}

function configFindings({ path, from, before, after }: ChangedFile): RawFinding[] {
  const renamed = from !== undefined && from !== path
  const parts = renamed
    ? [...changedParts(from, before, undefined), ...changedParts(path, undefined, after)]
    : changedParts(path, before, after)
  if (parts.length === 0) return []
  const named = parts.filter((part) => part !== '').join(', ')
  const how = before === undefined ? 'is new' : after === undefined ? 'was deleted' : 'changed'
  const words = named === '' ? `What the check goes by ${how}.` : `What the check goes by ${how}: ${named}.`
  return [{ kind: 'check_changed', path, line: null, words }]
}
