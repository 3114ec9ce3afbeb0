import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { halvesOf } from '../../src/surface/http/browser-secret.ts'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { openDaemon } from '../support/daemon.ts'
import { goByKeys, visit, type Visitor } from '../support/page.ts'
import { writeFakeClaude } from '../support/teams.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page
let project: string
let scratch: string

/** Writes what the task wants, except for the menu, which waits for a gate, and the prices, which it gets wrong at first. */
const agent = (gate: string) => `
  const fs = require('fs'), key = /shop-\\d+/.exec(process.cwd())[0]
  const use = (name, input) => say({ type: 'assistant', session_id: id, message: { id: 'm' + name, model: 'fake', content: [{ type: 'tool_use', id: 't' + name, name, input }] } })
  init()
  const end = () => result('Done.', { total_cost_usd: 0.12 })
  if (key === 'shop-1') { fs.writeFileSync('greeting.txt', 'Welcome\\n'); end() }
  if (key === 'shop-2') {
    use('Edit', { file_path: process.cwd() + '/menu.txt', old_string: '', new_string: 'Soup' })
    const look = setInterval(() => { if (!fs.existsSync('${gate}')) return; clearInterval(look); fs.writeFileSync('menu.txt', 'Soup\\n'); end() }, 20)
  }
  if (key === 'shop-3') { fs.writeFileSync('prices.txt', text.includes('did not pass') ? 'Soup 4 euros\\n' : 'Soup is cheap\\n'); end() }
  if (key === 'shop-4') { fs.writeFileSync('card.txt', 'Soup 4 euros\\n'); end() }
`

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'iris-builds-page-'))
  scratch = mkdtempSync(join(tmpdir(), 'iris-builds-agent-'))
  git('init', '-q', '-b', 'main')
  writeFileSync(join(project, 'read-me.md'), 'A shop.\n')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('add', '.')
  git('commit', '-qm', 'first')
  const claude = writeFakeClaude(join(scratch, 'claude'), agent(join(scratch, 'gate')))
  world = await openDaemon(
    `settings: { httpPort: 0 }\nagent: { enabled: false }\nteams:\n  shop: { path: ${project}, claudePath: ${claude}, grantPermission: 'yes' }\n`,
  )
  browser = await openBrowser()
  visitor = await visit(browser, world.client)
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
  for (const folder of [project, scratch]) rmSync(folder, { recursive: true, force: true })
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' })
}
const go = (path: string) => page.goto(new URL(path, world.daemon.url).href)
const lane = (key: string) => page.getByRole('button', { name: new RegExp(`^${key} `) })
const group = (name: string) => page.getByRole('region', { name, exact: true })
const sheet = () => page.getByRole('complementary')
const getBuild = (build = 'shop-b1') => world.client.call('getBuild', { build })

async function addTask(title: string, file: string, more: object = {}): Promise<void> {
  await world.client.call('createTask', {
    team: 'shop',
    title,
    files: [{ path: file, action: 'CREATE' }],
    check: { command: `cat ${file}`, expected: {} },
    ...more,
  })
}

test('[DSH110] without builds the page says how to start one; one that is started appears by itself', async () => {
  await page.getByRole('link', { name: 'Builds' }).waitFor()
  await goByKeys(page, 'b')
  await page.getByRole('heading', { name: 'There are no builds yet.' }).waitFor()
  await page.getByText('iris work <file> --team <team>').waitFor()
  const found = await barriersEverywhere(page, 'builds-empty', ['phone'])
  await addTask('Write the greeting', 'greeting.txt')
  await addTask('Write the menu', 'menu.txt')
  await addTask('Write the prices', 'prices.txt', {
    check: { command: 'grep -n euros prices.txt read-me.md', expected: {} },
  })
  await addTask('Print the card', 'card.txt', { waitsFor: ['shop-2', 'shop-3'] })
  await world.client.call('startBuild', { team: 'shop', parallel: 3 })
  await page.getByRole('heading', { name: '1 build is under way.' }).waitFor()
  await page.getByText('waiting for your yes').waitFor()
  found.push(...(await barriersEverywhere(page, 'builds-list')))
  expect(found).toEqual([])
})

test('[DSH113] the plan shows waves and what failed before anything was changed, and begins with a yes', async () => {
  await page.getByRole('link', { name: 'shop-b1' }).click()
  const plan = group('Plan')
  await plan.getByText('Wave 2').waitFor()
  await plan.getByText('3 at once').waitFor()
  const failed = plan.getByRole('listitem').filter({ hasText: 'grep -n euros' })
  await failed.getByText('failed already').waitFor()
  await failed.getByRole('button', { name: 'What it printed' }).click()
  await failed.getByText('prices.txt: No such file').waitFor()
  expect(await barriersEverywhere(page, 'build-plan')).toEqual([])
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: /^Pause/ }).waitFor()
})

test('[DSH111] lanes follow the log and say what each agent does now', async () => {
  await group('Ended').getByText('shop-1').waitFor()
  await lane('shop-2').getByText('editing menu.txt').waitFor()
  await lane('shop-2').getByText('at agent').waitFor({ state: 'attached' })
  await lane('shop-4').getByText('waits', { exact: true }).waitFor()
  await group('Needs you').getByText('shop-3', { exact: true }).waitFor()
  await page.getByRole('heading', { name: '3 tasks of 4 are left.' }).waitFor()
  expect(await barriersEverywhere(page, 'build-lanes')).toEqual([])
})

test('[DSH112] a task opens beside the lanes with its attempts, its check and its change', async () => {
  await lane('shop-3').click()
  await sheet().getByRole('heading', { name: 'Write the prices' }).waitFor()
  await sheet().getByRole('region', { name: 'Attempts' }).getByText('under way').waitFor()
  await sheet().getByText('grep -n euros prices.txt read-me.md').first().waitFor()
  await lane('shop-1').click()
  await sheet().getByText('passed').first().waitFor()
  await sheet().getByRole('region', { name: 'What changes, line by line' }).getByText('Welcome').waitFor()
  expect(await barriersEverywhere(page, 'build-task')).toEqual([])
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'detached' })
})

test('[DSH114] what the build asks is answered in the lane of its task', async () => {
  await page.getByRole('button', { name: 'Try again' }).click()
  await group('Needs you').waitFor({ state: 'detached' })
  await group('Ended').getByText('shop-3', { exact: true }).waitFor()
})

test('[DSH115] keys open the session, skip, retry with words and pause; a skip and a stop ask first', async () => {
  await lane('shop-2').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('shop-4')
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click()
  // The lane hears by the log, the dialog by its call: either may be first, and behind a dialog no key counts.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await lane('shop-4').getByText('skipped').waitFor()
  await lane('shop-4').focus()
  await page.keyboard.press('r')
  await page.getByLabel(/What to do otherwise/).fill('On one page.')
  await page.getByRole('button', { name: 'Retry it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await group('Waiting').getByText('shop-4').waitFor()
  const paused = page.waitForResponse(/\/pause$/)
  await page.keyboard.press('p')
  await page.getByRole('button', { name: /^Resume/ }).waitFor()
  expect((await getBuild()).state).toBe('paused')
  // The page hears by the log; until its call is answered the key does nothing.
  await (await paused).finished()
  await page.keyboard.press('p')
  await page.getByRole('button', { name: /^Pause/ }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByText('What was done stays on its branches').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await lane('shop-2').focus()
  await page.keyboard.press('o')
  await page.waitForURL(/\/sessions\/ses_/)
})

test('[DSH115] an observer sees the same and is told why nothing can be pressed', async () => {
  const { secret } = await world.client.call('createToken', { name: 'a guest', role: 'observer' })
  const { cookie, key } = halvesOf(secret)
  const { host, origin } = new URL(world.daemon.url)
  const context = await browser.newContext()
  await context.addCookies([
    { name: `iris-${host.replaceAll(/[^a-z0-9]+/g, '-')}`, value: cookie, url: origin },
  ])
  await context.addInitScript(`localStorage.setItem('iris.key', ${JSON.stringify(key)})`)
  const guest = await context.newPage()
  await guest.goto(`${origin}/builds/shop-b1`)
  await guest.getByText('This browser may look and change nothing.').waitFor()
  expect(await guest.getByRole('button', { name: 'Stop' }).isDisabled()).toBe(true)
  await guest.keyboard.press('p')
  expect((await getBuild()).state).toBe('working')
  await context.close()
})

test('[DSH110] [DSH111] a build that ended says how, and where its work is', async () => {
  await go('/builds/shop-b1')
  writeFileSync(join(scratch, 'gate'), '')
  await page.getByRole('heading', { name: 'All 4 tasks are done.' }).waitFor()
  await page.getByText('build/shop-b1').waitFor()
  await page.getByRole('link', { name: 'All builds' }).click()
  await page.getByRole('heading', { name: 'No build is under way.' }).waitFor()
  await page.getByText('4 of 4 done').waitFor()
  expect(visitor.faults.filter((fault) => !/40[49]|400/.test(fault))).toEqual([])
})

test('[RVW13] Knowledge shows how builds go over time and what lessons are worth; a lesson is confirmed, retired and taken back there', async () => {
  const { lesson } = await world.client.call('recordLesson', {
    team: 'shop',
    text: 'Name the currency of each price.',
    glob: '*.txt',
    evidence: 'The check of the prices failed without it.',
    confirm: true,
  })
  await world.client.call('noteLesson', { lesson: lesson.lesson, what: 'seen_again' })
  await goByKeys(page, 'k')
  await page.getByRole('heading', { name: '1 lesson in use.' }).waitFor()
  await group('Over time').getByText('No kind of task was worked both').waitFor()
  await group('Over time').getByRole('row').nth(1).getByText('75%').first().waitFor()
  const lessons = group('Lessons')
  await lessons.getByRole('radio', { name: 'in use' }).click()
  await lessons.getByText('Name the currency of each price.').click()
  await lessons.getByText('The check of the prices failed without it.').waitFor()
  await lessons.getByText('seen again: 0.85').waitFor()
  await lessons.getByRole('figure', { name: 'Worth over time: 0.85' }).waitFor()
  await lessons.getByText('For CLAUDE.md: it is worth 0.85 of 0.9').waitFor()
  const found = await barriersEverywhere(page, 'knowledge')
  await lessons.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('heading', { name: 'No lesson is in use.' }).waitFor()
  await lessons.getByRole('radio', { name: 'out of use' }).click()
  await lessons.getByText('Name the currency of each price.').click()
  await lessons.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: '1 lesson in use.' }).waitFor()
  await group('Reviews').getByRole('link', { name: 'shop-b1' }).click()
  await page.getByRole('heading', { name: 'shop-b1 is complete.' }).waitFor()
  await group('Tasks').getByText('shop-3').waitFor()
  found.push(...(await barriersEverywhere(page, 'review')))
  expect(found).toEqual([])
})
