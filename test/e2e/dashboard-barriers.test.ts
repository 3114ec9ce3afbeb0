import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { visit, type Visitor } from '../support/page.ts'
import { leaderLines, planRun, pmLines } from '../support/run-lines.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page

const lines = `
  - when: { system: 'You are Iris' }
    reply: 'shop waits for you: it wants to remove **build**, see #1.'
${pmLines('planning')}
${leaderLines}
  - when: { says: /permission/ }
    reply:
      - text: The old build is in the way. I would remove it and build anew.
      - tool: { name: Bash, input: { command: 'rm -rf build && echo built', description: Build anew } }
  - when: { says: /choose/ }
    reply:
      - tool:
          name: AskUserQuestion
          input:
            questions:
              - question: Which database should the shop use?
                header: Database
                multiSelect: false
                options:
                  - { label: SQLite, description: One file }
                  - { label: Postgres, description: A server }
  - when: { says: /break/ }
    reply:
      - fail: { status: 401, message: 'Not logged in · Please run /login' }
  - when: { tool: Bash }
    reply:
      - text: 'The build is new: \`dist\` holds it.'
  - when: { tool: AskUserQuestion }
    reply:
      - text: 'I go on with it: \${toolResult}'
  - when: { says: /./ }
    reply:
      - thinking: I look at it first.
      - tool: { name: Bash, input: { command: 'seq 1 30', description: Count } }
`

beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: {
      alpha: { description: 'Plans things' },
      shop: { grantPermission: 'ask' },
      billing: { grantPermission: 'ask' },
      docs: {},
      infra: { budget: { day: 0 } },
      mobile: {},
    },
  })
  browser = await openBrowser()
  rmSync(join(world.home, 'projects', 'mobile'), { recursive: true })
  await world.ask('Where is the login?', 'docs')
  visitor = await visit(browser, world.client)
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

const go = (path: string) => page.goto(new URL(path, world.daemon.url).href)
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

test('[DSH23] pages without asks have no barrier, in light, dark and on a phone', async () => {
  const { session } = await world.ask('And again?', 'docs')
  await go('/inbox')
  await heading('Nothing is waiting for you.')
  const found = await barriersEverywhere(page, 'inbox-empty')
  await go('/runs')
  await heading('No run is under way.')
  await page.getByRole('button', { name: 'Start a run' }).click()
  found.push(...(await barriersEverywhere(page, 'runs-empty')))
  await go('/ask')
  await heading('Ask Iris')
  found.push(...(await barriersEverywhere(page, 'ask-empty')))
  await go('/inbox/figures')
  await heading('How asks were answered in the last 30 days')
  found.push(...(await barriersEverywhere(page, 'figures-empty')))
  await go(`/sessions/${session}`)
  await page.getByRole('log').waitFor()
  await page.getByText('The build is new').first().waitFor()
  found.push(...(await barriersEverywhere(page, 'session-plain')))
  expect(found).toEqual([])
})

test('[DSH23] [DSH29] [DSH30] the overview says what is wrong and how to get out of it, without a barrier', async () => {
  await world.ask('please break', 'docs')
  await world.ask('anything', 'infra')
  const { budgets, missing } = await world.client.call('readLimits', {})
  expect(budgets).toEqual([{ team: 'infra', span: 'day', limitUsd: 0, spentUsd: 0 }])
  expect(missing).toMatchObject([{ team: 'mobile', what: 'folder' }])
  const waiting = [world.tell('this needs a permission', 'billing'), world.tell('let me choose', 'shop')]
  const { run } = await world.client.call('startRun', planRun)
  await world.rehearsal.waiting('planning')
  await go('/')
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems
    .getByText(/infra:/)
    .first()
    .waitFor()
  await problems.getByText(/mobile:/).waitFor()
  await problems.getByText(/docs:/).waitFor()
  await page.getByText('2 teams need you').waitFor()
  const found = await barriersEverywhere(page, 'overview-full')
  await problems.getByRole('link', { name: 'Open the session' }).click()
  await page.waitForURL(/\/sessions\/ses_/)
  await go('/inbox')
  await heading('2 asks are waiting for you.')
  found.push(...(await barriersEverywhere(page, 'inbox-full')))
  await go('/runs')
  await heading('1 run under way.')
  found.push(...(await barriersEverywhere(page, 'runs-full')))
  await go(`/runs/${run}`)
  await page.getByRole('region', { name: 'Teammates' }).waitFor()
  found.push(...(await barriersEverywhere(page, 'run-full')))
  await page.getByRole('link', { name: 'Open session' }).click()
  await page.getByRole('log').waitFor()
  found.push(...(await barriersEverywhere(page, 'session-full')))
  for (const _ of waiting) await world.answer({ choose: world.openAsk().kind === 'permission' ? 'y' : '1' })
  world.rehearsal.open('planning')
  await Promise.all(waiting.map(({ outcome }) => outcome))
  expect(found).toEqual([])
  await go('/')
  await problems.getByText(/docs:/).waitFor()
  await world.ask('And now?', 'docs')
  await problems.getByText(/docs:/).waitFor({ state: 'detached' })
})

test('[DSH23] the other pages, the keys and the palette have no barrier either', async () => {
  await go('/ask')
  await page.getByRole('button', { name: 'What is active?' }).click()
  await page.getByText('it wants to remove').first().waitFor()
  const found = await barriersEverywhere(page, 'ask-full')
  const places: readonly (readonly [string, string | RegExp])[] = [
    ['/inbox/figures', 'billing'],
    ['/sessions', 'Sessions'],
    ['/usage', /in 30 days/],
    ['/processes', /of 10 slots in use/],
    ['/settings', 'Settings'],
    ['/nowhere', 'This page does not exist.'],
  ]
  for (const [path, name] of places) {
    await go(path)
    await heading(name)
    if (path === '/settings') await page.getByRole('textbox', { name: 'config.yaml' }).waitFor()
    found.push(...(await barriersEverywhere(page, path.slice(1).replace('/', '-') || 'overview')))
  }
  await go('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  found.push(...(await barriersEverywhere(page, 'help-open')))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  found.push(...(await barriersEverywhere(page, 'palette-open')))
  expect(found).toEqual([])
  expect(visitor.faults.filter((fault) => !fault.includes('404'))).toEqual([])
})

test('[DSH31] on a phone every page is behind a menu, which is used by the keyboard too', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await go('/runs')
  await heading(/run/)
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Processes' }).waitFor()
  const found = await barriersEverywhere(page, 'menu-open', ['phone'])
  await page.keyboard.press('p')
  // The menu moves its focus a moment after the key.
  await page.locator('[role=menuitem]:focus', { hasText: 'Processes' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/processes$/)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Keys' }).click()
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  expect(found).toEqual([])
  expect(visitor.faults.filter((fault) => !fault.includes('404'))).toEqual([])
})

test('[DSH5] [DSH23] [DSH27] the first visit and a browser that is not let in have no barrier', async () => {
  const empty = await openTeams({ lines: '  - { when: { says: /./ }, reply: Yes. }', teams: {} })
  onTestFinished(() => empty.end())
  const first = await visit(browser, empty.client)
  await first.page.getByRole('heading', { name: 'You have no team yet.' }).waitFor()
  const found = await barriersEverywhere(first.page, 'first-visit')
  await first.page.goto(`${empty.daemon.url}/runs`)
  await first.page.getByRole('button', { name: 'Start a run' }).click()
  await first.page.getByText('you have none yet. Name one: iris teams add').waitFor()
  const stranger = await browser.newContext()
  const outside = await stranger.newPage()
  await outside.goto(`${empty.daemon.url}/`)
  await outside.getByRole('heading', { name: 'This browser is not signed in.' }).waitFor()
  found.push(...(await barriersEverywhere(outside, 'login')))
  await stranger.close()
  expect(found).toEqual([])
})
