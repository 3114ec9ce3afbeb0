import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openMergeWorld, type MergeWorld } from '../../src/core/merges/world.suite.ts'
import { bundled } from '../bundle/sources.ts'
import { pointsOf, randomFrom, seedOf } from '../support/points.ts'

const steps = ['planned', 'written', 'begun', 'moving', 'checkout moved', 'branch moved', 'recorded']
const deeds = ['merge', 'squash', 'undo', 'revert'] as const
type Deed = (typeof deeds)[number]
const points = [
  ...deeds.flatMap((deed) => steps.map((step) => ({ deed, step, after: 'it starts' }))),
  ...(['merge', 'undo'] as const).flatMap((deed) => [
    { deed, step: 'moving', after: 'it starts with some files written' },
    { deed, step: 'git writes', after: 'git ends' },
    { deed, step: 'git writes', after: 'git ends while Iris looks' },
    { deed, step: 'git writes', after: 'git is killed too' },
  ]),
]

let folder: string
let repo: string
const template = (name: string): string => `${folder}-${name}`
let world: MergeWorld

/** A repository with a task and with what a person has not committed: before the merge, and after it. */
beforeAll(async () => {
  world = await openMergeWorld()
  ;({ folder, repo } = world)
  world.commit({
    'run.sh': '#!/bin/sh\n',
    'edited.txt': 'e\n',
    'staged.txt': 's\n',
    '.gitignore': 'ignored\n',
  })
  await world.task({
    'a.txt': 'one\nTWO\nthree\n',
    'dir/new.txt': 'new\n',
    'slow.flt': 'slow\n',
    'b c.txt': null,
  })
  world.git('checkout', '-q', 'task/shop-1')
  chmodSync(join(repo, 'run.sh'), 0o755)
  world.git('commit', '-qam', 'mode')
  world.git('checkout', '-q', 'main')
  world.write('edited.txt', 'mine\n')
  world.write('staged.txt', 'mine too\n')
  world.git('add', 'staged.txt')
  world.write('untracked.txt', 'mine\n')
  world.write('ignored', 'mine\n')
  await keep('fresh')
  await world.merge('shop-1')
  await keep('merged')
  await world.end()
})
afterEach(() => world.end())
afterAll(() => {
  for (const path of [folder, template('fresh'), template('merged')])
    rmSync(path, { recursive: true, force: true })
})

async function keep(name: string): Promise<void> {
  await world.merges.close()
  await world.log.close()
  world.sql.close()
  cpSync(folder, template(name), { recursive: true, preserveTimestamps: true })
  world = await openMergeWorld({ folder })
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: repo, encoding: 'utf8', stdio: 'pipe' })
const dirt = ' M edited.txt\nM  staged.txt\n?? untracked.txt\n'
const isBack = (deed: Deed): boolean => deed === 'undo' || deed === 'revert'

/** Starts the deed over the template, and waits until it has killed itself. */
async function killedAt(deed: Deed, step: string): Promise<{ old: string }> {
  rmSync(folder, { recursive: true, force: true })
  cpSync(template(isBack(deed) ? 'merged' : 'fresh'), folder, { recursive: true, preserveTimestamps: true })
  if (step === 'git writes') slowly(deed)
  const old = git('rev-parse', 'main').trim()
  const program = bundled(join(import.meta.dirname, '..', 'support', 'merge-child.ts'))
  const child = spawn(process.execPath, [program, folder, deed, step], { stdio: 'inherit' })
  expect((await once(child, 'close'))[1]).toBe('SIGKILL')
  return { old }
}

/** Git waits in the middle of its work, in a filter, until it is let go. What it writes down is there at once and whole. */
function slowly(deed: Deed): void {
  const wait = `echo $PPID > '${folder}/starting'; mv '${folder}/starting' '${folder}/started'; until [ -e '${folder}/go' ]; do sleep 0.02; done; cat`
  git('config', 'filter.slow.smudge', `sh -c "${wait.replaceAll('"', '\\"').replaceAll('$', '\\$')}"`)
  writeFileSync(
    join(repo, '.git', 'info', 'attributes'),
    `${deed === 'merge' ? 'slow.flt' : '"b c.txt"'} filter=slow\n`,
  )
}

/** What must hold after every kill and a start. */
async function holds(deed: Deed, old: string): Promise<boolean> {
  const now = git('rev-parse', 'main').trim()
  const isDone = now !== old
  const [merge] = (await world.merges.list({ limit: 1 })).merges
  const state = isBack(deed) ? merge?.undone?.state : merge?.state
  expect(state === 'made').toBe(isDone)
  const isMerged = isDone !== isBack(deed)
  expect(git('status', '--porcelain')).toBe(dirt)
  expect(world.read('a.txt')).toBe(isMerged ? 'one\nTWO\nthree\n' : 'one\ntwo\nthree\n')
  expect([existsSync(join(repo, 'dir/new.txt')), existsSync(join(repo, 'b c.txt'))]).toEqual([
    isMerged,
    !isMerged,
  ])
  expect([world.read('edited.txt'), world.read('untracked.txt'), world.read('ignored')]).toEqual(
    Array(3).fill('mine\n'),
  )
  expect(git('fsck', '--strict', '--no-dangling')).toBe('')
  return isDone
}

test.each(pointsOf('kills of a merge', points))(
  '[MRG18] $deed, killed at: $step, then $after',
  async ({ deed, step, after }) => {
    const { old } = await killedAt(deed, step)
    if (after.includes('some files')) halfWrite(deed)
    if (after === 'git is killed too') killGit()
    const opening = openMergeWorld({ folder })
    if (after === 'git ends while Iris looks') await moment()
    writeFileSync(join(folder, 'go'), '')
    world = await opening
    const isDone = await holds(deed, old)
    expect(isDone).toBe(after !== 'it starts' || !['planned', 'written', 'begun', 'moving'].includes(step))
    const how = deed === 'revert' ? 'reverted' : 'restored'
    if (!isDone) await (isBack(deed) ? world.undo('shop-1', how) : world.merge('shop-1'))
    expect(git('status', '--porcelain')).toBe(dirt)
  },
)

const random = randomFrom(seedOf())
/** Some moment of a start: it takes about this long. */
const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 600))

/** Ends git in the middle of its work, and takes its lock away, as a person does who was told of it. */
function killGit(): void {
  const parentOf = (pid: string): string =>
    execFileSync('ps', ['-o', 'ppid=', '-p', pid], { encoding: 'utf8' }).trim()
  const isGit = (pid: string): boolean =>
    execFileSync('ps', ['-o', 'comm=', '-p', pid], { encoding: 'utf8' }).trim() === 'git'
  let pid = readFileSync(join(folder, 'started'), 'utf8').trim()
  while (!isGit(pid)) pid = parentOf(pid)
  process.kill(Number(pid), 'SIGKILL')
  unlinkSync(join(repo, '.git', 'index.lock'))
}

/** Some of the files are as they will be, as when git is killed in the middle. */
function halfWrite(deed: Deed): void {
  if (deed === 'merge') {
    writeFileSync(join(repo, 'a.txt'), 'one\nTWO\nthree\n')
    unlinkSync(join(repo, 'b c.txt'))
  } else {
    writeFileSync(join(repo, 'a.txt'), 'one\ntwo\nthree\n')
    unlinkSync(join(repo, 'dir', 'new.txt'))
    writeFileSync(join(repo, 'b c.txt'), 'b\n')
  }
}
