import { expect, test } from 'vitest'
import { call, eras, mcpClients } from '../../src/surface/mcp/clients.suite.ts'
import { openTeams } from '../support/teams.ts'

test('[TEA54] a stop gives whoever waits what there is, over HTTP and MCP; the next daemon ends the turn', async () => {
  const world = await openTeams({
    lines: `
  - when: { says: wait }
    reply: [{ text: "The first half." }, { gate: go }, { text: "The second half." }]
`,
  })
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
