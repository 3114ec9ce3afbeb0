import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { createClient } from '../../src/client/index.ts'
import type { EventData } from '../../src/contract/index.ts'
import { connectPipe } from '../../src/core/transport/index.ts'
import { bundled } from '../bundle/sources.ts'
import { makeHome } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let shop: string
let folder: string
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

/** The first task adds a line at the end and stands still until it may go on; the second adds one at the top. What each is told is kept. */
const agentIn = (home: string): string => `init()
const fs = require('fs')
const n = Number(/agent-task-shop-(\\d)/.exec(process.cwd())?.[1] ?? 0)
const was = fs.readFileSync('shared.txt', 'utf8')
fs.writeFileSync(${JSON.stringify(home)} + '/told-' + n, text)
if (n === 1 && !was.includes('first')) fs.writeFileSync('shared.txt', was + 'first\\n')
if (n === 2) fs.writeFileSync('shared.txt', 'second\\n' + was)
const looking = setInterval(() => {
  if (n === 1 && !fs.existsSync(${JSON.stringify(join(home, 'go'))})) return
  clearInterval(looking)
  result('Done.')
}, 20)`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-giving-way-'))
  const claudePath = writeFakeClaude(join(folder, 'claude'), agentIn(folder))
  world = await openTeams({
    lines: '  - reply: Hm.',
    teams: { shop: { claudePath } },
    sections: { agent: { enabled: false } },
  })
  shop = join(world.home, 'projects', 'shop')
  mkdirSync(shop, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  writeFileSync(join(shop, 'shared.txt'), 'one\ntwo\nthree\n')
  git('add', '-A')
  git('commit', '-qm', 'one')
})
afterAll(async () => {
  await world?.end()
  rmSync(folder, { recursive: true, force: true })
})

const get = () => world.client.call('getBuild', { build: 'shop-b1' })

test('[WRK43] [WRK44] [LEA16] [LEA22] a task gives its files to one that a person made more urgent once the turn of its agent is over, goes on in its session with the work of both, and says so', async () => {
  for (const [title, word] of [
    ['Add the first', 'first'],
    ['Add the second', 'second'],
  ] as const)
    await world.client.call('createTask', {
      team: 'shop',
      title,
      files: [{ path: 'shared.txt', action: 'UPDATE' }],
      check: { command: `grep -q ${word} shared.txt`, expected: {} },
    })
  await world.client.call('startBuild', { team: 'shop', parallel: 2, confirmed: true })
  await expect.poll(() => world.events('turn.delivered').length).toBe(1)
  await expect
    .poll(() => world.events('lease.awaited').map(({ data }) => data))
    .toMatchObject([{ key: 'shop-2' }])
  await world.client.call('prioritizeTask', { task: 'shop-2', priority: 0 })
  // Its agent is in the middle of its turn.
  expect((await world.client.call('listLeases', {})).leases).toMatchObject([{ key: 'shop-1', gaveWay: 0 }])
  writeFileSync(join(folder, 'go'), '')
  await expect.poll(async () => (await get()).endedAt).not.toBeNull()

  expect(await get()).toMatchObject({ state: 'complete', tasks: [{ attempts: 1 }, { attempts: 1 }] })
  expect(world.events('lease.preempted').map(({ data }) => data)).toMatchObject([
    { key: 'shop-1', for: ['shop-2'], why: 'urgency' },
  ])
  const { rulings } = await world.client.call('listRulings', { about: 'shop-1', rule: 'preemption' })
  expect(rulings).toHaveLength(1)
  const moved = world.events('work.moved').map(({ data }) => data as EventData<'work.moved'>)
  expect(moved.find(({ why }) => why?.includes('gave its files up'))).toMatchObject({
    taskKey: 'shop-1',
    step: 'lease',
  })
  const told = world.events('work.told')
  expect(told.map(({ data }) => (data as EventData<'work.told'>).taskKey)).toEqual([
    'shop-1',
    'shop-2',
    'shop-1',
  ])
  expect(told[2]?.session).toBe(told[0]?.session)
  expect(readFileSync(join(folder, 'told-1'), 'utf8')).toMatch(
    /Others had files of your task shop-1[^]*\n\| shared\.txt\n[^]*shop-2: Add the second\n[^]*merged into your checkout/,
  )
  expect(git('show', 'build/shop-b1:shared.txt')).toBe('second\none\ntwo\nthree\nfirst')
  expect(await world.client.call('listLeases', {})).toMatchObject({ leases: [], waits: [] })
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
  const { stdout } = await iris(world.home, ['rulings', 'replay', rulings[0]?.ruling ?? ''])
  expect(stdout).toBe('The rule of today decides the same.\n')
})

test('[LEA13] [LEA14] [LEA23] a task that waits keeps its place and grows more urgent, though its agent was never started', async () => {
  const home = realpathSync(makeHome('iris-waiting-', ''))
  const own = join(home, 'shop')
  mkdirSync(own)
  execFileSync('git', ['init', '-q', '-b', 'main', own])
  const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  execFileSync('git', ['-C', own, ...person, 'commit', '-q', '--allow-empty', '-m', 'one'])
  const claudePath = writeFakeClaude(join(home, 'claude'), 'init()')
  const teams = { shop: { path: own, claudePath } }
  writeFileSync(
    join(home, 'config.yaml'),
    stringify({ settings: { httpPort: 0, responseTimeout: 3_600_000 }, agent: { enabled: false }, teams }),
  )
  const daemon = fork(bundled(join(import.meta.dirname, '..', 'support', 'lease-daemon.ts')), {
    execArgv: [],
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(async () => {
    const exit = once(daemon, 'exit')
    daemon.kill('SIGKILL')
    await exit
    const pipe = await connectPipe({ home, start: false, env: {} }).catch(() => undefined)
    await pipe?.shutdown()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
  const [started] = (await once(daemon, 'message')) as [{ url: string; token: string }]
  const client = createClient(started)
  const files = [{ path: 'shared.txt', action: 'CREATE' as const }]
  for (const title of ['One', 'Two'])
    await client.call('createTask', { team: 'shop', title, files, check: { command: 'true', expected: {} } })
  await client.call('startBuild', { team: 'shop', parallel: 2, confirmed: true })
  const waits = async () => (await client.call('listLeases', {})).waits
  const delivered = async () =>
    (await client.call('readEvents', { types: 'turn.delivered', after: 0, limit: 9 })).events.length
  // Until the other stands still, time must not leap: whatever is under way would take too long.
  await expect.poll(delivered).toBe(1)
  await expect.poll(async () => (await waits()).map(({ key }) => key)).toEqual(['shop-2'])
  const [before] = await waits()
  for (let half = 0; half < 22; half += 1) {
    daemon.send({ leap: 30_000 })
    // A look follows each leap.
    for (let calls = 0; calls < 3; calls += 1) await client.call('getBuild', { build: 'shop-b1' })
  }
  expect(await waits()).toMatchObject([{ key: 'shop-2', since: before?.since, urgency: -1 }])
})
