import {
  runInGroup,
  type Environment,
  type GroupCommand,
  type RunInGroup,
} from '../../../platform/process/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { Projects } from '../../../platform/projects/index.ts'
import { keepEnds, textOf, type Ends } from './ends.ts'
import { lookFor, unmet, type Expectation } from './expectation.ts'
import type { Spool } from './spool.ts'

const headBytes = 8 * 1024
const maxJudged = 1024 * 1024
const judgedTail = 96 * 1024
const judgedHead = 32 * 1024

/** A command that proves something. */
export interface CheckedCommand {
  command: string
  expected: Expectation
  folder: string
  env: Environment
  timeoutMs: number
  /** `NAME=value` by which all it starts is known again. */
  mark: string
  projects: Pick<Projects, 'isThere'>
  /** What starts it, in place of this process. */
  starter?: RunInGroup
  signal?: AbortSignal
  /** Where all of its output is kept. */
  spool?: Spool
  onStart?: (identity: string | undefined) => void
}

/** How it went. */
export interface CheckedOutcome {
  passed: boolean
  /** Why it did not pass. */
  words: string | null
  exit: number | null
  signal: string | null
  timedOut: boolean
  cancelled: boolean
  /** Both streams as they came. */
  output: Ends
  /** Enough of each stream to see why it failed. */
  stdout: string
  stderr: string
}

/** Runs a command and says whether it proved what it should; only a start that hangs is not bounded by its time limit. */
export async function runChecked(wanted: CheckedCommand): Promise<CheckedOutcome> {
  const listening = listen(wanted)
  const run = { exit: null, signal: null, timedOut: false, cancelled: false }
  const failed = (words: string): CheckedOutcome => ({ ...run, passed: false, words, ...listening.heard() })
  if (wanted.signal?.aborted) return { ...failed('It was not run.'), cancelled: true }
  try {
    // A process that is started in a folder that hangs holds up whoever starts it.
    if (!(await wanted.projects.isThere(wanted.folder)))
      return failed(`The folder ${wanted.folder} is not there.`)
    const { code, signal, timedOut } = await inGroup(wanted, listening.onOutput)
    const cancelled = !timedOut && (wanted.signal?.aborted ?? false)
    const ended = { exit: code, signal, timedOut, cancelled }
    const words = endWords(wanted, ended) ?? (await unmet(wanted.expected, listening.printed())) ?? null
    return { ...ended, passed: words === null, words, ...listening.heard() }
  } catch (error) {
    return failed(messageOf(error))
  }
}

function inGroup(wanted: CheckedCommand, onOutput: GroupCommand['onOutput']) {
  const { command, folder, env, timeoutMs, mark, signal, onStart } = wanted
  return (wanted.starter ?? runInGroup)({
    command: 'sh',
    args: ['-c', command],
    cwd: folder,
    env,
    timeoutMs,
    mark,
    onOutput,
    ...(signal && { signal }),
    ...(onStart && { onStart }),
  })
}

/** What the end of the process alone says; no output makes up for it. */
function endWords(
  { expected, timeoutMs }: CheckedCommand,
  ended: Pick<CheckedOutcome, 'exit' | 'signal' | 'timedOut' | 'cancelled'>,
): string | undefined {
  if (ended.timedOut) return `It did not end within ${spanOf(timeoutMs)}.`
  if (ended.cancelled) return 'It was cancelled.'
  if (ended.signal !== null) return `It was ended by ${ended.signal}.`
  if (ended.exit === null) return 'It did not end.'
  if (ended.exit === expected.exit) return undefined
  return `It ended with ${ended.exit}${expected.exit === 0 ? '' : `, not with ${expected.exit}`}.`
}

function spanOf(ms: number): string {
  const span = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
  return ms < 120_000 ? span(Math.round(ms / 1000), 'second') : span(Math.round(ms / 60_000), 'minute')
}

/** Hands the output to disk, and keeps as much of it as the verdict needs. */
function listen({ expected, spool }: CheckedCommand): {
  onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => Promise<void>
  printed: () => { includes: boolean; stdout: Ends }
  heard: () => Pick<CheckedOutcome, 'output' | 'stdout' | 'stderr'>
} {
  const needsText = expected.stdoutMatches !== undefined || expected.jsonPath !== undefined
  const whole = needsText ? keepEnds(maxJudged, maxJudged) : keepEnds(0, 0)
  const words = lookFor(expected.stdoutIncludes ?? '')
  const output = keepEnds(headBytes, headBytes)
  const streams = { stdout: keepEnds(judgedHead, judgedTail), stderr: keepEnds(judgedHead, judgedTail) }
  return {
    async onOutput(stream, chunk) {
      output.push(chunk)
      streams[stream].push(chunk)
      if (stream === 'stdout') {
        words.push(chunk)
        if (needsText) whole.push(chunk)
      }
      await spool?.write(chunk)
    },
    printed: () => ({ includes: words.isFound(), stdout: whole }),
    heard: () => ({ output, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) }),
  }
}
