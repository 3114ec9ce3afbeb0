import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '../../src/client/index.ts'

const agentCode = `const print = (o) => process.stdout.write(JSON.stringify({ session_id: 's', uuid: 'u', ...o }) + '\\n')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const sent = JSON.parse(line)
  if (sent.type === 'control_request') return print({ type: 'control_response', response: { subtype: 'success', request_id: sent.request_id, response: {} } })
  if (sent.type !== 'user') return
  print({ type: 'system', subtype: 'init', cwd: '/', tools: [], mcp_servers: [], model: 'm', permissionMode: 'default', claude_code_version: '2.1.197' })
  print({ type: 'assistant', message: { id: 'm', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'done' }] }, parent_tool_use_id: null })
  print({ type: 'result', subtype: 'success', is_error: false, result: 'done', num_turns: 1, total_cost_usd: 0, usage: {}, modelUsage: {} })
})
`

type Daemon = ChildProcessByStdio<null, null, Readable>

interface Walked {
  /** The daemon and iris-pipe. */
  pids(): number[]
  tell(): Promise<void>
  stop(): Promise<void>
}

/** A daemon of the programs in a folder, with one team whose agent answers at once. */
export async function startDaemon(folder: string): Promise<Walked> {
  const home = join(folder, 'home')
  prepareHome(folder, home)
  const daemon = spawn(process.execPath, [join(folder, 'dist/daemon/main.js')], {
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = await addressOf(daemon)
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  const mcp = new McpClient({ name: 'walk', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return {
    pids: () => [daemon.pid ?? 0, pipePid(folder)],
    tell: () => tell(mcp),
    async stop() {
      await createClient({ url, token }).call('removeSession', { team: 'alpha' })
      await mcp.close()
      daemon.kill('SIGTERM')
      await new Promise((resolve) => daemon.once('close', resolve))
    },
  }
}

function prepareHome(folder: string, home: string): void {
  mkdirSync(join(home, 'alpha'), { recursive: true, mode: 0o700 })
  const agent = join(folder, 'agent.cjs')
  writeFileSync(agent, `#!${process.execPath}\n${agentCode}`, { mode: 0o755 })
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  alpha: { path: ${join(home, 'alpha')}, claudePath: ${agent}, grantPermission: 'yes' }\n`,
  )
}

/** Where the daemon says that it is. */
async function addressOf(daemon: Daemon): Promise<string> {
  let said = ''
  for await (const chunk of daemon.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`the daemon ended: ${said}`)
}

async function tell(mcp: McpClient): Promise<void> {
  const call = { name: 'team_tell', arguments: { toTeam: 'alpha', message: 'go', timeout: 0 } }
  const { structuredContent } = await mcp.callTool(call, { timeout: 60_000 })
  const { status, advice } = structuredContent as { status: string; advice: string }
  if (status !== 'answered') throw new Error(`${status} ${advice}`)
}

/** iris-pipe is the other process that runs out of our folder. */
function pipePid(folder: string): number {
  const program = join(folder, 'dist', 'core', 'transport', 'pipe', 'main.js')
  const found = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(program))
  if (found === undefined) throw new Error('iris-pipe does not run')
  return Number(found)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
