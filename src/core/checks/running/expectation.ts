import { runToEnd } from '../../../platform/process/index.ts'
import { textOf, type Ends } from './ends.ts'

/** What a command must do to pass, besides ending by itself. */
export interface Expectation {
  exit: number
  stdoutIncludes?: string | undefined
  stdoutMatches?: string | undefined
  jsonPath?: string | undefined
}

const maxMatching = 2000
const maxPattern = 10_000

/** Looks for words in a stream that is too long to keep. */
export function lookFor(words: string): { push(chunk: Buffer): void; isFound(): boolean } {
  const wanted = Buffer.from(words, 'utf8')
  let rest = Buffer.alloc(0)
  let isFound = wanted.length === 0
  return {
    push(chunk) {
      if (isFound) return
      const joined = Buffer.concat([rest, chunk])
      isFound = joined.includes(wanted)
      // What may be the beginning of the words.
      rest = Buffer.from(joined.subarray(-(wanted.length - 1) || joined.length))
    },
    isFound: () => isFound,
  }
}

/** What stdout was, as far as it is needed. */
export interface Printed {
  includes: boolean
  stdout: Ends
}

/** Why an output is not as declared; undefined when it is. */
export async function unmet(expected: Expectation, printed: Printed): Promise<string | undefined> {
  if (expected.stdoutIncludes !== undefined && !printed.includes)
    return `stdout does not have “${shortened(expected.stdoutIncludes)}”.`
  if (expected.stdoutMatches !== undefined) {
    const why = await unmatched(expected.stdoutMatches, textOf(printed.stdout))
    if (why !== undefined) return why
  }
  return expected.jsonPath === undefined ? undefined : unmetPath(expected.jsonPath, printed.stdout)
}

/**
 * The expression comes from a task file, which is not trusted, and may take for ever on some texts. So it is tried in a
 * process of its own.
 */
async function unmatched(pattern: string, text: string): Promise<string | undefined> {
  const words = `/${shortened(pattern)}/`
  if (pattern.length > maxPattern || pattern.includes('\0'))
    return `${words} is no expression that Iris tries.`
  const { code, timedOut } = await runToEnd({
    command: process.execPath,
    args: ['-e', matcher, pattern],
    cwd: '/',
    env: {},
    input: text,
    timeoutMs: maxMatching,
    maxOutput: 100,
  })
  if (code === 0) return undefined
  if (timedOut) return `${words} took longer than ${maxMatching / 1000} s to try.`
  return code === 3 ? `stdout does not match ${words}.` : `${words} is no regular expression.`
}

const matcher = `const expression = new RegExp(process.argv[1], 'm')
process.exit(expression.test(require('node:fs').readFileSync(0, 'utf8')) ? 0 : 3)`

function unmetPath(written: string, stdout: Ends): string | undefined {
  const [, path = '', wanted] = /^\s*(.*?)(?:\s*==\s*(.+))?\s*$/s.exec(written) ?? []
  const steps = stepsOf(path)
  if (!steps) return `“${shortened(path)}” is no path; one looks like $.items[0].ok.`
  if (stdout.total() > stdout.head().length + stdout.tail().length)
    return 'stdout is too long to be read as JSON.'
  const printed = parsed(textOf(stdout))
  if (!printed) return 'stdout is not JSON.'
  return unmetValue(path, valueAt(printed.value, steps), wanted)
}

function unmetValue(path: string, found: unknown, wanted: string | undefined): string | undefined {
  const shown = found === undefined ? 'missing' : shortened(JSON.stringify(found))
  if (wanted === undefined)
    return found === undefined || found === null || found === false ? `${path} is ${shown}.` : undefined
  const isEqual = JSON.stringify(found) === JSON.stringify(parsed(wanted)?.value ?? wanted)
  return isEqual ? undefined : `${path} is ${shown}, not ${shortened(wanted)}.`
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Said by whoever asks.
    return undefined
  }
}

function stepsOf(path: string): string[] | undefined {
  if (!/^\$(?:\.[\w-]+|\[\d+\]|\['[^'\]]*'\]|\["[^"\]]*"\])*$/.test(path)) return undefined
  return [...path.matchAll(/\.([\w-]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)].map(
    ([, name, index, single, double]) => name ?? index ?? single ?? double ?? '',
  )
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  let found: unknown = value
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = Object.entries(found).find(([key]) => key === step)?.[1]
  }
  return found
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
