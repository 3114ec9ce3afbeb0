import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { createClient } from '../../src/client/index.ts'
import { createDaemon, type Daemon } from '../../src/daemon/index.ts'
import { openSql } from '../../src/platform/sqlite/index.ts'
import { environmentOf } from '../support/daemon.ts'
import { writeFakeClaude } from '../support/teams.ts'

// Homes that earlier commits left at a loss of power, as `test/fixtures/homes/<steps>.sql`; `/home/you` is where they were.
const homes = [
  { steps: 18, events: 41, sessions: 3, asks: 1, tasks: [] },
  { steps: 30, events: 41, sessions: 3, asks: 1, tasks: [] },
  { steps: 31, events: 47, sessions: 3, asks: 1, tasks: ['ready', 'complete', 'pending', 'skipped'] },
  {
    steps: 41,
    events: 83,
    sessions: 4,
    asks: 2,
    tasks: ['ready', 'complete', 'pending', 'skipped', 'in_progress'],
  },
] as const

type Rows = Record<string, unknown[]>

/** Every table that holds rows of its own, with all of them; that of words is made of another. */
function rowsOf(path: string): Rows {
  const sql = openSql(path, { readOnly: true })
  const names = sql
    .prepare<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'turn_words%' ORDER BY name",
    )
    .all()
  const rows = names.map(({ name }) => [name, sql.prepare(`SELECT * FROM "${name}"`).all()] as const)
  sql.close()
  return Object.fromEntries(rows)
}

/** Makes the home of the dump in a folder of its own. */
function restore(steps: number): { home: string; path: string; root: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'iris-earlier-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const home = join(root, '.iris')
  const path = join(home, 'iris.db')
  for (const folder of [home, join(root, 'shop'), join(root, 'billing')]) mkdirSync(folder)
  for (const project of ['shop', 'billing']) execFileSync('git', ['init', '-q', join(root, project)])
  const claude = writeFakeClaude(join(root, 'claude'), "init(); words('Heard.'); result('Heard.')")
  writeFileSync(
    join(home, 'config.yaml'),
    stringify({
      settings: { httpPort: 0 },
      agent: { enabled: false },
      claude: { path: claude, env: { HOME: root } },
      teams: { shop: { path: join(root, 'shop') }, billing: { path: join(root, 'billing') } },
    }),
  )
  const dump = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'homes', `${steps}.sql`), 'utf8')
  const sql = openSql(path)
  sql.exec(dump.replaceAll('/home/you', root))
  sql.close()
  // As the first of them left it.
  chmodSync(path, 0o644)
  return { home, path, root }
}

async function opened(home: string): Promise<Daemon> {
  const daemon = await createDaemon({ environment: environmentOf(home) })
  onTestFinished(() => daemon.close('test ended', 'ended'))
  return daemon
}

for (const { steps, events, sessions, asks, tasks } of homes) {
  test(`[DMN24] a home of an Iris with ${steps} steps is opened whole: a copy first, then all that was there`, async () => {
    const { home, path } = restore(steps)
    const before = rowsOf(path)
    expect(
      [before['migration'], before['event'], before['session'], before['ask']].map((t) => t?.length),
    ).toEqual([steps, events, sessions, asks])
    const daemon = await opened(home)
    const client = createClient({ url: daemon.url, token: daemon.token })

    const copies = readdirSync(join(home, 'backups'))
    expect(copies).toHaveLength(1)
    expect(rowsOf(join(home, 'backups', copies[0] ?? ''))).toEqual(before)
    expect(statSync(path).mode & 0o777).toBe(0o600)

    const after = rowsOf(path)
    expect(after['migration']?.length).toBeGreaterThan(steps)
    expect(after['event']?.slice(0, events)).toEqual(before['event'])
    const read = daemon.log.read({ after: 0, limit: 1000 }).events
    expect(read.slice(0, events).map(({ type }) => type)).toEqual(
      (before['event'] as { type: string }[]).map(({ type }) => type),
    )

    const named = (rows: unknown[] | undefined) => (rows as { id: string }[]).map(({ id }) => id).toSorted()
    const found = await client.call('listSessions', {})
    expect(found.sessions.map(({ session }) => session).toSorted()).toEqual(named(before['session']))
    const { tokens } = await client.call('listTokens', {})
    expect(tokens.map(({ name }) => name)).toEqual(expect.arrayContaining(['owner', 'phone']))
    const { runs } = await client.call('listRuns', {})
    expect(runs.map(({ run, goal }) => [run, goal])).toEqual([
      [named(before['run'])[0], 'A goal-stays goal.'],
    ])
    // What finds words follows the log.
    const wanted = { words: 'hello', from: 'user', team: 'shop' }
    const hows = async () => (await client.call('findTurns', wanted)).turns.map(({ how }) => how)
    await expect.poll(hows).toEqual(['answered'])
    const asked = await client.call('listAsks', { state: 'all' })
    expect(asked.asks.map(({ ask }) => ask as string)).toEqual(expect.arrayContaining(named(before['ask'])))
    const listed = await client.call('listTasks', {})
    // One whose agent died with that Iris is free for the next as soon as the daemon has seen that.
    const statuses = tasks.map((status) =>
      status === 'in_progress' ? expect.stringMatching(/^(?:in_progress|ready)$/) : status,
    )
    expect(listed.tasks.toSorted((a, b) => a.number - b.number).map(({ status }) => status)).toEqual(statuses)

    await daemon.close('again')
    await opened(home)
    expect(readdirSync(join(home, 'backups'))).toEqual(copies)
  })
}

test('[DMN24] what an earlier Iris kept of lessons, checks, worktrees and builds is there too', async () => {
  const { home } = restore(41)
  const daemon = await opened(home)
  const client = createClient({ url: daemon.url, token: daemon.token })
  const { lessons } = await client.call('listLessons', {})
  expect(lessons.map(({ text }) => text)).toEqual(['Run migrations in a transaction'])
  const { checks } = await client.call('listChecks', {})
  expect(checks.map(({ state }) => state)).toEqual(['held', 'passed', 'passed'])
  const { builds } = await client.call('listBuilds', {})
  expect(builds.map(({ key }) => key)).toEqual(['shop-b1'])
  const { worktrees } = await client.call('listWorktrees', {})
  expect(worktrees.map(({ key }) => key)).toEqual(['shop-1', 'shop-5'])
})
