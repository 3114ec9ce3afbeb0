// Runs each test once as it is, and then once for each change that it comes to and that nobody has noticed yet.
import { appendFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { TestRunner } from 'vitest'
import { switches } from './switch.ts'
import type { At, Finding, Plan } from './switch-run.ts'

type Task = Extract<Parameters<TestRunner['onBeforeTryTask']>[0], { timeout: number }>

// Set by whoever starts this.
const folder = process.env['IRIS_SWITCHING'] ?? '.'
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan
const now = openSync(join(folder, 'now'), 'w')
const open = new Map(plan.changes.map((change) => [change.number, change]))
/** The changes that a test came to and tried. */
const tried = new Set<number>()
/** Those that a test came to which took too long, as any does on a busy machine: it may notice when they are tried alone. */
const missed = new Set<number>()
/** A test that takes longer as it is would cost too much. */
const longest = 1500
/** A change that was tried for so long in all, and was not noticed, is left. */
const enough = 15_000
/** What fails after so long may have failed by chance, and is tried again. */
const doubtful = 1000

/** Named by vitest, which wants a default. */
// oxlint-disable-next-line import/no-default-export
export default class Switching extends TestRunner {
  #waiting: number[] = []
  #isSecond = false
  #began = 0

  override async onBeforeRunTask(test: Task): Promise<void> {
    await super.onBeforeRunTask(test)
    const isLong = test.timeout > this.config.testTimeout || plan.skip.includes(nameOf(test))
    if (isLong && test.mode === 'run') test.mode = 'skip'
    // Each change is one more try.
    test.retry = 100_000
  }

  override onBeforeTryTask(test: Task, how = { retry: 0 }): void {
    super.onBeforeTryTask(test)
    const [change = 0] = how.retry === 0 ? [] : this.#waiting
    say({ change, file: test.file.name, test: test.name })
    this.#began = performance.now()
    if (how.retry === 0) switches.reached.clear()
    switches.on = change
  }

  onAfterRetryTask(test: Task, how: { retry: number }): void {
    switches.on = 0
    const ms = performance.now() - this.#began
    const hasFailed = test.result?.state !== 'pass'
    if (how.retry === 0) this.#waiting = this.#begin({ isUsed: !hasFailed && ms <= longest, test })
    else this.#take({ hasFailed, ms, test })
    const isOver = this.#waiting.length === 0
    if (isOver) say({ change: 0, file: test.file.name, test: test.name })
    if (!test.result) return
    // What has failed is tried once more: that is how the next change has its turn.
    test.result.errors = isOver ? [] : [{ name: 'Error', message: 'one more change' }]
    test.result.state = isOver ? 'pass' : 'fail'
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite) write({ done: suite.name, tried: [...tried], missed: [...missed] })
  }

  /** What a test is to try, once it is known how it goes as it is. */
  #begin({ isUsed, test }: { isUsed: boolean; test: Task }): number[] {
    const reached = reachedBy(test.file.name)
    for (const number of reached) (isUsed ? tried : missed).add(number)
    return isUsed ? reached : []
  }

  #take({ hasFailed, ms, test }: { hasFailed: boolean; ms: number; test: Task }): void {
    const [number = 0] = this.#waiting
    if (hasFailed && ms > doubtful && !this.#isSecond) return void (this.#isSecond = true)
    this.#isSecond = false
    this.#waiting.shift()
    const change = open.get(number)
    if (change) change.ms += ms
    if (!hasFailed) return
    open.delete(number)
    write({ change: number, by: test.name })
  }
}

function reachedBy(file: string): number[] {
  return [...switches.reached].filter((number) => {
    const change = open.get(number)
    return change !== undefined && change.ms <= enough && isNear(change.file, file)
  })
}

function isNear(changed: string, tests: string): boolean {
  const depth = plan.isNear ? 3 : 0
  return changed.split('/').slice(0, depth).join('/') === tests.split('/').slice(0, depth).join('/')
}

const nameOf = (test: Task): string => `${test.file.name} ${test.name}`

/** Read by whoever started this when it hangs or dies. */
function say(at: At): void {
  writeSync(now, `${JSON.stringify(at)}\n`.padEnd(1000), 0)
}

function write(finding: Finding): void {
  appendFileSync(join(folder, 'findings.jsonl'), `${JSON.stringify(finding)}\n`)
}
