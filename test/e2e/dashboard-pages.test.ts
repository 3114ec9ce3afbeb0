import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { goByKeys, photograph, visit, type Visitor } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Visitor
let page: Page

const lines = `
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
  - when: { tool: Bash }
    reply:
      - text: The build is new.
  - when: { tool: AskUserQuestion }
    reply:
      - text: 'I go on with it: \${toolResult}'
  - when: { says: /./ }
    reply:
      - text: The login is in src/auth.ts.
`

beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: { shop: { grantPermission: 'ask' }, billing: { grantPermission: 'ask' }, docs: {} },
  })
  browser = await openBrowser()
  await world.ask('Where is the login?', 'docs')
  visitor = await visit(browser, world.client)
  ;({ page } = visitor)
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

const go = (path: string) => page.goto(new URL(path, world.daemon.url).href)

test('[DSH19] the inbox is answered by the keyboard alone, with the exact grant of “always” shown', async () => {
  const asking = world.tell('this needs a permission', 'billing')
  const choosing = world.tell('let me choose', 'shop')
  await go('/inbox')
  await page.getByRole('heading', { name: '2 asks are waiting for you.' }).waitFor()
  await page.getByRole('button', { name: /billing/ }).click()
  await page.getByText('Bash(rm -rf build && echo built)').first().waitFor()
  await page.getByText('The old build is in the way.').waitFor()
  await expect.poll(() => page.title()).toBe('(2) Iris')
  await photograph(page, 'inbox')
  expect(await barriers(page)).toEqual([])
  await page.locator('fieldset kbd').first().waitFor()
  await page.keyboard.press('y')
  await page.getByRole('heading', { name: '1 ask is waiting for you.' }).waitFor()
  expect((await asking.outcome).status).toBe('answered')
  await page.getByText('Which database should the shop use?').first().waitFor()
  await page.locator('fieldset kbd').first().waitFor()
  await page.keyboard.press('2')
  await page.getByRole('heading', { name: 'Nothing is waiting for you.' }).waitFor()
  expect((await choosing.outcome).text).toContain('Postgres')
  await page.getByText('Postgres by you').waitFor()
  await go('/inbox/figures')
  await page.getByRole('heading', { name: 'billing' }).waitFor()
  await photograph(page, 'figures')
  expect(await barriers(page)).toEqual([])
})

test('[DSH20] sessions are searched by their words and narrowed by team and ending', async () => {
  await go('/sessions')
  await page.getByRole('heading', { name: /^\d sessions$/ }).waitFor()
  await photograph(page, 'sessions')
  await page.keyboard.press('/')
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('auth')
  await page.locator('mark', { hasText: 'auth' }).first().waitFor()
  // What begins like the word is marked too, while it is typed.
  const found = page.getByRole('region', { name: 'Turns' }).getByRole('listitem')
  await expect.poll(() => found.count()).toBe(1)
  await page.getByLabel('Team').selectOption('shop')
  await page.getByText('None.').waitFor()
  expect(await barriers(page)).toEqual([])
})

test('[DSH12] [DSH21] usage is plotted by team and model, and the processes say what they take', async () => {
  await go('/usage')
  await page.getByRole('img', { name: /Model tokens by day and team/ }).waitFor()
  await page.getByRole('radio', { name: 'model', exact: true }).click()
  await page.getByRole('cell', { name: /claude/ }).waitFor()
  const plot = page.getByRole('img', { name: /by day and model/ })
  // What comes later moves the plot away from below the mouse.
  await expect
    .poll(async () => {
      const box = await plot.boundingBox()
      if (box) await page.mouse.move(box.x + box.width - 5, box.y + 20, { steps: 3 })
      return page
        .getByRole('tooltip')
        .getByText(/claude/)
        .count()
    })
    .toBeGreaterThan(0)
  await photograph(page, 'usage')
  expect(await barriers(page)).toEqual([])
  await go('/processes')
  await page.getByRole('heading', { name: /of 10 slots in use/ }).waitFor()
  await page.getByText(/\d MB/).first().waitFor()
  const day = page.getByRole('region', { name: 'The last 24 hours' })
  await day.getByText(/\d agents? started; none crashed, and nothing waited for a slot\./).waitFor()
  await day.getByRole('img', { name: 'What happened to agents, by hour' }).waitFor()
  await photograph(page, 'processes')
  expect(await barriers(page)).toEqual([])
})

test('[CFG33] [DSH22] the config is edited with its mistakes marked, and saved only after its change was shown', async () => {
  await go('/settings')
  const editor = page.getByRole('textbox', { name: 'config.yaml' })
  await editor.waitFor()
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('nonsense: 1\n')
  await page.getByText('1 mistake; fix it to save.').waitFor()
  await page
    .getByRole('list', { name: 'Mistakes' })
    .getByText(/^Line \d+:.*nonsense/)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Review and save' }).isDisabled()).toBe(true)
  // Letters that are keys elsewhere are only letters here, and what was written is not left by mistake.
  await page.keyboard.type('# g is going?')
  expect(await editor.innerText()).toContain('# g is going?')
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('link', { name: 'Usage' }).first().click()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await page.keyboard.type('x')
  await expect.poll(() => editor.innerText()).toMatch(/nonsense: 1\n+ {2}x/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => editor.innerText()).not.toMatch(/ {2}x/)
  // A key of its own colour is a piece of its own.
  await expect.poll(() => editor.locator('span', { hasText: /^settings$/ }).count()).toBe(1)
  await page.keyboard.press('Control+a')
  const text = readFileSync(join(world.home, 'config.yaml'), 'utf8')
  await page.keyboard.insertText(text.replace('agent: {}', 'agent: { temperature: 1 }'))
  const notices = page.getByRole('list', { name: 'Notices' })
  await notices.getByText(/agent\.temperature has no effect/).waitFor()
  await page.keyboard.press('Control+a')
  const wanted = text.replace('docs:', 'docs:\n    description: The documentation')
  await page.keyboard.insertText(wanted)
  await page.getByText('It takes effect as soon as you save.').waitFor()
  await notices.waitFor({ state: 'detached' })
  await photograph(page, 'settings')
  expect(await barriers(page)).toEqual([])
  await editor.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('.bg-good-soft', { hasText: 'The documentation' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => readFileSync(join(world.home, 'config.yaml'), 'utf8')).toBe(wanted)
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByLabel('Name of the new token').fill('for a script')
  await page.getByRole('button', { name: 'Create a token' }).click()
  await page.getByText('This is the only time').waitFor()
})

test('[DSH32] agents are told in the settings to use their judgment, in one team or everywhere', async () => {
  await go('/settings')
  await page.getByRole('tab', { name: 'Answered without you' }).click()
  await page.getByRole('switch', { name: 'Use your judgment: docs' }).click()
  const judgment = () => world.client.call('getJudgment', {})
  await expect.poll(judgment).toEqual({ everywhere: false, teams: ['docs'] })
  await page.getByRole('switch', { name: 'Use your judgment: docs', checked: true }).press('Space')
  await expect.poll(judgment).toEqual({ everywhere: false, teams: [] })
  expect(await barriers(page)).toEqual([])
})

test('[DSH23] keys lead everywhere: `?` lists them, ⌘K finds a session, g and a letter opens a page', async () => {
  await go('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await photograph(page, 'keys')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await page.keyboard.type('docs for')
  await page.locator('[cmdk-item][data-selected=true]', { hasText: 'docs for' }).waitFor()
  await photograph(page, 'palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sessions\/ses_/)
  await page.getByRole('log').waitFor()
  expect(await barriers(page)).toEqual([])
  await goByKeys(page, 'i')
  await page.waitForURL(/\/inbox$/)
  await go('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(visitor.faults).toEqual([])
})
