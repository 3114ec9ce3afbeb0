import { expect, test } from 'vitest'
import { call, eras, mcpClients } from '../../src/surface/mcp/clients.suite.ts'
import { ranOf, spawnIris } from '../support/iris.ts'
import { freePort } from '../support/ports.ts'
import { openTeams } from '../support/teams.ts'

const lines = `
  - when: { says: wait }
    reply: [{ text: "The first half." }, { gate: go }, { text: "The second half." }]
`

test('[TEA54] a stop gives whoever waits what there is, over HTTP and MCP; the next daemon ends the turn', async () => {
  const world = await openTeams({ lines })
  const { connect, end } = mcpClients(() => world.daemon.url)
  try {
    const clients = await Promise.all(eras.map((era) => connect({ era, secret: world.daemon.token })))
    const first = world.client.call('tellTeam', { to: 'alpha', message: 'wait', timeout: 0 })
    await world.rehearsal.waiting('go')
    const told = world.events('turn.accepted')[0]!.turn!
    const everything = Number.MAX_SAFE_INTEGER
    await expect.poll(() => world.orchestrator.saidBefore(told, everything)).toBe('The first half.')
    const queued = clients.map((client) => call(client, 'team_tell', { to: 'alpha', message: 'wait' }))
    await expect.poll(() => world.orchestrator.sessions()[0]?.queued).toBe(2)
    await world.restart()
    const { turn, ...outcome } = await first
    expect(outcome).toMatchObject({ status: 'delivered', text: 'The first half.' })
    for (const one of await Promise.all(queued))
      expect(one).toMatchObject({ status: 'queued', turn: expect.any(String), advice: expect.any(String) })
    world.rehearsal.open('go')
    await expect.poll(() => world.orchestrator.findTurn(turn).how).toBe('answered')
  } finally {
    await end()
    await world.end()
  }
})

test('[CLI31] iris tell goes on over a restart of the daemon, and says once that it was gone', async () => {
  const world = await openTeams({ lines, settings: { httpPort: await freePort() } })
  try {
    const child = spawnIris(world.home, ['tell', 'alpha', 'wait'])
    const ran = ranOf(child)
    await world.rehearsal.waiting('go')
    await world.restart()
    world.rehearsal.open('go')
    const { code, stdout, stderr } = await ran
    expect([code, stdout]).toEqual([0, 'The first half.\n\nThe second half.\n'])
    expect(stderr.match(/was lost/g)).toHaveLength(1)
    expect(stderr.match(/is back/g)).toHaveLength(1)
  } finally {
    await world.end()
  }
})
