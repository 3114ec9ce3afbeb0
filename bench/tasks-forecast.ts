import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCommit, importBranches } from '../src/core/merges/branches.suite.ts'
import { createForecasting, type Looked } from '../src/core/merges/forecasting.ts'
import { median, report, smoke } from './figures.ts'
import { branchAt, withoutDrivers, type Repository } from '../src/platform/git/index.ts'

const branchCount = 20
const fileCount = 5000
const runs = smoke ? 3 : 20

/**
 * How long a forecast takes, the first time and when one branch moved. Beside it the bare git of one merge at a time, so
 * that the figures say something on a machine that is busy.
 */
export async function benchForecast(): Promise<boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-bench-forecast-'))
  try {
    const repo = join(folder, 'repo')
    importBranches(repo, baseFiles(), branches())
    execFileSync('git', ['-C', repo, 'gc', '-q'])
    return reported(await measured(repo))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Found {
  first: number[]
  moved: number[]
  bare: number[]
  conflicts: number
}

async function measured(repo: string): Promise<Found> {
  const repository = await withoutDrivers({ folder: repo, env: { PATH: process.env['PATH'] ?? '' } })
  const found: Found = { first: [], moved: [], bare: [], conflicts: 0 }
  for (let run = 0; run < runs; run += 1) {
    const forecasting = createForecasting()
    const look = (): Promise<Looked> => lookAt(repository, forecasting)
    found.first.push(await timed(async () => (found.conflicts = (await look()).conflicts.length)))
    addCommit(repo, 'task/shop-7', { [pathOf(7)]: text(7, `moved ${run}`) })
    found.moved.push(await timed(look))
    found.bare.push(await timed(() => Promise.resolve(bareGit(repo))))
  }
  return found
}

async function lookAt(
  repository: Repository,
  forecasting: ReturnType<typeof createForecasting>,
): Promise<Looked> {
  const target = (await branchAt(repository, 'main')) ?? ''
  return forecasting.look({ repository, root: repository.folder, into: 'main', target })
}

/** What a script would do: a merge of each branch with main, one process each. */
function bareGit(repo: string): void {
  for (let at = 1; at <= branchCount; at += 1)
    execFileSync('git', ['-C', repo, 'merge-tree', '--write-tree', 'main', `task/shop-${at}`], {
      stdio: 'ignore',
    })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function reported(found: Found): boolean[] {
  const [first, moved, bare] = [median(found.first), median(found.moved), median(found.bare)]
  console.log(
    `${branchCount} branches, ${fileCount} files, ${found.conflicts} pairs conflict, median of ${runs}`,
  )
  return [
    report('forecast, the first time', { value: first, unit: 'ms', most: 1000 }),
    report('forecast, when one branch moved', { value: moved, unit: 'ms', most: 100 }),
    report('bare git: a process for each merge with main', { value: bare, unit: 'ms' }),
    report('the first time, as a multiple of bare git', { value: first / bare, unit: 'x', most: 4 }),
    report('when one moved, as a multiple of bare git', { value: moved / bare, unit: 'x', most: 1 }),
  ]
}

function baseFiles(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: fileCount }, (_, at) => [pathOf(at), text(at)]))
}

function pathOf(at: number): string {
  return `src/part-${at % 50}/area-${at % 7}/file-${at}.ts`
}

function text(at: number, change = ''): string {
  return Array.from({ length: 30 }, (_, line) => `line ${line} of ${at}${line === 15 ? change : ''}\n`).join(
    '',
  )
}

/** Each branch has ten files of its own and one that it shares with its neighbour. */
function branches(): Record<string, Record<string, string>> {
  const filesOf = (at: number): Record<string, string> => {
    const own = Array.from({ length: 10 }, (_, n) => at * 100 + n)
    const shared = 4000 + Math.floor(at / 2)
    return Object.fromEntries([...own, shared].map((n) => [pathOf(n), text(n, ` by ${at}`)]))
  }
  return Object.fromEntries(
    Array.from({ length: branchCount }, (_, at) => [`task/shop-${at + 1}`, filesOf(at + 1)]),
  )
}
