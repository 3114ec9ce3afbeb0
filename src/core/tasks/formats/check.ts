import type { CheckExpectation, FileCheck } from './task.ts'

/** The check that a block declares: words that no program can test make it a check by hand. */
export function checkOf(command: string | undefined, expected: unknown): FileCheck | undefined {
  const wanted = expectationOf(expected)
  if (wanted) return command === undefined ? undefined : { command, expected: wanted }
  const manual = typeof expected === 'string' ? expected : JSON.stringify(expected)
  return command === undefined ? { manual } : { manual, command }
}

function expectationOf(expected: unknown): CheckExpectation | undefined {
  if (expected === undefined || expected === null) return { exit: 0 }
  if (typeof expected === 'string') return inWords(expected.trim())
  return typeof expected === 'object' ? structured(Object.entries(expected)) : undefined
}

function inWords(words: string): CheckExpectation | undefined {
  const exit = /^exit(?:s)?(?: code| with(?: code)?)?:?\s*(\d{1,3})$/i.exec(words)
  if (exit) return { exit: Number(exit[1]) }
  if (/^ok$/i.test(words)) return { exit: 0, stdoutIncludes: words }
  return /^all tests pass(?:ed|ing)?\.?$/i.test(words) ? { exit: 0 } : undefined
}

const names = {
  stdout_includes: 'stdoutIncludes',
  stdout_matches: 'stdoutMatches',
  json_path: 'jsonPath',
} as const

function structured(entries: [string, unknown][]): CheckExpectation | undefined {
  const expectation: CheckExpectation = { exit: 0 }
  for (const [key, value] of entries) {
    if (key === 'exit' && typeof value === 'number' && Number.isInteger(value)) expectation.exit = value
    else if (isNamed(key) && typeof value === 'string') expectation[names[key]] = value
    else return undefined
  }
  return expectation
}

function isNamed(key: string): key is keyof typeof names {
  return Object.hasOwn(names, key)
}

/** An expectation as files and programs write it. */
export function writtenExpectation({ exit, ...rest }: CheckExpectation): Record<string, unknown> {
  const written: Record<string, unknown> = { exit }
  for (const [name, key] of Object.entries(names)) if (rest[key] !== undefined) written[name] = rest[key]
  return written
}
