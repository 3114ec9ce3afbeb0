import type { TestCase, TestFacts } from './facts.ts'
import { pairUp, type Pair } from './pairing.ts'
import type { RawFinding } from './finding.ts'

/** A test file before and after a change; undefined where it was not, or is no test any more. */
export interface TestFile {
  path: string
  before: TestFacts | undefined
  after: TestFacts | undefined
  /** Where it went, when it is no test there. */
  became?: string
}

const maxNames = 5

/** What a change does to tests that a pass must not hide. */
export function findInTests(files: readonly TestFile[]): RawFinding[] {
  const { pairs, gone, fresh } = pairUp(files)
  const isLess = assertionsOf(files, 'after') < assertionsOf(files, 'before')
  const found = files.flatMap((file) => {
    const own = { file, pairs, gone: gone.get(file) ?? [], fresh: fresh.get(file) ?? [] }
    return [...missingCases(own), ...fewerAssertions(own, isLess), ...disabledCases(own), ...emptied(own)]
  })
  return [...found, ...newMarks(files), ...hollowOnes(files)]
}

function assertionsOf(files: readonly TestFile[], side: 'before' | 'after'): number {
  return files.reduce((sum, file) => sum + (file[side]?.assertions ?? 0), 0)
}

interface Own {
  file: TestFile
  pairs: readonly Pair[]
  gone: readonly TestCase[]
  fresh: readonly TestCase[]
}

/** As many new cases in the same file make up for those that went: they may be the same, rewritten. */
function missingCases({ file, gone, fresh }: Own): RawFinding[] {
  const { path, after, became } = file
  // One that did not run proved nothing.
  const lost = gone.filter(({ disabled }) => disabled === undefined || disabled === 'only')
  const missing = lost.length - (after ? fresh.length : 0)
  if (missing <= 0) return []
  const names = namesOf(lost)
  if (became !== undefined)
    return [
      {
        kind: 'test_file_gone',
        path,
        line: null,
        words: `It became ${became}, which no runner looks at: ${names}.`,
      },
    ]
  if (!after)
    return [
      {
        kind: 'test_file_gone',
        path,
        line: null,
        words: `It was deleted with ${countWords(missing)}: ${names}.`,
      },
    ]
  return [
    { kind: 'fewer_cases', path, line: null, words: `It has ${countWords(missing)} fewer; gone: ${names}.` },
  ]
}

const countWords = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`

function namesOf(cases: readonly Pick<TestCase, 'name'>[]): string {
  const names = cases
    .slice(0, maxNames)
    .map(({ name }) => `“${name.length > 80 ? `${name.slice(0, 80)}…` : name}”`)
  return cases.length > maxNames
    ? `${names.join(', ')} and ${cases.length - maxNames} more`
    : names.join(', ')
}

/**
 * What moved is counted where it is now; what is missing with its case was told with that. Where the whole change has as
 * many as before, only a file that lost half of its own is told.
 */
function fewerAssertions({ file, pairs, gone, fresh }: Own, isLess: boolean): RawFinding[] {
  const { path, before, after } = file
  if (!before || !after) return []
  const sum = (cases: readonly TestCase[]): number => cases.reduce((all, one) => all + one.assertions, 0)
  const isTold = gone.length > fresh.length
  const left = pairs.filter(({ from, to }) => from === file && to !== file).map((pair) => pair.before)
  const came = pairs.filter(({ from, to }) => from !== file && to === file).map((pair) => pair.after)
  const was = before.assertions - sum(left) - (isTold ? sum(gone) : 0)
  const is = after.assertions - sum(came) - (isTold ? sum(fresh) : 0)
  if (is >= was || (!isLess && is * 2 > was)) return []
  return [
    {
      kind: 'fewer_assertions',
      path,
      line: null,
      words: `It has ${was - is} fewer assertions: ${is} of ${was} are left.`,
    },
  ]
}

const isEmptied = (before: TestCase, after: TestCase): boolean =>
  before.assertions > 0 && after.assertions === 0 && after.hasBody && !after.disabled

/** A case that asserted something and asserts nothing any more. */
function emptied({ file, pairs }: Own): RawFinding[] {
  return pairs
    .filter(({ to, before, after }) => to === file && isEmptied(before, after))
    .map(({ after: { name, line } }) => ({
      kind: 'fewer_assertions',
      path: file.path,
      line,
      words: `${namesOf([{ name }])} asserts nothing any more.`,
    }))
}

/** A case that ran before, or a new one, is kept from running or from failing. One that was so before and has another name is not told. */
function disabledCases({ file, pairs, gone, fresh }: Own): RawFinding[] {
  const turned = pairs.filter(({ to, before, after }) => to === file && after.disabled && !before.disabled)
  const spare = gone.filter(({ disabled }) => disabled).length
  const added = fresh.filter(({ disabled }) => disabled && disabled !== 'should_panic').slice(spare)
  return [...turned.map(({ after }) => after), ...added].map(({ name, line, disabled }) => ({
    kind: 'disabled',
    path: file.path,
    line,
    words: `${namesOf([{ name }])} is new with ${disabled}.`,
  }))
}

/** Marks of groups and files: the same line elsewhere in the change has only moved. */
function newMarks(files: readonly TestFile[]): RawFinding[] {
  const left = files.flatMap(({ before }) => before?.marks.map(({ kind, text }) => `${kind} ${text}`) ?? [])
  const isOld = (mark: string): boolean => {
    const place = left.indexOf(mark)
    if (place !== -1) left.splice(place, 1)
    return place !== -1
  }
  return files.flatMap(({ path, before, after }) => {
    const unknown = (after?.marks ?? []).filter(({ kind, text }) => !isOld(`${kind} ${text}`))
    return unknown.flatMap((mark) => {
      const had = before?.marks.filter(({ kind }) => kind === mark.kind).length ?? 0
      const has = after?.marks.filter(({ kind }) => kind === mark.kind).length ?? 0
      if (has <= had) return []
      return [{ kind: 'disabled' as const, path, line: mark.line, words: `A ${mark.kind} is new here.` }]
    })
  })
}

function hollowOnes(files: readonly TestFile[]): RawFinding[] {
  const all = (of: 'before' | 'after'): number =>
    files.reduce((sum, file) => sum + (file[of]?.hollow.length ?? 0), 0)
  if (all('after') <= all('before')) return []
  return files.flatMap(({ path, before, after }) =>
    (after?.hollow ?? []).slice(before?.hollow.length ?? 0).map((line) => ({
      kind: 'hollow_assertion' as const,
      path,
      line,
      words: 'An assertion that can only hold is new here.',
    })),
  )
}
