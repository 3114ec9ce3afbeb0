import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { photograph, visit } from '../support/page.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>

const lines = `
  - when: { says: /permission/ }
    reply:
      - tool: { name: Bash, input: { command: 'rm -rf build && npm run build', description: Build anew } }
  - when: { tool: Bash }
    reply:
      - text: The build is new.
  - when: { says: /hold/ }
    reply:
      - text: I look at the code first.
      - tool: { name: Read, input: { file_path: '\${cwd}/auth.ts' } }
  - when: { tool: Read }
    reply:
      - gate: hold
      - text: Done.
  - when: { says: /./ }
    reply:
      - text: 'The login is in src/auth.ts; the token is checked in one place, and the tests cover both ways.'
`
beforeAll(async () => {
  world = await openTeams({
    lines,
    teams: {
      shop: { description: 'The shop' },
      billing: { grantPermission: 'ask' },
      docs: {},
      infra: {},
    },
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

test('[HTTP22] a person reaches the session another team has; an unknown name is refused', async () => {
  const told = world.orchestrator.tell(
    { name: 'infra', kind: 'human' },
    { to: 'docs', message: 'hello', patience: { until: 'ended' } },
  )
  await told.outcome
  const { turns } = await world.client.call('readTurns', { team: 'docs', fromTeam: 'infra' })
  expect(turns.map(({ from, to }) => `${from}→${to}`)).toEqual(['infra→docs'])
  const fork = await world.client.call('forkSession', { team: 'docs', fromTeam: 'infra' })
  expect(fork.command).toContain('--fork-session')
  const slept = await world.client.call('sleepTeam', { team: 'docs', fromTeam: 'infra' })
  expect(slept.wasAwake).toBe(true)
})

test('[HTTP23] a session is read with its turns in short, also after it was deleted, and usage in spans', async () => {
  const { session } = await world.ask('What is here?', 'infra')
  const before = await world.client.call('getSession', { session })
  expect(before).toMatchObject({ deletedAt: null, session: { to: 'infra' } })
  expect(before.turns).toMatchObject([{ preview: 'What is here?', how: 'answered', author: 'user' }])
  expect(before.lastSeq).toBeGreaterThan(before.turns[0]?.seq ?? Infinity)
  await world.client.call('removeSession', { team: 'infra' })
  const after = await world.client.call('getSession', { session })
  expect(after.deletedAt).toEqual(expect.any(Number))
  expect(after.turns).toHaveLength(1)
  const { usage } = await world.client.call('readUsage', { since: Date.now() - 3_600_000, span: 'hour' })
  const [row] = usage.filter(({ team }) => team === 'infra')
  expect(row).toMatchObject({ turns: 1, costUsd: 0, model: expect.stringContaining('claude') })
  expect(row?.rehearsedUsd).toBeGreaterThan(0)
})

test('[DSH61] a team that was never told anything is told from the overview', async () => {
  const { page, context } = await visit(browser, world.client)
  await page.getByRole('button', { name: 'Tell it something: shop' }).click()
  await page.keyboard.type('Where is the login?')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sessions\/ses_/)
  await page.getByRole('log').getByText('the token is checked in one place').waitFor()
  await context.close()
})

test('[DSH80] a team that was never told anything is woken from its row, and then has a session to open', async () => {
  const { page, context } = await visit(browser, world.client)
  await page.getByRole('button', { name: 'Wake billing' }).click()
  await page.getByRole('link', { name: 'billing', exact: true }).click()
  await page.getByRole('button', { name: 'Put to sleep' }).click()
  await page.getByRole('button', { name: 'Wake', exact: true }).waitFor()
  await context.close()
})

test('[DSH62] an ask is answered where its session is read, and a link to the inbox opens that ask', async () => {
  const first = world.tell('this needs a permission', 'billing')
  await world.event('ask.opened')
  const second = world.orchestrator.tell(
    { name: 'infra', kind: 'human' },
    { to: 'billing', message: 'a permission for infra', patience: { until: 'ended' } },
  )
  await expect.poll(async () => (await world.client.call('listAsks', {})).open).toBe(2)
  const { page, context } = await visit(browser, world.client)
  await page.getByRole('link', { name: 'Answer in your own words' }).nth(1).click()
  await page.getByText('told by infra').waitFor()
  await page.goto(`${world.daemon.url}/sessions/${second.session}`)
  await page.getByText('waits for you', { exact: true }).waitFor()
  expect(await page.getByText('running', { exact: true }).count()).toBe(0)
  await page.getByRole('log').getByRole('button', { name: 'Deny' }).click()
  await page.getByText('denied by you').waitFor()
  await world.answer({ choose: 'n' })
  await Promise.all([first.outcome, second.outcome])
  const [closed] = (await world.client.call('listAsks', { state: 'all' })).asks
  await page.goto(`${world.daemon.url}/inbox?ask=${closed?.ask}`)
  await page.getByText('That ask is no longer open; look under “Before”.').waitFor()
  await context.close()
})

test('[DSH9] [DSH28] the overview shows who needs you, who works on what, and what was said last', async () => {
  await world.ask('Where is the login?', 'docs')
  const before = world.daemon.log.head()
  const asking = world.tell('this needs a permission', 'billing')
  const holding = world.tell('hold on', 'shop')
  await world.event('ask.opened', before)
  await world.rehearsal.waiting('hold')
  const { page, faults } = await visit(browser, world.client)
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/presence') && request.postData()?.includes('"looking":true') === true,
  )
  await page.bringToFront()
  await page.reload()
  await reported
  await page.getByText('reading auth.ts').waitFor()
  await photograph(page, 'overview')
  await page.getByRole('heading', { level: 1, name: '1 team needs you, 1 is working.' }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) Iris')
  expect(faults).toEqual([])
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '1 team is working.' }).waitFor()
  world.rehearsal.open('hold')
  await page.getByRole('heading', { level: 1, name: 'All quiet.' }).waitFor()
  await Promise.all([asking.outcome, holding.outcome])
  await page.context().close()
})
