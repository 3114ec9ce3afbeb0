import { afterEach, expect, test } from 'vitest'
import { openTeams, type TeamWorld, type TeamWorldOptions } from '../support/teams.ts'

let world: TeamWorld
afterEach(() => world.end())

async function open(options: TeamWorldOptions): Promise<void> {
  world = await openTeams(options)
}
const tell = (message: string, to = 'alpha') =>
  world.orchestrator.tell(world.user, { to, message, patience: { until: 'ended' } })

test('[TEA1] [TEA4] a cold tell is on disk at once, is answered, and makes one model call', async () => {
  await open({ lines: '  - when: { says: hello }\n    reply: "Hello from the rehearsal."\n' })
  const telling = tell('hello')
  const accepted = world.daemon.log.read({ types: ['turn.accepted'] }).events
  expect(accepted.map((event) => event.turn)).toEqual([telling.turn])
  expect(await telling.outcome).toMatchObject({
    status: 'answered',
    text: 'Hello from the rehearsal.',
    rehearsed: true,
    advice: null,
  })
  expect(world.rehearsal.requests().filter(({ kind }) => kind === 'turn')).toHaveLength(1)
  const types = world.daemon.log.read({}).events.map((event) => event.type)
  for (const type of ['session.opened', 'agent.started', 'turn.delivered', 'turn.ended', 'usage.recorded']) {
    expect(types).toContain(type)
  }
})
