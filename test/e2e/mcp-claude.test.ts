import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { daemonSocket, homeFiles } from '../../src/contract/index.ts'
import { parsePlaybook, startRehearsal } from '../../src/rehearsal/index.ts'
import { startClaude } from '../support/claude.ts'
import { iris } from '../support/iris.ts'
import { playOrchestrator, secrets, serveMcp } from '../support/mcp.ts'

const playbook = parsePlaybook(`
name: Ask another team
lines:
  - when: { says: /ask alpha/i }
    reply:
      - tool: { name: mcp__iris__team_tell, input: { to: alpha, message: What is the port? } }
  - when: { tool: mcp__iris__team_tell }
    reply:
      - text: 'Alpha says: \${toolResult}'
`)

test('[BRG1] [INS6] the genuine Claude Code, after iris install, tells a team and gets its answer', async () => {
  const home = mkdtempSync(join(tmpdir(), 'iris-claude-mcp-'))
  const play = playOrchestrator()
  const socket = join(home, daemonSocket)
  const server = await serveMcp({ orchestrator: play.orchestrator, socket })
  const rehearsal = await startRehearsal({ playbook })
  const address = { url: server.url, socket, pid: process.pid, version: '0' }
  writeFileSync(homeFiles(home).address, JSON.stringify(address))
  writeFileSync(homeFiles(home).token, `${secrets.human}\n`)
  expect((await iris(home, ['install', '--yes'], { CLAUDE_CONFIG_DIR: home })).code).toBe(0)
  const claude = startClaude({
    // By itself the CLI may begin before its MCP servers are connected.
    env: {
      ...rehearsal.env(),
      CLAUDE_CONFIG_DIR: home,
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
    },
    args: ['--setting-sources=user', '--allowedTools=mcp__iris'],
  })
  onTestFinished(async () => {
    await claude.close()
    await rehearsal.close()
    await server.end()
    rmSync(home, { recursive: true, force: true })
  })
  claude.say('Please ask alpha')
  const result = claude.result()
  const turn = await Promise.race([play.told(), result])
  if (!('ends' in turn && typeof turn.ends === 'function'))
    throw new Error(`The turn ended without a tell: ${JSON.stringify(claude.events)}`)
  expect(turn.message).toBe('What is the port?')
  turn.ends('8080, as ever')
  expect(String((await result)['result'])).toMatch(/Alpha says: .*8080, as ever/)
})
