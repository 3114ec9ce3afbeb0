import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Copy } from './copy.ts'
import { endGroup, endLeftovers } from './running.ts'

/** What a run is to try, in a file that it reads. */
export interface Plan {
  /** With how long each was tried already, in ms. */
  changes: { number: number; file: string; ms: number }[]
  isNear: boolean
  /** Tests that are left out: they take too long as they are. */
  skip: readonly string[]
}

/** One line of what a run writes: who noticed a change, or that a file of tests is over. */
export type Finding = { change: number; by: string } | { done: string; tried: number[]; missed: number[] }

/** Where a run is: the change that is on, 0 for none, and the test. */
export interface At {
  change: number
  file: string
  test: string
}

export interface Found {
  noticed: Map<number, string>
  tried: Set<number>
  /** Those that a test came to and did not try, because it took too long. */
  missed: Set<number>
  /** Files of tests that are over. */
  done: Set<string>
}

/** So long nothing at all happens in a test that takes a second as it is: it hangs. */
const silence = 45_000

/** Runs tests that try changes, to their end or until they hang; `at` is where it was then. */
export async function runSwitched(
  copy: Copy,
  files: readonly string[],
  { plan, isEndToEnd }: { plan: Plan; isEndToEnd: boolean },
): Promise<Found & { at: At | undefined; isHung: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'is-'))
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  rmSync(copy.temporary, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(copy.temporary)
  const config = join('test', 'mutations', 'switching.config.ts')
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config]
  const own = { TMPDIR: copy.temporary, IRIS_SWITCHING: folder, IRIS_SWITCHING_E2E: isEndToEnd ? '1' : '0' }
  const child = spawn(process.execPath, [...vitest, ...files], {
    cwd: copy.folder,
    env: { ...process.env, ...own },
    stdio: 'ignore',
    // Of its own group, so that it ends with all it started.
    detached: true,
  })
  const isHung = await endedOrHung(child, join(folder, 'now'))
  endLeftovers(copy.temporary)
  const found = { ...read(folder), isHung }
  rmSync(folder, { recursive: true, force: true })
  return found
}

async function endedOrHung(child: ChildProcess, now: string): Promise<boolean> {
  let isHung = false
  const began = Date.now()
  const watch = setInterval(() => {
    // Loading everything at first takes longer.
    const last = existsSync(now) ? statSync(now).mtimeMs : began + silence
    if (Date.now() - last < silence) return
    isHung = true
    endGroup(child.pid ?? 0)
  }, 1000)
  await once(child, 'close')
  clearInterval(watch)
  endGroup(child.pid ?? 0)
  return isHung
}

function read(folder: string): Found & { at: At | undefined } {
  const textOf = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim() : ''
  const lines = textOf('findings.jsonl').split('\n').filter(Boolean)
  // Only `switching.ts` writes these.
  const findings = lines.map((line) => JSON.parse(line) as Finding)
  const over = findings.flatMap((one) => ('done' in one ? [one] : []))
  return {
    noticed: new Map(findings.flatMap((one) => ('change' in one ? [[one.change, one.by] as const] : []))),
    tried: new Set(over.flatMap(({ tried }) => tried)),
    missed: new Set(over.flatMap(({ missed }) => missed)),
    done: new Set(over.map(({ done }) => done)),
    at: textOf('now') ? (JSON.parse(textOf('now')) as At) : undefined,
  }
}
