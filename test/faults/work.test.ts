import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { clientOf, makeHome } from '../support/daemon.ts'
import { startDaemonProcess, type DaemonProcess } from '../support/daemon-process.ts'
import { iris } from '../support/iris.ts'
import { pointsOf } from '../support/points.ts'
import { writeFakeClaude } from '../support/teams.ts'
import { agentPids, endPipe, killBeside, type Victim } from '../support/victims.ts'

let home: string
let shop: string
let daemon: DaemonProcess
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
const names = ['a', 'b', 'c', 'd']

/** It writes the module that its task names; what it is told after an interruption is the same to it. */
const agent = `init()
const name = 'abcd'[Number(/agent-task-shop-(\\d)/.exec(process.cwd())?.[1] ?? 1) - 1]
require('fs').writeFileSync(name + '.mjs', "export const " + name + " = () => '" + name + "'\\n")
setTimeout(() => result('Done.'), 150)`

beforeEach(async () => {
  home = realpathSync(makeHome('iris-work-', ''))
  shop = join(home, 'shop')
  mkdirSync(shop)
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  for (const name of names)
    writeFileSync(
      join(shop, `${name}.test.mjs`),
      `import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { ${name} } from './${name}.mjs'\ntest('${name}', () => assert.equal(${name}(), '${name}'))\n`,
    )
  git('add', '-A')
  git('commit', '-qm', 'one')
  const claudePath = writeFakeClaude(join(home, 'claude'), agent)
  writeFileSync(
    join(home, 'config.yaml'),
    stringify({
      settings: { httpPort: 0 },
      agent: { enabled: false },
      teams: { shop: { path: shop, claudePath } },
    }),
  )
  daemon = await startDaemonProcess(home)
})
afterEach(async () => {
  await daemon.kill()
  await endPipe(home)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const run = async (...args: string[]) => JSON.parse((await iris(home, [...args, '--json'])).stdout)

const steps = [
  'build.started',
  'build.primed',
  'work.moved',
  'lease.registered',
  'lease.granted',
  'worktree.made',
  'checkpoint.made',
  'task.started',
  'turn.delivered',
  'turn.ended',
  'check.started',
  'check.ended',
  'task.ended',
]

/** Waits for the first moment at which so many steps are recorded, or the build is over. */
async function after(count: number, types: readonly string[] = steps): Promise<void> {
  let seen = 0
  for await (const { type } of clientOf(home).events({ types: [...types, 'build.ended'] })) {
    seen += 1
    if (seen >= count || type === 'build.ended') return
  }
}

/** kill -9 of the daemon, of iris-pipe, of the agents that live then, or of all of them at once. */
async function kill(victim: Victim): Promise<void> {
  await killBeside(home, victim)
  if (victim !== 'daemon' && victim !== 'all') return
  await daemon.kill()
  daemon = await startDaemonProcess(home)
}

const moments = Array.from({ length: 36 }, (_, place) => place * 2 + 1)
const points = [
  ...pointsOf(
    'kill -9 of the daemon while tasks are worked',
    moments.map((moment): [Victim, number] => ['daemon', moment]),
  ),
  ...pointsOf(
    'kill -9 of pipe, agents or all while tasks are worked',
    moments.map((moment, place): [Victim, number] => [
      (['pipe', 'agent', 'all'] as const)[place % 3] ?? 'all',
      moment,
    ]),
  ),
]

test.each(points)(
  '[WRK5] [WRK6] [WRK19] [WRK20] [RVW1] kill -9 of %s after step %i: the build ends with the same tree and one review, and no lease, worktree or process is left',
  async (victim, point) => {
    const client = clientOf(home)
    for (const name of names)
      await client.call('createTask', {
        team: 'shop',
        title: `Write ${name}`,
        files: [{ path: `${name}.mjs`, action: 'CREATE' }],
        check: { command: `node --test ${name}.test.mjs`, expected: {} },
        waitsFor: name === 'a' ? [] : [name === 'd' ? 'shop-2' : 'shop-1'],
      })
    await run('work', '--team', 'shop', '--parallel', '3', '--yes', '--detach')
    await after(point)
    await kill(victim)
    await after(Infinity)
    const next = clientOf(home)
    expect(await next.call('getBuild', { build: 'shop-b1' })).toMatchObject({ state: 'complete' })
    const expected = names.flatMap((name) => [`${name}.mjs`, `${name}.test.mjs`])
    expect(git('ls-tree', '-r', '--name-only', 'build/shop-b1').split('\n')).toEqual(expected)
    for (const name of names)
      expect(git('show', `build/shop-b1:${name}.mjs`)).toBe(`export const ${name} = () => '${name}'`)
    expect(await next.call('listLeases', {})).toMatchObject({ leases: [], waits: [] })
    expect(git('worktree', 'list').split('\n')).toHaveLength(1)
    await expect.poll(() => agentPids(home)).toEqual([])
    expect(git('status', '--porcelain')).toBe('')
    expect(git('fsck', '--no-dangling')).toBe('')
    await expect
      .poll(async () => (await next.call('listReviews', {})).reviews)
      .toMatchObject([{ complete: 4 }])
    expect(await daemon.events('review.made')).toHaveLength(1)
  },
)

/** The first adds a line at the end and stands still until it may go on; the third adds one at the top, and waits for the second. */
const wantingOneFile = (home: string): string => `init()
const fs = require('fs')
const n = Number(/agent-task-shop-(\\d)/.exec(process.cwd())?.[1] ?? 0)
const was = fs.readFileSync('shared.txt', 'utf8')
const written = { 1: was + 'first\\n', 2: was, 3: 'third\\n' + was }[n]
if (!was.includes({ 1: 'first', 2: 'one', 3: 'third' }[n])) fs.writeFileSync('shared.txt', written)
if (n === 2) fs.writeFileSync('second.txt', '2')
const looking = setInterval(() => {
  if (n === 1 && !fs.existsSync(${JSON.stringify(join(home, 'go'))})) return
  clearInterval(looking)
  result('Done.')
}, 50)`

const handingOver = [
  'lease.awaited',
  'lease.preempted',
  'lease.granted',
  'checkpoint.made',
  'worktree.merged',
  'work.told',
  'turn.delivered',
  'turn.ended',
  'check.ended',
  'task.ended',
]
const pointsOfGivingWay = pointsOf(
  'kill -9 while a task gives its files to a more urgent one and gets them again',
  // Before that the more urgent one does not wait yet.
  Array.from({ length: 21 }, (_, place) => place + 16).flatMap((moment, place): [Victim, number][] => [
    ['daemon', moment],
    [(['pipe', 'agent', 'all'] as const)[place % 3] ?? 'all', moment],
  ]),
)

test.each(pointsOfGivingWay)(
  '[WRK5] [WRK43] [WRK44] [LEA22] kill -9 of %s after step %i of a task that gives its files to a more urgent one: both are complete, with the work of both, and nothing is left',
  async (victim, point) => {
    writeFakeClaude(join(home, 'claude'), wantingOneFile(home))
    writeFileSync(join(shop, 'shared.txt'), 'one\ntwo\nthree\n')
    git('add', '-A')
    git('commit', '-qm', 'two')
    const client = clientOf(home)
    for (const [title, priority, path, check, ...waitsFor] of [
      ['First', 2, 'shared.txt', 'grep -q first shared.txt'],
      ['Second', 1, 'second.txt', 'test -f second.txt'],
      ['Third', 0, 'shared.txt', 'grep -q third shared.txt', 'shop-2'],
    ] as const)
      await client.call('createTask', {
        team: 'shop',
        title,
        priority,
        files: [{ path, action: 'UPDATE' }],
        check: { command: check, expected: {} },
        waitsFor,
      })
    await run('work', '--team', 'shop', '--parallel', '3', '--yes', '--detach')
    await after(1, ['lease.awaited'])
    writeFileSync(join(home, 'go'), '')
    await after(point, handingOver)
    await kill(victim)
    await after(Infinity)
    const next = clientOf(home)
    expect(await next.call('getBuild', { build: 'shop-b1' })).toMatchObject({ state: 'complete' })
    expect(git('show', 'build/shop-b1:shared.txt')).toBe('third\none\ntwo\nthree\nfirst')
    expect(git('show', 'build/shop-b1:second.txt')).toBe('2')
    // Who loses its agent loses its files without giving way; with its files again it may have to give way once more.
    const gaveWay = (await daemon.events('lease.preempted')).length
    expect(gaveWay).toBeLessThanOrEqual(3)
    if (victim === 'daemon') expect(gaveWay).toBeGreaterThanOrEqual(1)
    expect(await next.call('listLeases', {})).toMatchObject({ leases: [], waits: [] })
    expect(git('worktree', 'list').split('\n')).toHaveLength(1)
    await expect.poll(() => agentPids(home)).toEqual([])
    expect(git('status', '--porcelain')).toBe('')
    expect(git('fsck', '--no-dangling')).toBe('')
  },
)

test('[RVW1] kill -9 of the daemon as its build ends: the next one has made one review, from all that was done', async () => {
  const client = clientOf(home)
  const task = {
    files: [{ path: 'a.mjs', action: 'CREATE' as const }],
    check: { command: 'true', expected: {} },
  }
  await client.call('createTask', { team: 'shop', title: 'Write a', ...task })
  await run('work', '--team', 'shop', '--yes', '--detach')
  await after(Infinity)
  await kill('daemon')
  const next = clientOf(home)
  await expect.poll(async () => (await next.call('listReviews', {})).reviews).toMatchObject([{ complete: 1 }])
  await kill('daemon')
  const last = clientOf(home)
  expect(await last.call('getReview', { build: 'shop-b1' })).toMatchObject({ work: [{ changed: ['a.mjs'] }] })
  expect(await daemon.events('review.made')).toHaveLength(1)
})
