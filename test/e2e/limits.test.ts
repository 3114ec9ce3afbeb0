import { mkdtempSync, rmSync } from 'node:fs'
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

/** An agent whose account is at its limit for an hour whenever it is told so. */
const limited = `init(); if (text === 'limit') {
  const resetsAt = Math.ceil(Date.now() / 1000) + 3600
  say({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' } })
  result("You've hit your session limit", { is_error: true })
} else result('after')`

beforeAll(async () => {
  const claudePath = writeFakeClaude(join(folder, 'claude'), limited)
  world = await openTeams({
    lines: '  - { when: { says: /./ }, reply: Yes. }',
    teams: { alpha: { claudePath }, beta: { claudePath } },
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

test('[CLI35] [HTTP26] [TEA62] the limit of the account is shown and lifted, and met again', async () => {
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
  expect((await run('lift', '--yes')).stdout).toContain('What waited goes on.')
  expect((await again.outcome).status).toBe('answered')
  expect(world.events('quota.reached', 'quota.lifted').map(({ type, data }) => [type, data])).toMatchObject([
    ['quota.reached', {}],
    ['quota.lifted', { until: quotaUntil, by: 'user' }],
    ['quota.reached', {}],
    ['quota.lifted', { by: 'user' }],
  ])
})

test('[DSH57] the dashboard lifts it where it says so, after one question', async () => {
  const waiting = await meetLimit()
  const browser = await openBrowser()
  try {
    const { page, faults } = await visit(browser, world.client)
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.getByText(/The account is at its limit until/).waitFor()
    await photograph(page, 'limit')
    expect(await barriers(page)).toEqual([])
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
