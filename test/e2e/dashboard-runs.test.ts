import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { barriers } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { photograph, visit } from '../support/page.ts'
import { openPipeline } from '../support/pipeline.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeEach(async () => {
  browser = await openBrowser()
})
afterEach(async () => {
  await browser.close()
  await world.end()
})

test('[DSH25] [DSH55] [DSH13] [DSH16] a run is started from the page, shows who works on what, and ends with its proof', async () => {
  const pipeline = await openPipeline('pipeline-held')
  world = pipeline
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/runs`)
  await page.getByText('No run is under way.').waitFor()
  await page.getByRole('button', { name: 'Start a run' }).click()
  await page.getByLabel('Goal').fill('Build a page that greets its visitor by name. Have it tested.')
  await page.getByLabel('Command that proves it').fill('node --test page.test.js')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL(/\/runs\/run_/)
  await world.rehearsal.waiting('midway')
  const team = page.getByRole('region', { name: 'Teammates' })
  await expect.poll(() => team.getByRole('listitem').count()).toBe(5)
  await photograph(page, 'run')
  await page.goto(`${world.daemon.url}/`)
  await page.getByRole('region', { name: 'Under way' }).waitFor()
  await photograph(page, 'overview-run')
  await page.getByRole('link', { name: /Build a page/ }).click()
  await page.getByRole('link', { name: 'Open session' }).click()
  await page.waitForURL(/\/sessions\/ses_/)
  await page.getByText('waiting for teammates', { exact: true }).waitFor()
  await page.goBack()
  world.rehearsal.open('midway')
  await page.getByText('completed, with proof').first().waitFor()
  await page.getByText('holds', { exact: true }).first().waitFor()
  await photograph(page, 'run-ended')
  await page.getByRole('link', { name: 'Open session' }).click()
  await page.getByRole('region', { name: 'Timeline' }).getByText('shop').waitFor()
  await page.getByRole('log').waitFor()
  await page.getByText(/^Enza is done\./).waitFor()
  await photograph(page, 'run-session')
  await scrub(page)
  await photograph(page, 'run-session-scrubbed')
  await page.getByPlaceholder('The run has ended: say how to continue').waitFor()
  const session = page.url()
  await page.goto(`${world.daemon.url}/`)
  const ended = page.getByRole('region', { name: 'Ended today' })
  await ended.getByText('completed, with proof').waitFor()
  await photograph(page, 'overview-ended')
  expect(await barriers(page)).toEqual([])
  await page.goto(session)
  await page.getByPlaceholder('The run has ended').fill('Greet twice')
  await page.getByRole('button', { name: 'Continue' }).click()
  await world.event('run.resumed')
  expect(faults).toEqual([])
})

test('[RUN34] [RUN35] a run that rests is a problem on the overview and asks in the inbox; accepted, it is none any more', async () => {
  const clock = leapingClock()
  world = await openTeams({
    clock,
    lines: `  - { when: { system: You lead a run }, reply: 'I looked around and have no idea how to go on.' }\n`,
    teams: { shop: {} },
  })
  const goal = 'Build a page that greets its visitor by name. Have it tested.'
  const { run } = await world.client.call('startRun', { team: 'shop', goal, roster: ['pm'] })
  for (const turns of [1, 2]) {
    await expect.poll(() => world.events('turn.ended').length).toBe(turns)
    clock.leap(5100)
  }
  const { page, faults } = await visit(browser, world.client)
  await page.getByRole('heading', { name: '1 team needs you.' }).waitFor()
  const problems = page.getByRole('region', { name: 'Problems' })
  await problems.getByText(/Its run stopped before it reached its goal: Build a page/).waitFor()
  await photograph(page, 'overview-resting-run')
  expect(await barriers(page)).toEqual([])
  await problems.getByRole('link', { name: 'Answer it' }).click()
  await page.getByPlaceholder('Say what is missing').waitFor()
  await page.getByText('Its leader said last: I looked around').waitFor()
  await photograph(page, 'inbox-resting-run')
  await page.getByRole('link', { name: 'a run', exact: true }).click()
  await page.waitForURL(`**/runs/${run}`)
  await page.getByRole('region', { name: 'What waits for you' }).waitFor()
  await photograph(page, 'run-resting')
  await page.getByRole('button', { name: 'Accept it as it is' }).click()
  await page.getByText('accepted as it is, not proven').waitFor()
  await page.goto(`${world.daemon.url}/`)
  await page.getByRole('region', { name: 'Ended today' }).getByText('accepted as it is').waitFor()
  await photograph(page, 'overview-accepted-run')
  expect(await problems.count()).toBe(0)
  expect(faults).toEqual([])
})

/** Goes through the time of a session by keys alone: to its beginning, to where the leader waits, to its end. */
async function scrub(page: Page): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Time in the session' })
  const value = (name: string) => slider.getAttribute(`aria-value${name}`)
  await slider.focus()
  await page.keyboard.press('Home')
  await expect.poll(async () => (await value('now')) === (await value('min'))).toBe(true)
  await page.getByRole('log').getByText('The run said').first().waitFor()
  for (let press = 0; press < 50 && !(await value('text'))?.includes('shop waits for'); press += 1) {
    const before = await value('now')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => value('now')).not.toBe(before)
  }
  expect(await value('text')).toMatch(/shop waits for \w+/)
  await page.getByText(await value('text').then(String)).waitFor()
  await page.keyboard.press('End')
  await expect.poll(async () => (await value('now')) === (await value('max'))).toBe(true)
}

test('[DSH26] [IRI29] [IRI39] Iris answers in a chat as it writes, links the events it rests on, and what it would do is allowed in place', async () => {
  const lines = `  - when: { system: 'You are Iris', tool: mcp__iris__wake_team, says: '/#(\\d+) \\S+ turn.ended/' }
    reply:
      - text: 'Woken by your leave,'
      - gate: midway
      - text: ' see #\${says.1} and PR #999999.'
  - when: { system: 'You are Iris', says: '/asks:\\s+wake/' }
    reply: [{ tool: { name: mcp__iris__wake_team, input: { team: beta } } }]
  - when: { system: 'You are Iris' }
    reply: 'Nothing is active.'
  - reply: 'Hello.'
`
  world = await openTeams({ lines, teams: { alpha: {}, beta: {} } })
  await world.ask('hello', 'alpha')
  const seq = world.events('turn.ended')[0]?.seq
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/ask`)
  await page.getByRole('button', { name: 'What is active?' }).click()
  await page.getByText('Nothing is active.').waitFor()
  await page.getByLabel('Question to Iris').fill('wake beta')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('Woken by your leave,').waitFor()
  await page.getByText('Iris writes …').waitFor()
  world.rehearsal.open('midway')
  await page.getByText('PR #999999.').waitFor()
  await page.getByText('wake team beta: done').waitFor()
  await page.getByText('used wake team').click()
  await page.getByText('{"team":"beta"}').waitFor()
  await page.getByText(/"wasAwake": ?false/).waitFor()
  await photograph(page, 'ask')
  expect(await page.getByRole('button', { name: /^event \d+$/ }).allTextContents()).toEqual([`event ${seq}`])
  await page.getByRole('button', { name: `event ${seq}`, exact: true }).click()
  await page.getByRole('dialog', { name: `Event ${seq}` }).waitFor()
  const teams = world.orchestrator.sessions().map(({ to }) => to)
  expect(teams.toSorted()).toEqual(['alpha', 'beta'])
  expect(faults).toEqual([])
})

test('[IRI25] with the chat switched off the page says so and takes no question', async () => {
  world = await openTeams({ lines: '  - reply: Hello.', agent: { features: { dashboardChat: false } } })
  const { page, faults } = await visit(browser, world.client)
  await page.goto(`${world.daemon.url}/ask`)
  await page.getByText('switched off by agent.features.dashboardChat: false').waitFor()
  expect(await page.getByLabel('Question to Iris').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'What is active?' }).count()).toBe(0)
  await expect(world.client.call('askIris', { question: 'hello' })).rejects.toMatchObject({
    code: 'IRIS_CHAT_OFF',
  })
  expect(faults).toEqual([])
})
