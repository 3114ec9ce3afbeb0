import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { barriers, barriersEverywhere } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { goByKeys, photograph, visit } from '../support/page.ts'
import { writesPlan } from '../support/plan-lines.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Page

const plan = JSON.stringify(Array.from({ length: 60 }, (_, n) => `${n + 1}. Drop table ${n + 1}`).join('\n'))
const lines = `
  - when: { says: '/run ([\\s\\S]+) end/' }
    reply:
      - tool: { name: Bash, input: { command: '\${says.1}', description: Do all of it } }
  - when: { says: /permission/ }
    reply:
      - tool: { name: Bash, input: { command: 'rm -rf build && echo built', description: Build anew } }
  - { when: { says: /plan it/ }, reply: [{ tool: { name: EnterPlanMode, input: {} } }] }
${writesPlan('tool: EnterPlanMode', plan)}
  - { when: { tool: Write }, reply: [{ tool: { name: ExitPlanMode, input: {} } }] }
  - { when: { tool: ExitPlanMode }, reply: 'Done as approved.' }
  - when: { says: /choose/ }
    reply:
      - tool:
          name: AskUserQuestion
          input:
            questions:
              - { question: Which DB?, header: DB, multiSelect: false, options: [{ label: SQLite, description: One file }, { label: Postgres, description: A server }] }
              - { question: Which days?, header: Days, multiSelect: true, options: [{ label: Mon, description: The first }, { label: Tue, description: The second }] }
              - { question: Which way?, header: Way, multiSelect: false, options: [{ label: Left, description: Short }, { label: Right, description: Long }] }
  - when: { tool: AskUserQuestion }
    reply:
      - text: 'I go on: \${toolResult}'
  - when: { says: /./ }
    reply:
      - text: Done.
`
const teams = ['alpha', 'beta', 'gamma']

beforeAll(async () => {
  const asking = { grantPermission: 'ask' }
  world = await openTeams({
    lines,
    teams: { alpha: { ...asking, color: '#FF6B9D' }, beta: asking, gamma: asking },
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})
beforeEach(async () => {
  await page?.context().close()
  ;({ page } = await visit(browser, world.client))
})

const heading = (name: string) => page.getByRole('heading', { name }).waitFor()
const toInbox = () => page.goto(new URL('/inbox', world.daemon.url).href)
const open = () => world.inbox.list({ state: 'open', limit: 10 }).asks
const answered = () => world.events('ask.answered').length
/** The keys of the options are shown as soon as they mean something. */
const keysAreShown = () => page.locator('fieldset kbd').first().waitFor()
const ask = (message: string, names: readonly string[]) => {
  const telling = names.map((name) => world.tell(message, name))
  return expect
    .poll(() => open().length)
    .toBe(names.length)
    .then(() => telling)
}

test('[DSH50] a key that is held down answers one ask, and not those that come after it', async () => {
  const telling = await ask('this needs a permission', teams)
  await toInbox()
  await heading('3 asks are waiting for you.')
  await keysAreShown()
  await page.keyboard.down('y')
  await heading('2 asks are waiting for you.')
  await keysAreShown()
  for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down('y')
  await page.keyboard.up('y')
  expect([answered(), open().length]).toEqual([1, 2])
  await page.keyboard.press('y')
  await heading('1 ask is waiting for you.')
  await keysAreShown()
  await page.keyboard.press('y')
  await heading('Nothing is waiting for you.')
  await Promise.all(telling.map(({ outcome }) => outcome))
})

test('[DSH50] a key that was on its way when another ask came up answers nothing, and the page says so', async () => {
  const before = answered()
  const telling = await ask('this needs a permission', ['alpha', 'beta'])
  await page.clock.install()
  await toInbox()
  await heading('2 asks are waiting for you.')
  await page.clock.runFor(1000)
  await keysAreShown()
  const now = Number(await page.evaluate('Date.now()'))
  // Far enough ahead that a slow machine is not there before us.
  await page.clock.pauseAt(now + 20_000)
  await page.keyboard.press('y')
  await expect
    .poll(async () => (await page.clock.runFor(20), page.locator('h1').textContent()))
    .toContain('1 ask')
  await page.keyboard.press('y')
  await page.getByText('Another ask came up: look again.').waitFor()
  expect([answered() - before, open().length]).toEqual([1, 1])
  await page.clock.runFor(400)
  await keysAreShown()
  await page.keyboard.press('y')
  await expect.poll(() => open().length).toBe(0)
  await Promise.all(telling.map(({ outcome }) => outcome))
})

test('[DSH50] a key adds a grant only after its whole text was shown and confirmed; `g a` only goes', async () => {
  const [telling] = await ask('this needs a permission', ['alpha'])
  await toInbox()
  await keysAreShown()
  await goByKeys(page, 'a')
  await page.waitForURL(/\/ask$/)
  await goByKeys(page, 'i')
  await keysAreShown()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Add a grant' })
  await dialog.getByText('Bash(rm -rf build && echo built)').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(open()).toHaveLength(1)
  await page.keyboard.press('a')
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await heading('Nothing is waiting for you.')
  const { grants } = await world.client.call('listGrants', {})
  expect(grants.map(({ team, allows }) => `${team} ${allows}`)).toEqual([
    'alpha Bash(rm -rf build && echo built)',
  ])
  await telling?.outcome
})

test('[DSH51] several questions are answered by keys, each at the one that stands, and Enter sends them', async () => {
  const [telling] = await ask('let me choose', ['alpha'])
  await toInbox()
  await keysAreShown()
  await page.getByText('A server').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('2')
  await page.getByRole('group', { name: 'Which days?' }).locator('kbd').first().waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Which way?' }).locator('kbd').first().waitFor()
  await photograph(page, 'inbox-questions')
  await page.keyboard.press('1')
  await page.locator('button:enabled', { hasText: 'Send the answers' }).waitFor()
  await page.keyboard.press('Enter')
  await heading('Nothing is waiting for you.')
  const { text } = (await telling?.outcome) ?? {}
  expect(text).toMatch(/"Which DB\?"="Postgres".*"Which days\?"="Mon, Tue".*"Which way\?"="Left"/)
})

test('[DSH50] keys that have no button do nothing', async () => {
  const [telling] = await ask('this needs a permission', ['beta'])
  await toInbox()
  await keysAreShown()
  await page.keyboard.press('!')
  await page.keyboard.press('x')
  await page.keyboard.press('n')
  await heading('Nothing is waiting for you.')
  expect(world.events('ask.marked', 'ask.dismissed')).toEqual([])
  await telling?.outcome
})

test('[DSH52] after `x` on a question its session says so, and counts no problem', async () => {
  const [telling] = await ask('let me choose', ['gamma'])
  await toInbox()
  await keysAreShown()
  await page.keyboard.press('x')
  await heading('Nothing is waiting for you.')
  const outcome = await telling?.outcome
  await page.goto(new URL(`/sessions/${outcome?.session}`, world.daemon.url).href)
  await page.getByText('dismissed by you').waitFor()
  await page.getByText('I go on').waitFor()
  expect(await page.getByRole('log').getByText('waits for you').count()).toBe(0)
  if (outcome?.session)
    expect(await world.client.call('findProblem', { session: outcome.session })).toMatchObject({
      problems: 0,
    })
})

test('[DSH74] a plan is approved only where it can be read: the overview links to it, and keys count at its end', async () => {
  const planning = world.tell('plan it', 'gamma')
  // The CLI may ask whether the agent may plan at all.
  await expect
    .poll(async () => {
      const [first] = open()
      if (first && first.kind !== 'plan') await world.answer({ choose: 'y' })
      return first?.kind
    })
    .toBe('plan')
  const before = answered()
  await page.getByText('wants its plan approved').waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await photograph(page, 'overview-plan')
  await page.getByRole('link', { name: 'Read the plan' }).click()
  await page.getByText('Drop table 60').waitFor()
  await page.keyboard.press('y')
  await page.getByText('Read it to the end first.').waitFor()
  expect([answered(), await page.locator('fieldset kbd').count()]).toEqual([before, 0])
  await page.keyboard.press('End')
  await keysAreShown()
  await page.keyboard.press('y')
  expect(await planning.outcome).toMatchObject({ status: 'answered', text: 'Done as approved.' })
})

test('[DSH74] [DSH75] a long command is cut in lists and answered nowhere but below its end, on a phone too', async () => {
  const command = Array.from({ length: 300 }, (_, n) => `touch step-${n}`).join(' && ')
  const telling = world.tell(`run ${command} end`, 'beta')
  await expect.poll(() => open().length).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${world.daemon.url}/sessions/${telling.session}`)
  await page.getByRole('link', { name: 'Read the command' }).click()
  const whole = page.locator('pre', { hasText: 'touch step-299' })
  await whole.waitFor()
  const allow = page.getByRole('button', { name: 'Allow', exact: true })
  await allow.waitFor()
  // What comes later moves what is there.
  await expect
    .poll(async () => {
      const [end, button] = [await whole.boundingBox(), await allow.boundingBox()]
      const y = button?.y ?? 0
      return { isBelow: y >= (end?.y ?? Infinity) + (end?.height ?? 0), isOffScreen: y > 844 }
    })
    .toEqual({ isBelow: true, isOffScreen: true })
  await page.getByRole('button', { name: 'Deny' }).click()
  await telling.outcome
})

test('[DSH54] a team has the colour that the config gives it', async () => {
  await page.getByText('All quiet.').waitFor()
  const edges = await page.evaluate<string[]>(
    `[...document.querySelectorAll('section li > div > span[aria-hidden]')].map(
      (one) => one.textContent + ' ' + getComputedStyle(one).boxShadow)`,
  )
  expect(edges.find((edge) => edge.startsWith('A'))).toContain('rgb(255, 107, 157)')
  expect(edges.find((edge) => edge.startsWith('B'))).toBe('B none')
  expect(await barriersEverywhere(page, 'overview-colour')).toEqual([])
})

test('[DSH19] the overview shows the grant that “always” would add beside its button', async () => {
  const [telling] = await ask('this needs a permission', ['beta'])
  await page.getByRole('button', { name: 'Always allow' }).waitFor()
  await page.getByText('adds this grant for beta: Bash(rm -rf build && echo built)').waitFor()
  await page.getByRole('button', { name: 'Deny' }).click()
  await telling?.outcome
})

test('[DSH53] of more asks than a list holds the most urgent is first, and what was wanted stays on record', async () => {
  const [telling] = await ask('this needs a permission', ['beta'])
  await world.answer({ choose: 'n' })
  await telling?.outcome
  const raise = (text: string, urgency: 'low' | 'high') =>
    world.inbox.raise({ source: 'alert', type: 'blocking', team: 'gamma', caller: 'user', text, urgency })
  for (let number = 1; number <= 201; number += 1) raise(`Nothing much ${number}`, 'low')
  raise('The house burns', 'high')
  await toInbox()
  await heading('202 asks are waiting for you.')
  await page.getByRole('article', { name: 'The ask' }).getByText('The house burns').waitFor()
  await page.getByText('2 more, no more urgent than these').waitFor()
  const before = page.getByRole('region', { name: 'Answered before' })
  await before.getByText('rm -rf build && echo built').first().waitFor()
  expect(await barriers(page)).toEqual([])
})
