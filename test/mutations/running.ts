import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Copy } from './copy.ts'

/** Which tests to run: files or folders, and of them those whose name has one of these texts. */
export interface Tests {
  files: readonly string[]
  named?: readonly string[]
}

/** What a run of tests showed. */
export interface Ran {
  /** The names of the tests that passed. */
  passed: string[]
  /** The name of the first test that failed. */
  failedTest?: string | undefined
  /** The first test that failed, or what else went wrong; undefined when all was well. */
  failed: string | undefined
  /** Ended because it took too long. */
  isHung: boolean
  /** A file of tests could not even be loaded. */
  isUnloaded: boolean
  seconds: number
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})
type Report = z.infer<typeof Report>

const running = new Set<number>()

/** Ends what runs: who started this wants no more of it. */
export function endRuns(): void {
  for (const pid of running) end(-pid)
}

/** Runs tests in a copy to the first failure, or until the time is over. */
export async function runTests(copy: Copy, tests: Tests, limitMs: number): Promise<Ran> {
  const { code, seconds, isHung } = await runVitest(copy, argumentsFor(copy, tests), limitMs)
  if (isHung) return { passed: [], failed: 'it hangs', isHung, isUnloaded: false, seconds }
  return { ...verdictOf(readReport(reportOf(copy)), code), isHung, seconds }
}

/** Runs vitest in a copy until it is done or the time is over; whatever its tests leave behind is ended. */
async function runVitest(
  copy: Copy,
  how: readonly string[],
  limitMs: number,
): Promise<Pick<Ran, 'seconds' | 'isHung'> & { code: number | null }> {
  rmSync(copy.temporary, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(copy.temporary)
  const began = performance.now()
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...how], {
    cwd: copy.folder,
    env: { ...process.env, TMPDIR: copy.temporary },
    stdio: 'ignore',
    // Of its own group, so that it ends with all it started.
    detached: true,
  })
  const { pid = 0 } = child
  running.add(pid)
  let isHung = false
  const timer = setTimeout(() => {
    isHung = true
    end(-pid)
  }, limitMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  running.delete(pid)
  endLeftovers(copy.temporary)
  return { code, isHung, seconds: (performance.now() - began) / 1000 }
}

function argumentsFor(copy: Copy, { files, named }: Tests): string[] {
  const project = files.some((file) => file.startsWith('test/')) ? 'e2e' : 'unit*'
  const most = ['--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${reportOf(copy)}`]
  // What did not change since the run before is not compiled again, which is half of the time of a short run.
  const kept = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${copy.compiled}`]
  // Of these no test takes longer, and a change that makes one wait for ever is known sooner.
  const patience = project === 'e2e' ? ['--testTimeout=60000'] : []
  const which = named === undefined ? [] : ['-t', named.map(literally).join('|')]
  return ['--project', project, ...most, ...kept, ...patience, ...which, ...files]
}

function literally(text: string): string {
  return text.replaceAll(/[^\w ]/g, String.raw`\$&`)
}

function reportOf(copy: Copy): string {
  return join(copy.temporary, 'report.json')
}

function readReport(path: string): Report | undefined {
  return existsSync(path) ? Report.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

function verdictOf(
  report: Report | undefined,
  code: number | null,
): Pick<Ran, 'passed' | 'failed' | 'failedTest' | 'isUnloaded'> {
  const results = report?.testResults ?? []
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  const unloaded = results.find(({ message, assertionResults }) => message && assertionResults.length === 0)
  const otherwise = code === 0 ? undefined : (unloaded?.message.split('\n')[0] ?? 'an error outside a test')
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ title }) => title),
    failed: failed?.title ?? otherwise,
    failedTest: failed?.title,
    isUnloaded: !failed && unloaded !== undefined,
  }
}

/** Ends a process that was started as the first of its group, with all of them. */
export function endGroup(pid: number): void {
  end(-pid)
}

/** Agents and pipes outlive their daemon on purpose, so also a test that broke; those of a run have its folder in their words. */
export function endLeftovers(folder: string): void {
  if (!existsSync('/proc/self/environ')) return
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && Number(name) !== process.pid && speaksOf(name, folder)) end(Number(name))
  }
}

function speaksOf(pid: string, folder: string): boolean {
  try {
    return ['cmdline', 'environ'].some((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder),
    )
  } catch {
    // It is gone, or another user's.
    return false
  }
}

/** A process, or below 0 its group. */
function end(pid: number): void {
  if (pid === 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
