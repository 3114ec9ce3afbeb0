import { afterEach, expect, test } from 'vitest'
import { leapingClock } from '../support/leaping-clock.ts'
import { heard, openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

const day = 86_400_000
const gated = `  - when: { says: wait }\n    reply: [{ text: "The first half." }, { gate: go }, { text: "The second half." }]\n`

test('[DMN17] a clock set a day ahead or back ends neither a turn, nor a patience, nor an idle agent, and delays none of their ends', async () => {
  const clock = leapingClock()
  world = await openTeams({
    lines: gated,
    clock,
    settings: { responseTimeout: '10m', idleTimeout: '30m', healthCheckInterval: '10s' },
  })
  const within = 8 * 60_000
  const told = { to: 'alpha', message: 'wait', patience: { until: 'ended' as const, within } }
  const telling = world.orchestrator.tell(world.user, told)
  const turn = () => world.orchestrator.findTurn(telling.turn)
  await heard(telling, 'The first half.')
  let isOver = false
  void telling.outcome.then(() => (isOver = true))
  for (const by of [day, -2 * day, day]) {
    clock.setDate(by)
    clock.leap(2 * 60_000)
    await world.client.call('getStatus', {})
  }
  expect([turn().state, isOver]).toEqual(['delivered', false])
  expect((await world.client.call('getStatus', {})).upForMs).toBeLessThan(7 * 60_000)
  clock.setDate(-day)
  clock.leap(2 * 60_000)
  expect(await telling.outcome).toMatchObject({ status: 'delivered', text: 'The first half.' })
  const { durationMs } = await telling.outcome
  expect(durationMs).toBeGreaterThanOrEqual(within)
  expect(durationMs).toBeLessThan(within + 60_000)
  world.rehearsal.open('go')
  await expect.poll(() => turn().how).toBe('answered')
  clock.setDate(day)
  clock.leap(20 * 60_000)
  await world.client.call('getStatus', {})
  expect(world.orchestrator.isAwake(world.user, 'alpha').awake).toBe(true)
  clock.setDate(-3 * day)
  clock.leap(11 * 60_000)
  await world.event('agent.exited')
  expect(world.events('agent.exited').map(({ data }) => data)).toMatchObject([{ endedFor: 'idle' }])
})
