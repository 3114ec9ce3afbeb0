import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { iris, ranOf, spawnIris } from '../support/iris.ts'
import { visit } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Page

beforeAll(async () => {
  world = await openTeams({
    homeName: 'iris-new-',
    lines: `
  - { when: { says: Which tests fail }, reply: None of them. }
  - { when: { says: Fix the typo }, reply: It is fixed. }
  - { when: { says: Add a dark mode }, reply: I begin. }
`,
  })
  browser = await openBrowser()
  ;({ page } = await visit(browser, world.client))
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

const run = (...args: string[]) => iris(world.home, ['new', ...args, '--team', 'alpha'])
const turns = () => world.events('turn.accepted').length

test('[CLI70] where nobody can be asked the proposal is shown and nothing is begun', async () => {
  const { code, stdout } = await run('Which tests fail?')
  expect([code, turns()]).toEqual([0, 0])
  expect(stdout).toContain('Tell fits: it asks for an answer.')
  expect(stdout).toMatch(/● tell +one message, one answer +–/)
  const json = JSON.parse((await run('Add a dark mode', '--json')).stdout) as { size: string }
  expect([json.size, turns()]).toEqual(['run', 0])
})

test('[CLI70] --yes begins it as proposed, --as in another size; what is no size is said', async () => {
  const told = await run('Which tests fail?', '--yes')
  expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('None of them.')])
  const small = await run('Add a dark mode, which fails Which tests fail', '--as', 'tell')
  expect([small.code, small.stdout]).toEqual([0, expect.stringContaining('None of them.')])
  const wrong = await run('Which tests fail?', '--as', 'party')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('tell, run, build, idea, org')])
})

test('[CLI70] on a terminal Enter begins what is proposed, and any other key nothing', async () => {
  const pressed = async (key: string) => {
    const child = spawnIris(world.home, ['new', '"Fix the typo"', '--team', 'alpha'], { terminal: true })
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('q leaves')) child.stdin?.write(key)
    })
    return ranOf(child)
  }
  const before = turns()
  const left = await pressed('x')
  expect([left.code, turns()]).toEqual([0, before])
  const begun = await pressed('\r')
  expect([begun.code, begun.stdout]).toEqual([0, expect.stringContaining('It is fixed.')])
})

test('[CLI70] as an organisation the goal is said where its manager takes up tasks', async () => {
  const begun = await run('Keep the tests green', '--as', 'org')
  expect([begun.code, begun.stdout]).toEqual([0, expect.stringContaining('Said in #project-alpha.')])
  const { messages } = await world.client.call('readMessages', { channel: '#project-alpha' })
  expect(messages.map(({ body }) => body)).toContain('TASK: Keep the tests green')
  await world.client.call('stopOrg', { project: 'alpha' })
})

test('[DSH200] N asks what somebody wants, shows what fits, and begins what is chosen', async () => {
  await page.getByRole('button', { name: /^New/ }).waitFor()
  await page.keyboard.press('N')
  const dialog = page.getByRole('dialog', { name: 'New' })
  await dialog.getByLabel('What do you want?').fill('Which tests fail?')
  await dialog.getByRole('button', { name: 'What fits?' }).click()
  await dialog.getByText('Tell fits: it asks for an answer.').waitFor()
  const found = await barriersEverywhere(page, 'new-goal')
  await dialog.getByLabel('What do you want?').fill('Add a dark mode')
  await expect.poll(() => dialog.getByRole('status').count()).toBe(0)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'What fits?' }).click()
  await dialog.getByText('Run fits').waitFor()
  await dialog.getByRole('radio', { name: /^Tell/ }).check()
  await dialog.getByRole('button', { name: 'Begin: tell' }).click()
  await page.waitForURL(/\/sessions\/ses_/)
  await page.getByText('I begin.').first().waitFor()
  expect(found).toEqual([])
})
