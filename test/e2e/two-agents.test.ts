import { expect, test } from 'vitest'
import { openTeams } from '../support/teams.ts'

test('[TEA33] [TEA37] two genuine Claude Code processes talk through Iris, and the answer is in the transcript of the first', async () => {
  const world = await openTeams({
    // The first holds the only place, and makes room by waiting.
    settings: { maxProcesses: 1 },
    teams: { alpha: {}, beta: {} },
    lines: `
  - when: { says: ask beta }
    reply:
      - text: I will ask beta.
      - tool: { name: mcp__iris__team_tell, input: { toTeam: beta, message: "what is the port?", timeout: 0 } }
  - when: { says: what is the port }
    reply: "The port is 4711."
  - when: { tool: mcp__iris__team_tell, toolResult: /4711/ }
    reply: "Beta says that the port is 4711."
`,
  })
  try {
    const { outcome, session } = world.orchestrator.tell(world.user, {
      to: 'alpha',
      message: 'ask beta',
      patience: { until: 'ended' },
    })
    expect(await outcome).toMatchObject({
      status: 'answered',
      text: 'I will ask beta.\n\nBeta says that the port is 4711.',
    })
    const between = world.orchestrator.sessions().find(({ from }) => from === 'alpha')
    expect(between).toMatchObject({ from: 'alpha', to: 'beta', turns: 1 })
    const lines = world.daemon.log.read({ session, types: ['agent.printed'] }).events
    const transcript = JSON.stringify(lines.map(({ data }) => data))
    expect(transcript).toContain('The port is 4711.')
    const fenced = world.rehearsal.requests().find(({ says }) => says.includes('what is the port'))
    expect(fenced?.says).toContain('alpha')
  } finally {
    await world.end()
  }
})
