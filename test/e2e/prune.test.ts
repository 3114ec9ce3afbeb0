import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Status } from '../../src/contract/index.ts'
import { createLog } from '../../src/core/store/index.ts'
import { manualClock } from '../../src/platform/clock/index.ts'
import { openSql } from '../../src/platform/sqlite/index.ts'
import { makeHome } from '../support/daemon.ts'
import { iris, ranOf, spawnIris, type Ran } from '../support/iris.ts'

const lines = 2_000
const session = newId('ses')
let home: string

beforeEach(async () => {
  home = makeHome('iris-prune-', 'settings:\n  httpPort: 0\n')
  await iris(home, ['start', '--background'])
  await iris(home, ['stop'])
  await printLongAgo()
})
afterEach(async () => {
  await iris(home, ['stop'])
  rmSync(home, { recursive: true, force: true })
})

/** What an agent would have printed forty days ago. */
async function printLongAgo(): Promise<void> {
  const sql = openSql(join(home, 'iris.db'))
  const log = createLog({ sql, clock: manualClock(Date.now() - 40 * 86_400_000) })
  log.write((append) => {
    for (let n = 0; n < lines; n += 1)
      append({ type: 'agent.printed', session, data: { line: `${n} ${randomText()}`, offset: n } })
  })
  await log.close()
  sql.close()
}

const randomText = (): string =>
  Array.from({ length: 160 }, () => Math.random().toString(36).slice(2)).join(' ')
const json = ({ stdout }: Ran) => JSON.parse(stdout) as Record<string, unknown>
const inspected = async () =>
  json(await iris(home, ['cache', 'inspect', session, '--limit', '1000', '--json']))

test('[CLI40] it says how much it would be, needs a yes, prunes, and the lines are told as pruned', async () => {
  const trial = await iris(home, ['prune', '--dry-run'])
  expect(trial.stdout).toMatch(/^2,000 lines from agents \(.*\) would be pruned\. Nothing was changed\.\n$/)
  const unsure = await iris(home, ['prune'])
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('Add --yes to prune 2,000 lines')])
  for (const time of ['soon', '12h', '-3d']) {
    const { code, stderr } = await iris(home, ['prune', '--yes', `--older-than=${time}`])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/such as 30d|a day at least/)])
  }
  expect((await inspected())['pruned']).toBe(0)

  const done = await iris(home, ['prune', '--yes'])
  expect(done.stdout).toMatch(/^Pruned 2,000 lines from agents \(.*\)\.\n.*--shrink/)
  expect(await inspected()).toMatchObject({ pruned: 1000, lines: [] })
  expect((await iris(home, ['prune', '--yes'])).stdout).toBe(
    'There are no lines from agents older than 30d.\n',
  )
})

test('[CLI40] on a terminal it asks, and no is no', async () => {
  await iris(home, ['start', '--background'])
  const child = spawnIris(home, ['prune'], { terminal: true })
  child.stdin?.end('n\n')
  const { code, stdout } = await ranOf(child)
  expect(code).toBe(0)
  expect(stdout).toMatch(/Prune 2,000 lines from agents .*\? Messages, answers, asks and costs stay/)
  expect(stdout).toContain('Nothing was changed.')
  expect((await inspected())['pruned']).toBe(0)
})

test('[LOG26] shrinking gives the space back to the disk, and the daemon goes on', async () => {
  await iris(home, ['start', '--background'])
  const path = join(home, 'iris.db')
  const before = json(await iris(home, ['status', '--json'])) as unknown as Status
  const done = json(await iris(home, ['prune', '--yes', '--shrink', '--json']))
  expect(done).toMatchObject({ pruned: true, lines })
  const { database } = done as { database: { before: number; after: number } }
  expect(database.after).toBeLessThan(database.before / 2)
  expect(statSync(path).size).toBe(database.after)
  const after = json(await iris(home, ['status', '--json'])) as unknown as Status
  expect(after.pid).toBe(before.pid)
  expect((await inspected())['pruned']).toBe(1000)
  expect((await iris(home, ['doctor'])).stdout).toContain('sound')
})

test('[LOG26] [CLI40] while a turn is open the space is not given back, and what was pruned is said all the same', async () => {
  mkdirSync(join(home, 'shop'))
  await iris(home, ['teams', 'add', 'shop', join(home, 'shop')])
  // A limit of the account holds the turn in its queue.
  const sql = openSql(join(home, 'iris.db'))
  sql.prepare('INSERT INTO quota VALUES (1, ?)').run(Date.now() + 3_600_000)
  sql.close()
  expect((await iris(home, ['tell', 'shop', 'hello', '--async'])).code).toBe(0)
  const { code, stdout } = await iris(home, ['prune', '--yes', '--shrink'])
  expect(code).toBe(6)
  expect(stdout).toMatch(
    /^Pruned 2,000 lines .*\nThe database is not shrunk while a turn is open\. Wait for them/,
  )
})
