import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Copy } from './copy.ts'

/** Which tests to run: files or folders, and of them those whose name fits. */
export interface Tests {
  files: readonly string[]
  named?: string
}

/** What a run of tests showed. */
export interface Ran {
  passed: number
  /** The first test that failed, or what else went wrong; undefined when all was well. */
  failed: string | undefined
  /** Ended because it took too long. */
  isHung: boolean
  /** A file of tests could not even be loaded. */
  isUnloaded: boolean
  seconds: number
}

const Report = z.object({
  numPassedTests: z.number(),
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

/** Runs tests in a copy to the first failure, or until the time is over; whatever they leave behind is ended. */
export async function runTests(copy: Copy, tests: Tests, limitMs: number): Promise<Ran> {
  const report = join(copy.temporary, 'report.json')
  rmSync(copy.temporary, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(copy.temporary)
  const began = performance.now()
  const child = spawn(process.execPath, argumentsFor(tests, report), {
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
  const seconds = (performance.now() - began) / 1000
  if (isHung) return { passed: 0, failed: 'it hangs', isHung, isUnloaded: false, seconds }
  return { ...verdictOf(readReport(report), code), isHung, seconds }
}

function argumentsFor({ files, named }: Tests, report: string): string[] {
  const project = files.some((file) => file.startsWith('test/')) ? 'e2e' : 'unit'
  const most = ['--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${report}`]
  const which = named === undefined ? [] : ['-t', named]
  return [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    ...most,
    ...which,
    ...files,
  ]
}

function readReport(path: string): Report | undefined {
  return existsSync(path) ? Report.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

function verdictOf(
  report: Report | undefined,
  code: number | null,
): Pick<Ran, 'passed' | 'failed' | 'isUnloaded'> {
  const results = report?.testResults ?? []
  const failed = results
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.title
  const unloaded = results.find(({ message, assertionResults }) => message && assertionResults.length === 0)
  const otherwise = code === 0 ? undefined : (unloaded?.message.split('\n')[0] ?? 'an error outside a test')
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failed ?? otherwise,
    isUnloaded: failed === undefined && unloaded !== undefined,
  }
}

/** Agents and pipes outlive their daemon on purpose, so also a test that broke; those of a run have its folder in their words. */
function endLeftovers(folder: string): void {
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
