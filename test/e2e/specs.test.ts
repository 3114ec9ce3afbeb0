import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/index.ts'
import { exitCodes, type SpecDraft, type WholeSpec } from '../../src/contract/index.ts'
import { parsePlaybook, startRehearsal, type Rehearsal } from '../../src/rehearsal/index.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { makeHome } from '../support/daemon.ts'
import { iris } from '../support/iris.ts'
import { mortalDaemon } from '../support/mortal-daemon.ts'
import { goByKeys, picture, visit, type Visitor } from '../support/page.ts'
import { configFor } from '../support/teams.ts'

const task = (id: string, path: string, waitsFor: string[]) => ({
  id,
  title: `Write ${path}`,
  text: `It holds the word ${id}.`,
  phase: null,
  files: [{ path, action: 'CREATE' as const }],
  waitsFor,
  requirements: ['FR-1'],
  check: { command: `grep ${id} ${path}`, expected: { exit: 0 } },
})
const draft: SpecDraft = {
  title: 'Export of habits',
  summary: 'People take their habits with them as a file.',
  inScope: ['One file with all habits'],
  outOfScope: ['Import'],
  requirements: [{ id: 'FR-1', text: 'A file holds every habit with its ticks.' }],
  dataModels: [],
  architecture: ['A writer for each format, behind one function.'],
  dependencies: [],
  risks: ['Names with commas.'],
  missing: [],
  complexity: 'low',
  tasks: [
    task('T001', 'src/rows.txt', []),
    task('T002', 'src/csv.txt', ['T001']),
    task('T003', 'src/json.txt', ['T001']),
    task('T004', 'src/export.txt', ['T002', 'T003']),
  ],
  questions: [],
}
const answer = (input: object) => JSON.stringify({ tool: { name: 'StructuredOutput', input } })
const lines = `
  - { when: { tool: StructuredOutput }, reply: Done. }
  - { when: { system: You write the spec, says: Nobody imports anything }, reply: [${answer({ ...draft, outOfScope: ['Import of any kind'] })}] }
  - { when: { system: You write the spec }, reply: [{ gate: draft }, ${answer(draft)}] }
  - { reply: [{ gate: work }, { text: Done. }] }
`

let rehearsal: Rehearsal
let home: string
let shop: string
let client: Client
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page
const daemon = mortalDaemon()

beforeAll(async () => {
  rehearsal = await startRehearsal({ playbook: parsePlaybook(`name: Specs\nlines:${lines}`) })
  home = makeHome('iris-specs-', '')
  shop = join(home, 'projects', 'shop')
  const config = configFor(home, rehearsal, {
    teams: { shop: {} },
    sections: { agent: { enabled: false } },
  })
  writeFileSync(join(home, 'config.yaml'), config)
  execFileSync('git', ['init', '-q', '-b', 'main', shop])
  writeFileSync(join(shop, 'README.md'), 'A shop for habits.\n')
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  execFileSync('git', ['-C', shop, 'add', '-A'])
  execFileSync('git', ['-C', shop, ...who, 'commit', '-qm', 'one'])
  client = await daemon.start(home)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await client?.call('stopDaemon', {}).catch(() => undefined)
  await daemon.kill()
  await rehearsal?.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const long = { timeout: 60_000 }
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await iris(home, [...args, '--json'])
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
const get = (): Promise<WholeSpec> => client.call('getSpec', { spec: 'shop-s1' })
const restart = async () => {
  await daemon.kill()
  client = await daemon.start(home)
}
const events = async (...types: string[]) => (await client.call('readEvents', { types, limit: 100 })).events

test('[SPC1] [SPC10] a goal becomes a spec by one call of the genuine CLI, though the daemon is killed meanwhile', async () => {
  const goal =
    'People want to export their habits, with all their ticks, from the database into a file of theirs.'
  const made = await run('spec', 'new', goal, '--team', 'shop')
  expect(made).toMatchObject({ key: 'shop-s1', state: 'drafting', lane: 'quick' })
  await rehearsal.waiting('draft')
  await restart()
  expect((await get()).state).toBe('drafting')
  rehearsal.open('draft')
  await expect.poll(async () => (await get()).state, long).toBe('proposed')
  expect((await get()).waves).toEqual([['T001'], ['T002', 'T003'], ['T004']])
  expect(await events('stage.asked')).toHaveLength(1)
  expect(rehearsal.requests().filter(({ kind }) => kind === 'turn').length).toBeLessThanOrEqual(2)
})

test('[SPC16] the page shows the document and the graph; a line is commented on, and the next revision heeds it', async () => {
  visitor = await visit(browser, client)
  ;({ page } = visitor)
  await goByKeys(page, 'c')
  await page.getByRole('heading', { name: '1 spec waits for you.' }).waitFor()
  const found = await barriersEverywhere(page, 'specs-list', ['phone'])
  await page.getByRole('link', { name: 'Export of habits' }).click()
  await page.getByRole('heading', { name: 'Export of habits' }).waitFor()
  await page.getByRole('option', { name: /^T004, Write src\/export.txt/ }).click()
  await page.getByRole('status').getByText('grep T004 src/export.txt').waitFor()
  await picture(page, 'spec-tasks')
  const text = (await get()).files[0]?.text.split('\n') ?? []
  const line = text.indexOf('- Import') + 1
  await page.getByRole('button', { name: `Say something about line ${line}`, exact: true }).click()
  await page.getByLabel(`What is to change in line ${line}`, { exact: true }).fill('Nobody imports anything.')
  await page.getByRole('button', { name: 'Add' }).click()
  found.push(...(await barriersEverywhere(page, 'spec')))
  expect(found).toEqual([])
  await page.getByRole('button', { name: 'Send back with 1 comment' }).click()
  await page.getByText('- Import of any kind').waitFor()
  expect(await get()).toMatchObject({ revision: 2, comments: [] })
  expect(visitor.faults).toEqual([])
})

test('[SPC9] [SPC10] a yes on the page makes tasks and starts one build, and a killed daemon starts no other', async () => {
  await page.getByRole('button', { name: 'Approve and build' }).click()
  await page.getByRole('link', { name: 'build shop-b1' }).waitFor()
  await rehearsal.waiting('work')
  await restart()
  const { builds } = await client.call('listBuilds', {})
  expect(builds.map(({ key, tasks }) => [key, tasks.map((one) => one.title)])).toEqual([
    ['shop-b1', draft.tasks.map(({ title }) => title)],
  ])
  expect(await run('spec', 'show', 'shop-s1')).toMatchObject({ state: 'approved', build: 'shop-b1' })
  const { stdout } = await iris(home, ['spec', 'ls'])
  expect(stdout).toContain('Export of habits')
  expect(await events('spec.approved', 'build.started')).toHaveLength(2)
  await client.call('stopBuild', { build: 'shop-b1' })
  await expect
    .poll(async () => (await client.call('getBuild', { build: 'shop-b1' })).endedAt, long)
    .not.toBeNull()
})

test('[SPC13] its files are exported, edited and read back by the command line', async () => {
  const { written } = await run('spec', 'export', 'shop-s1')
  const file = join(shop, written[0])
  writeFileSync(file, readFileSync(file, 'utf8').replace('Names with commas.', 'Names with quotes.'))
  const { edits } = await run('spec', 'edits', 'shop-s1')
  expect(edits).toEqual([{ part: 'risks', was: 'Names with commas.', now: 'Names with quotes.' }])
  const { code, stderr } = await iris(home, ['spec', 'export', 'shop-s1'])
  expect([code, stderr]).toEqual([exitCodes.conflict, expect.stringContaining('Somebody edited')])
  expect(await run('spec', 'edits', 'shop-s1', '--take')).toMatchObject({
    taken: true,
    spec: { revision: 3 },
  })
})

test('[SPC15] a spec that nobody wants is dropped by the command line, which says what it says no to', async () => {
  const made = await run('spec', 'new', 'Rename the button to Save.', '--team', 'shop', '--check', 'true')
  expect(made).toMatchObject({ key: 'shop-s2', lane: 'direct' })
  expect(await run('spec', 'drop', 'shop-s2')).toMatchObject({ state: 'dropped' })
  const { code, stderr } = await iris(home, ['spec', 'approve', 'shop-s2'])
  expect([code, stderr]).toEqual([exitCodes.conflict, expect.stringContaining('shop-s2: It was dropped.')])
})
