import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { halvesOf } from '../../src/surface/http/browser-secret.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { goByKeys, visit, type Visitor } from '../support/page.ts'
import { manyTasks, tellTwelve } from '../support/task-stories.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page
let project: string
let big: string

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'iris-tasks-page-'))
  git('init', '-q', '-b', 'main')
  writeFileSync(join(project, 'read-me.md'), 'A shop.\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  big = mkdtempSync(join(tmpdir(), 'iris-tasks-big-'))
  world = await openDaemon(
    `settings: { httpPort: 0 }\nteams:\n  shop: { path: ${project} }\n  big: { path: ${big} }\n`,
  )
  browser = await openBrowser()
  visitor = await visit(browser, world.client)
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
  for (const folder of [project, big]) rmSync(folder, { recursive: true, force: true })
})

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  return execFileSync('git', [...who, ...args], { cwd: project, encoding: 'utf8' })
}
const go = (path: string) => page.goto(new URL(path, world.daemon.url).href)
const graph = () => page.getByRole('listbox', { name: 'Task graph' })
const sheet = () => page.getByRole('complementary')

test('[DSH95] without tasks the page says how to get some; one that is added appears by itself', async () => {
  await goByKeys(page, 't')
  await page.getByRole('heading', { name: 'There are no tasks yet.' }).waitFor()
  await page.getByText('iris tasks import specs/001/tasks.md').waitFor()
  const found = await barriersEverywhere(page, 'tasks-empty')
  await tellTwelve(world.client, 'shop')
  await page.getByRole('heading', { name: '10 tasks of 12 are left.' }).waitFor()
  expect(found).toEqual([])
})

test('[DSH90] [DSH93] the graph is walked along its edges and opened by keys, and each task is named with its status', async () => {
  await go('/tasks')
  await graph().focus()
  const current = () => page.locator('[role=option][aria-selected=true]')
  await expect.poll(() => current().locator('.sr-only').textContent()).toMatch(/^shop-[34], /)
  await page.keyboard.press('Home')
  await expect.poll(() => current().locator('.sr-only').textContent()).toMatch(/^shop-1, .*, done$/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => current().locator('.sr-only').textContent()).toMatch(/^shop-[24], /)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => current().locator('.sr-only').textContent()).toMatch(/^shop-1, /)
  await page.keyboard.press('/')
  await page.keyboard.type('old history')
  await expect.poll(() => page.locator('[data-task]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await sheet().getByRole('heading', { name: 'Import the old search history' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('')
})

test('[DSH92] zoom and pan go by wheel, keys and buttons', async () => {
  await go('/tasks')
  const view = () => page.locator('[role=listbox] > div').first().getAttribute('style')
  await page.getByRole('button', { name: 'See all' }).click()
  const all = await view()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const near = await view()
  await graph().focus()
  await page.keyboard.press('-')
  await page.keyboard.press('Shift+ArrowDown')
  const moved = await view()
  await graph().hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(view).not.toBe(moved)
  const rolled = await view()
  expect(new Set([all, near, moved, rolled]).size).toBe(4)
})

test('[DSH96] [DSH97] a task says what it is about, is finished and taken back, and shows who did what', async () => {
  await go('/tasks?task=shop-3')
  await sheet().getByText('at most 50 results').waitFor()
  await sheet().getByText('src/search/query.ts').waitFor()
  await sheet().getByText('npm test -- search').waitFor()
  await sheet().getByRole('button', { name: 'Done', exact: true }).click()
  await sheet().getByText('It is done.').waitFor()
  await sheet().getByText('done, by you').waitFor()
  await sheet().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await world.client.call('getTask', { task: 'shop-3' })).status).toBe('ready')
  await sheet().getByLabel('Priority of shop-3').selectOption('0')
  await sheet().getByText('priority 0, by you').waitFor()
  await sheet()
    .getByRole('link', { name: /shop-5/ })
    .click()
  await sheet().getByRole('heading', { name: 'Serve the search at /api/search' }).waitFor()
  await sheet().getByRole('button', { name: 'Waive shop-4' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
  await sheet().getByText('waived by user').waitFor()
  await sheet().getByLabel('The other task').fill('shop-7')
  await sheet().getByRole('button', { name: 'Add' }).click()
  await sheet().getByRole('alert').getByText('circle').waitFor()
})

test('[DSH94] the board has a column for each status, and its cards are reached by arrows and reprioritised', async () => {
  await go('/tasks?view=board')
  const ready = page.getByRole('region', { name: /^ready/ })
  await ready.getByRole('button', { name: /^shop-3/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/^shop-4, /)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/^shop-10, /)
  await ready.getByLabel('Priority of shop-4').selectOption('0')
  await ready.getByLabel('Priority of shop-3').selectOption('4')
  await expect
    .poll(() => ready.getByRole('button').allTextContents())
    .toEqual(['Keep an index that follows the table', 'Find products by words'])
})

test('[DSH93] the list has the tasks of the graph in the order of the graph', async () => {
  await go('/tasks')
  await graph().focus()
  await page.getByRole('button', { name: 'See all' }).click()
  const drawn = await page.locator('[data-task]').allTextContents()
  await page.getByRole('radio', { name: 'List' }).click()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button') })
  const keys = (texts: readonly string[]) => texts.map((text) => /shop-\d+/.exec(text)?.[0])
  await expect.poll(async () => keys(await rows.allInnerTexts())).toEqual(keys(drawn))
})

test('[DSH99] [DSH100] [DSH101] leases say who waits for whom, worktrees show the forecast, and a change is read, merged and undone from the page of its task', async () => {
  await go('/tasks?view=leases')
  await page.getByText('Nobody holds a lease.').waitFor()
  // Nothing there could be narrowed by them.
  expect(await page.getByRole('searchbox').count()).toBe(0)
  for (const task of ['shop-3', 'shop-4']) {
    await world.client.call('planTask', { task, files: [{ path: 'src/search/rank.ts', action: 'UPDATE' }] })
    const { secret } = await world.client.call('createToken', { name: task, role: 'worker', task })
    const worker = createClient({ url: world.daemon.url, token: secret })
    await worker.call('registerWorker', { task, pid: process.pid })
    await worker.call('takeLease', { task })
  }
  await page.getByRole('region', { name: '1 held' }).getByText('Find products by words').waitFor()
  await page.getByText('shop-4 waits for shop-3 (src/search/rank.ts).').waitFor()
  const found = await barriersEverywhere(page, 'tasks-leases')
  for (const task of ['shop-4', 'shop-3']) await world.client.call('releaseLease', { task })
  await page.getByText('Nobody holds a lease.').waitFor()
  await world.client.call('makeWorktree', { task: 'shop-3' })
  const { worktrees } = await world.client.call('listWorktrees', {})
  const folder = worktrees[0]?.folder ?? ''
  writeFileSync(
    join(folder, 'query.ts'),
    Array.from({ length: 900 }, (_, n) => `export const n${n} = ${n}\n`).join(''),
  )
  await world.client.call('makeCheckpoint', { task: 'shop-3', note: 'all of it' })
  await page.keyboard.press('5')
  await page.getByText('task/shop-3').waitFor()
  await page.getByText('merges cleanly').waitFor()
  found.push(...(await barriersEverywhere(page, 'tasks-worktrees')))
  await go('/tasks/shop-3')
  const lines = page.getByRole('region', { name: 'What changes, line by line' })
  await lines.getByText('export const n0 = 0').waitFor()
  expect(await lines.getByText(/export const/).count()).toBeLessThan(200)
  await lines.focus()
  await page.keyboard.press('End')
  await lines.getByRole('button', { name: 'More of query.ts' }).click()
  await page
    .getByText(/Brings task\/shop-3 into main with a merge commit: 1 commit, 1 file, \+900 −0\./)
    .first()
    .waitFor()
  found.push(...(await barriersEverywhere(page, 'tasks-change')))
  await page.getByRole('button', { name: 'Merge into main' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByText('shop-3 was merged into main by you').waitFor()
  expect(git('log', '-1', '--format=%s', 'main')).toContain('shop-3')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo it' }).click()
  await page.getByText('The merge of shop-3 was restored by you').waitFor()
  expect(git('log', '-1', '--format=%s', 'main')).toContain('first')
  expect(found).toEqual([])
})

test('[DSH23] [DSH90] the graph, the board, the list and an open task have no barrier', async () => {
  const found: string[] = []
  for (const path of ['/tasks', '/tasks?view=board', '/tasks?view=list', '/tasks?task=shop-3']) {
    await go(path)
    await page.getByText('Find products by words').first().waitFor()
    found.push(...(await barriersEverywhere(page, `tasks-${path.split('=').at(-1)?.replace('/', '')}`)))
  }
  expect(found).toEqual([])
  expect(visitor.faults.filter((fault) => !/40[49]|400/.test(fault))).toEqual([])
})

test('[DSH97] an observer sees the same and is told why nothing can be pressed', async () => {
  const { secret } = await world.client.call('createToken', { name: 'a guest', role: 'observer' })
  const { cookie, key } = halvesOf(secret)
  const { host, origin } = new URL(world.daemon.url)
  const context = await browser.newContext()
  await context.addCookies([
    { name: `iris-${host.replaceAll(/[^a-z0-9]+/g, '-')}`, value: cookie, url: origin },
  ])
  await context.addInitScript(`localStorage.setItem('iris.key', ${JSON.stringify(key)})`)
  const guest = await context.newPage()
  await guest.goto(`${origin}/tasks?task=shop-3`)
  await guest.getByText('This browser may look and change nothing.').waitFor()
  expect(await guest.getByRole('button', { name: 'Done', exact: true }).isDisabled()).toBe(true)
  expect(await guest.getByLabel('Priority of shop-3').isDisabled()).toBe(true)
  await context.close()
})

test('[DSH91] [DSH92] of thousands of tasks the next ones are drawn, the rest is said, and the page answers', async () => {
  await world.client.call('importTasks', {
    team: 'big',
    path: join(big, 'issues.jsonl'),
    text: manyTasks(3000),
  })
  await go('/tasks?view=graph')
  await page.getByText(/Drawn are 2000 of 3012 tasks/).waitFor()
  expect(await page.locator('[data-task]').count()).toBeLessThan(400)
  await page.getByRole('searchbox').fill('part 2999')
  await page.getByText(/Drawn are/).waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[data-task]').count()).toBe(1)
})
