/** One case of a test file. */
export interface TestCase {
  name: string
  line: number
  /** How it is kept from running or from failing: `skip`, `only`, `todo`, `xfail`, …; undefined when it is not. */
  disabled: string | undefined
  assertions: number
  /** Whether what it does is written with it, not only named. */
  hasBody: boolean
  /** What it does, without white space and without its name; the same when only its name changed. */
  body: string
}

/** A word that keeps a group, a file or what runs from being tested. */
interface DisablingMark {
  kind: string
  line: number
  /** The line it is on, without white space. */
  text: string
}

/** What a test file holds. */
export interface TestFacts {
  cases: TestCase[]
  assertions: number
  marks: DisablingMark[]
  /** Lines of assertions that can only hold. */
  hollow: number[]
}

/** A text with its code alone, by which facts are read. */
export interface Source {
  text: string
  code: string
}

/** The number of the line that a place is in, from 1. */
export function lineOf(text: string, at: number): number {
  let line = 1
  for (let place = text.indexOf('\n'); place !== -1 && place < at; place = text.indexOf('\n', place + 1))
    line += 1
  return line
}

/** The line that a place is in, without white space. */
function lineText(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? text.length : end).replaceAll(/\s+/g, '')
}

// What is compared was written by agents: no text of theirs may take long to read.
const maxBlock = 64 * 1024
const maxBody = 4096
const maxCases = 3000

/** The place after the bracket that closes the one at `open`; where the looking ends when none does. */
export function closing(code: string, open: number): number {
  let depth = 0
  const last = Math.min(code.length, open + maxBlock)
  for (let place = open; place < last; place += 1) {
    const letter = code[place] ?? ''
    if ('([{'.includes(letter)) depth += 1
    else if (')]}'.includes(letter) && (depth -= 1) === 0) return place + 1
  }
  return last
}

/** Where something is found, so that it need not be looked for again in each part. */
export interface Places {
  total: number
  between(from: number, to: number): number
}

export function placesOf(code: string, pattern: RegExp): Places {
  const places = [...code.matchAll(pattern)].map(({ index }) => index)
  const before = (at: number): number => {
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
  return { total: places.length, between: (from, to) => before(to) - before(from) }
}

/** The matches that begin cases. */
export function startsIn(code: string, pattern: RegExp): RegExpMatchArray[] {
  const found = [...code.matchAll(pattern)]
  if (found.length > maxCases) throw new RangeError(`it has more than ${maxCases} cases`)
  return found
}

/** What a piece of text does, however it is laid out. */
export function bodyOf(text: string): string {
  return text
    .slice(0, maxBody)
    .replaceAll(/[\s;,()]+/g, '')
    .replaceAll(/["'`]/g, '"')
}

/** A case, and from where to where its head goes: its name, with the decorators or modifiers that belong to it. */
export interface FoundCase {
  own: TestCase
  head: readonly [number, number]
}

/** What is said of a file by the cases that were found in it. */
export function factsOf(
  source: Source,
  found: readonly FoundCase[],
  rest: { assertions: number; marks: readonly (readonly [string, RegExp])[]; hollow: RegExp },
): TestFacts {
  const isOfCase = (at: number): boolean => found.some(({ head }) => at >= head[0] && at < head[1])
  return {
    cases: found.map(({ own }) => own),
    assertions: rest.assertions,
    marks: marksIn(source, rest.marks, isOfCase),
    hollow: linesWith(source, rest.hollow),
  }
}

/** Marks in code, except where a case has them. */
function marksIn(
  { text, code }: Source,
  patterns: readonly (readonly [string, RegExp])[],
  isOfCase: (at: number) => boolean,
): DisablingMark[] {
  return patterns.flatMap(([kind, pattern]) =>
    [...code.matchAll(pattern)]
      .filter(({ index }) => !isOfCase(index))
      .map(({ index }) => ({ kind, line: lineOf(text, index), text: lineText(text, index) })),
  )
}

/** Lines on which a pattern is found. */
function linesWith({ text, code }: Source, pattern: RegExp): number[] {
  return [...code.matchAll(pattern)].map(({ index }) => lineOf(text, index))
}
