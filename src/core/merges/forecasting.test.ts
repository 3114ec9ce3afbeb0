import { mkdtempSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  branchAt,
  mergeTrees,
  withoutDrivers,
  withScratch,
  type Repository,
} from '../../platform/git/index.ts'
import { addCommit, importBranches, type Files } from './branches.suite.ts'
import { createForecasting, type Looked } from './forecasting.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iris-forecast-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = { PATH: process.env['PATH'] ?? '' }
const open = (repo: string): Promise<Repository> => withoutDrivers({ folder: repo, env })
async function look(repository: Repository, forecasting = createForecasting()): Promise<Looked> {
  const target = (await branchAt(repository, 'main')) ?? ''
  return forecasting.look({ repository, root: repository.folder, into: 'main', target })
}
const named = ({ branches, conflicts }: Looked) =>
  conflicts.map(({ a, b, paths }) => [branches[a]?.name, branches[b]?.name, ...paths])

test('[MRG1] [MRG3] [MRG4] a forecast names the paths that conflict, knows what it saw, and writes nothing', async () => {
  const repo = join(folder, 'r')
  importBranches(
    repo,
    { 'a.txt': '1\n2\n3\n', 'ü b.txt': 'x\n' },
    {
      'task/shop-1': { 'a.txt': '1\none\n3\n' },
      'task/shop-2': { 'a.txt': '1\ntwo\n3\n' },
      'task/shop-3': { 'ü b.txt': 'three\n' },
      'task/shop-4': {},
      unrelated: {},
    },
  )
  const tree = execFileSync('git', ['-C', repo, 'mktree'], { input: '', encoding: 'utf8' }).trim()
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@b']
  const alone = execFileSync('git', ['-C', repo, ...who, 'commit-tree', '-m', 'alone', tree], {
    encoding: 'utf8',
  })
  execFileSync('git', ['-C', repo, 'branch', 'task/shop-5', alone.trim()])
  addCommit(repo, 'main', { 'ü b.txt': 'main\n' })
  const objects = () => execFileSync('git', ['-C', repo, 'count-objects', '-v'], { encoding: 'utf8' })
  const before = objects()
  const repository = await open(repo)
  const forecasting = createForecasting()
  const first = await look(repository, forecasting)
  expect(first.branches.map(({ merged }) => merged.is)).toEqual([
    'clean',
    'clean',
    'conflicting',
    'clean',
    'impossible',
  ])
  expect(first.branches[2]?.merged).toMatchObject({ paths: ['ü b.txt'] })
  expect(first.branches.map(({ isIn }) => isIn)).toEqual([false, false, false, false, false])
  expect(named(first)).toEqual([['task/shop-1', 'task/shop-2', 'a.txt']])
  expect([first.computed, objects()]).toEqual([6, before])
  expect((await look(repository, forecasting)).computed).toBe(0)
  addCommit(repo, 'task/shop-3', { 'a.txt': '1\nthree\n3\n', 'ü b.txt': 'main\n' })
  const moved = await look(repository, forecasting)
  expect(moved.computed).toBe(3)
  expect(named(moved)).toEqual([
    ['task/shop-1', 'task/shop-2', 'a.txt'],
    ['task/shop-1', 'task/shop-3', 'a.txt'],
    ['task/shop-2', 'task/shop-3', 'a.txt'],
  ])
})

const path = fc.constantFrom('a', 'b', 'd/a', 'd/b', 'd/e/a', 'd', 'x/a', 'x/b', 'x', 'n')
const branch = fc.array(fc.tuple(fc.constantFrom('change', 'remove', 'move'), path, path), {
  minLength: 1,
  maxLength: 3,
})
const body = (name: string): string => Array.from({ length: 8 }, (_, at) => `${name} line ${at}\n`).join('')
const base: Files = Object.fromEntries(
  ['a', 'b', 'd/a', 'd/b', 'd/e/a', 'x/a'].map((name) => [name, body(name)]),
)

/** What a branch makes of the files: paths that cannot be beside each other are left out. */
function filesOf(deeds: readonly (readonly [string, string, string])[], seed: number): Files {
  const now = new Map(Object.entries(base))
  const fits = (name: string): boolean =>
    [...now.keys()].every((other) => !other.startsWith(`${name}/`) && !name.startsWith(`${other}/`))
  for (const [deed, from, to] of deeds) {
    const text = now.get(from)
    if (deed !== 'change') now.delete(from)
    if (deed === 'change' && fits(from)) now.set(from, `${text ?? body(from)}${seed}\n`)
    if (deed === 'move' && text !== undefined && text !== null && fits(to)) now.set(to, text)
  }
  const gone = Object.keys(base).filter((name) => !now.has(name))
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...Object.fromEntries(now) }
}

test('[MRG2] no conflict between two branches is missed, whatever they change, remove or move', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(branch, { minLength: 8, maxLength: 8 }), async (all) => {
      const repo = join(folder, String((run += 1)))
      const branches = Object.fromEntries(all.map((deeds, at) => [`task/s-${at + 1}`, filesOf(deeds, at)]))
      importBranches(repo, base, branches)
      const repository = await open(repo)
      const looked = await look(repository)
      const pairs = looked.branches.flatMap((a, at) => looked.branches.slice(at + 1).map((b) => ({ a, b })))
      const merged = await withScratch(repository, (scratch) =>
        mergeTrees(
          scratch,
          pairs.map(({ a, b }) => [a.commit, b.commit] as const),
        ),
      )
      const expected = pairs
        .filter((_, at) => merged[at]?.is === 'conflicting')
        .map(({ a, b }) => [a.name, b.name])
      expect(named(looked).map(([a, b]) => [a, b])).toEqual(expected)
    }),
    { numRuns: Number(process.env['IRIS_RUNS'] ?? 5) },
  )
})
