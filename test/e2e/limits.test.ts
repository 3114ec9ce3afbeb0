import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { barriers } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { iris } from '../support/iris.ts'
import { photograph, visit } from '../support/page.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

const folder = mkdtempSync(join(tmpdir(), 'iris-limits-'))
let world: TeamWorld

/** An agent whose account is at its limit for an hour, that fails or dies, whenever it is told so. */
const limited = `init(); if (text === 'limit') {
  const resetsAt = Math.ceil(Date.now() / 1000) + 3600
  say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' } })
  result("You've hit your session limit", { is_error: true })
} else if (text === 'fail') result('Boom', { is_error: true, api_error_status: 500 })
else if (text === 'die') process.exit(3)
else result('after')`

beforeAll(async () => {
  const claudePath = writeFakeClaude(join(folder, 'claude'), limited)
  world = await openTeams({
    lines: `
  - { when: { says: Meet it }, reply: [{ fail: { status: 429 } }] }
  - { when: { says: /./ }, reply: Yes. }`,
    teams: { alpha: { claudePath }, beta: { claudePath }, gamma: {} },
  })
})
afterAll(async () => {
  await world?.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Meets the limit, and queues something behind it in another team. */
async function meetLimit() {
  const after = world.daemon.log.head()
  expect(await world.ask('limit')).toMatchObject({ status: 'quota' })
  const waiting = world.tell('later', 'beta')
  await world.event('turn.waiting', after)
  return waiting
}

test('[CLI35] [HTTP26] [TEA62] the account limit is shown and lifted, and met again', async () => {
  const run = (...args: string[]) => iris(world.home, ['limits', ...args])
  expect((await run()).stdout).toMatch(/Account +not at its limit/)
  expect(await world.client.call('liftQuota', {})).toEqual({ until: null })
  const waiting = await meetLimit()
  const shown = await run()
  expect(shown.stdout).toMatch(/Account +at its limit until \d\d:\d\d, for another/)
  expect(shown.stdout).toContain('iris limits lift')
  const unsure = await run('lift')
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const { secret } = await world.client.call('createToken', { name: 'watcher', role: 'observer' })
  const watcher = createClient({ url: world.daemon.url, token: secret })
  await expect(watcher.call('liftQuota', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(world.orchestrator.findTurn(waiting.turn)).toMatchObject({ waitingFor: 'quota' })
  const { quotaUntil } = await watcher.call('readLimits', {})
  const lifted = await run('lift', '--yes', '--json')
  expect(JSON.parse(lifted.stdout)).toEqual({ until: quotaUntil, lifted: true })
  expect(await waiting.outcome).toMatchObject({ status: 'answered', text: 'after' })
  expect((await run('lift', '--yes')).stdout).toContain('nothing was held back')

  const again = await meetLimit()
  expect(world.orchestrator.findTurn(again.turn)).toMatchObject({ state: 'queued', waitingFor: 'quota' })
  expect((await run('lift', '--yes')).stdout).toContain('What was waiting continues.')
  expect((await again.outcome).status).toBe('answered')
  expect(world.events('quota.reached', 'quota.lifted').map(({ type, data }) => [type, data])).toMatchObject([
    ['quota.reached', {}],
    ['quota.lifted', { until: quotaUntil, by: 'user' }],
    ['quota.reached', {}],
    ['quota.lifted', { by: 'user' }],
  ])
})

test('[TEA71] [TEA75] [CLI50] [CLI51] [HTTP35] what met the limit is shown with when it runs again, and is run or left by one command', async () => {
  const run = (...args: string[]) => iris(world.home, args)
  const waiting = await meetLimit()
  const session = world.orchestrator.sessions({ team: 'alpha' })[0]!
  const { turn, retryOf, until } = session.limited!
  expect(until).toBe((await world.client.call('readLimits', {})).quotaUntil)
  expect(world.orchestrator.findTurn(retryOf)).toMatchObject({
    how: 'quota',
    retriedBy: turn,
    advice: expect.stringMatching(/runs again on its own .*, as trn_\w+; do not tell it again\.$/),
  })
  const list = await run('teams')
  expect(list.stdout).toMatch(/alpha +at a limit +1 queued/)
  expect(list.stdout).toMatch(
    /alpha: It was cut off at the account limit: “limit”\. It runs again .* iris retry alpha/,
  )
  const { teams } = JSON.parse((await run('teams', '--json')).stdout)
  expect(teams[0]).toMatchObject({
    name: 'alpha',
    limited: 1,
    problems: [{ kind: 'limited', severity: 'problem' }],
  })
  expect((await run('sessions')).stdout).toContain('at a limit')
  expect((await run('report', 'alpha')).stdout).toMatch(/again: waits for the account limit[^]*iris retry/)
  expect((await run('retry')).code).toBe(2)
  const { secret } = await world.client.call('createToken', { name: 'looker', role: 'observer' })
  const observer = createClient({ url: world.daemon.url, token: secret })
  await expect(observer.call('retryTurns', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(observer.call('leaveTurns', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })

  expect(JSON.parse((await run('retry', 'alpha', '--json')).stdout)).toEqual({ turns: [turn] })
  await expect.poll(() => world.orchestrator.findTurn(turn).how).toBe('answered')
  expect(world.orchestrator.findTurn(waiting.turn)).toMatchObject({ waitingFor: 'quota' })
  expect((await run('retry', 'alpha')).stdout).toContain('Nothing in alpha is waiting at a limit.')
  expect((await run('teams')).stdout).toMatch(/alpha +awake/)
  await world.client.call('liftQuota', {})
  await waiting.outcome

  const other = await meetLimit()
  const left = world.orchestrator.sessions({ team: 'alpha' })[0]!.limited!.turn
  expect((await run('retry', 'alpha', '--leave')).code).toBe(2)
  expect((await run('retry', '--turn', left, '--leave', '--yes')).stdout).toContain(
    'Dropped; it will not run again: 1 turn.',
  )
  expect(world.orchestrator.findTurn(left)).toMatchObject({ how: 'cancelled' })
  await world.client.call('liftQuota', {})
  await other.outcome
})

test('[TEA73] the genuine CLI has the message in its conversation, and is told to go on', async () => {
  expect(await world.ask('Meet it', 'gamma')).toMatchObject({ status: 'quota' })
  const [session] = world.orchestrator.sessions({ team: 'gamma' })
  expect(session?.limited).toMatchObject({ for: 'quota', byHand: false, until: expect.any(Number) })
  await world.client.call('sleepTeam', { team: 'gamma' })
  const { turns } = await world.client.call('retryTurns', { team: 'gamma' })
  await expect
    .poll(() => world.orchestrator.findTurn(turns[0]!))
    .toMatchObject({ how: 'answered', answer: 'Yes.' })
  const conversation = world.modelCalls.at(-1)
  expect(conversation).toContain('Meet it')
  expect(conversation).toContain('go on where you left off')
})

test('[DSH57] [DSH69] the dashboard runs what met the limit, and lifts it where it says so, after one question', async () => {
  const waiting = await meetLimit()
  const browser = await openBrowser()
  try {
    const { page, faults } = await visit(browser, world.client)
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.getByText(/The account is at its limit until/).waitFor()
    await problems.getByText('It was cut off at the account limit').waitFor()
    await page.getByRole('heading', { name: /are at a limit|is at a limit/ }).waitFor()
    await page
      .getByRole('region', { name: 'Waiting' })
      .getByText(/at the account limit; runs again/)
      .waitFor()
    await photograph(page, 'limit')
    expect(await barriers(page)).toEqual([])
    page.once('dialog', (dialog) => void dialog.dismiss())
    await problems.getByRole('button', { name: 'Drop it' }).click()
    await problems.getByRole('button', { name: 'Run now' }).click()
    await problems.getByText('It was cut off at the account limit').waitFor({ state: 'detached' })
    page.once('dialog', (dialog) => void dialog.dismiss())
    await problems.getByRole('button', { name: 'Lift the limit' }).click()
    expect((await world.client.call('readLimits', {})).quotaUntil).not.toBeNull()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.keyboard.press('Enter')
    expect((await waiting.outcome).status).toBe('answered')
    await problems.getByText(/The account is at its limit until/).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

test('[CLI51] the list of teams names who is failing, who died and whose folder is not there, with the way out', async () => {
  const list = async () => (await iris(world.home, ['teams'])).stdout
  await world.ask('fail', 'beta')
  await world.ask('die', 'alpha')
  const { path } = world.orchestrator.teams({ name: 'gamma' })[0]!
  renameSync(path, `${path}-away`)
  const shown = await list()
  expect(shown).toMatch(/alpha +died[^]*beta +failing[^]*gamma +missing/)
  expect(shown).toMatch(/alpha: The agent died.* Tell it again/)
  expect(shown).toMatch(/beta: Failed: Boom\. The model had a fault\. Tell it again\./)
  expect(shown).toMatch(/gamma: Its folder .* is missing\. Create the folder/)
  const { teams } = JSON.parse((await iris(world.home, ['teams', '--json'])).stdout)
  expect(teams.map(({ problems }: { problems: { kind: string }[] }) => problems[0]?.kind)).toEqual([
    'died',
    'failing',
    'missing',
  ])
  renameSync(`${path}-away`, path)
  await Promise.all([world.ask('go on', 'beta'), world.ask('go on', 'alpha')])
  expect(await list()).toMatch(/alpha +awake[^]*beta +awake/)
})
