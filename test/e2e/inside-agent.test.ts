import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTeams } from '../support/teams.ts'

const program = join(import.meta.dirname, '..', '..', 'bin', 'iris.js')

test('[CLI30] inside an agent neither a command nor the bridge acts as the person', async () => {
  const tools: string[] = []
  const world = await openTeams({
    onTools: (names) => tools.push(...names),
    lines: `
  - when: { says: "/^run (.+)/" }
    reply:
      - tool: { name: Bash, input: { command: "\${says.1}", description: run } }
  - when: { tool: Bash, toolResult: "/code.:.([A-Z_]+)/" }
    reply: "It said \${toolResult.1}."
`,
  })
  try {
    const bridge = { type: 'stdio', command: process.execPath, args: [program, 'mcp'] }
    const mcpServers = { mine: { ...bridge, env: { IRIS_HOME: world.home } } }
    mkdirSync(join(world.home, 'claude'), { recursive: true })
    writeFileSync(join(world.home, 'claude', '.claude.json'), JSON.stringify({ mcpServers }))
    const command = `IRIS_HOME=${world.home} ${process.execPath} ${program}`
    expect(await world.ask(`run ${command} tell alpha hello --json`)).toMatchObject({
      text: 'It said INSIDE_AGENT.',
    })
    expect(tools.filter((name) => name.startsWith('mcp__mine'))).toEqual([])
    expect(tools).toContain('mcp__iris__team_tell')
    // Another home is none of this agent's business.
    const other = `IRIS_HOME=${join(world.home, 'other')} ${process.execPath} ${program}`
    expect(await world.ask(`run ${other} status --json`)).toMatchObject({
      text: 'It said DAEMON_NOT_RUNNING.',
    })
  } finally {
    await world.end()
  }
})
