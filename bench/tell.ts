// A tell through Iris beside the same message on a bare Claude Code, in turns, against the rehearsal.
// Run: npm run bench:tell [-- --smoke] [-- --only cold,sideBySide]
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient, type Client } from '../src/client/index.ts'
import { findClaude, readEnvironment } from '../src/platform/config/index.ts'
import { parsePlaybook, startRehearsal } from '../src/rehearsal/index.ts'
import { daemonFlags } from '../src/surface/connection/index.ts'
import { configFor } from '../test/support/teams.ts'
import { finish, median, only, quantile, report, smoke } from './figures.ts'

const playbook = parsePlaybook('name: Bench\nlines:\n  - when: { says: /./ }\n    reply: "done"\n')
const rehearsal = await startRehearsal({ playbook })
const home = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-tell-')))
const claude = findClaude('claude', readEnvironment().variables)?.path ?? 'claude'
const teams = ['warm', 'cold', 'ready', 'clock', ...Array.from({ length: 8 }, (_, n) => `team${n}`)]
const results: boolean[] = []
/** Agents that answer at once, so that ten thousand tells measure the daemon and not a growing conversation. */
const quickTeams = Object.fromEntries(
  Array.from({ length: 8 }, (_, n) => [`quick${n}`, { claudePath: clockAgent(), env: { PAUSE: '0' } }]),
)
writeFileSync(
  join(home, 'config.yaml'),
  configFor(home, rehearsal, {
    lines: '',
    teams: {
      ...Object.fromEntries(teams.map((name) => [name, {}])),
      clock: { claudePath: clockAgent() },
      killed: { claudePath: clockAgent(), env: { PAUSE: '600000' } },
      ...quickTeams,
    },
    settings: { maxProcesses: 30 },
  }),
)

const daemon = spawn(
  process.execPath,
  [...daemonFlags, join(import.meta.dirname, '..', 'dist', 'daemon', 'main.js')],
  {
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  },
)
const { client, mcp } = await connected()
try {
  for (const part of [warm, cold, prewarmed, sideBySide, listing, firstEvent, killed, memory]) {
    if (only.length === 0 || only.includes(part.name)) await part()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const name of [...teams, ...Object.keys(quickTeams)])
    await client.call('removeSession', { team: name }).catch(() => undefined)
  await mcp.close()
  daemon.kill('SIGTERM')
  await new Promise((resolve) => daemon.once('close', resolve))
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true })
}
finish(results)

async function connected(): Promise<{ client: Client; mcp: McpClient }> {
  const said = await new Promise<string>((resolve) => daemon.stderr.setEncoding('utf8').once('data', resolve))
  const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? ''
  const { readFileSync } = await import('node:fs')
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  const mcp = new McpClient({ name: 'bench', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return { client: createClient({ url, token }), mcp }
}

/** A bare CLI in a folder of its own: what a user would run without Iris. */
function bareCli(name: string): { say: (text: string) => Promise<number>; end: () => Promise<void> } {
  const cwd = join(home, 'bare', name)
  mkdirSync(cwd, { recursive: true })
  const args = [
    '-p',
    '--verbose',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--include-partial-messages',
    '--permission-prompt-tool',
    'stdio',
    '--model',
    'claude-sonnet-4-5',
  ]
  const env = {
    PATH: process.env['PATH'],
    ...rehearsal.env(),
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude-bare'),
  }
  const child: ChildProcessWithoutNullStreams = spawn(claude, args, { cwd, env })
  const lines = createInterface({ input: child.stdout })
  return {
    say(text) {
      const start = performance.now()
      return new Promise((resolve) => {
        const onLine = (line: string): void => {
          if (!line.includes('"type":"result"')) return
          lines.off('line', onLine)
          resolve(performance.now() - start)
        }
        lines.on('line', onLine)
        child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`)
      })
    },
    end() {
      child.stdin.end()
      return new Promise((resolve) => child.once('close', () => resolve()))
    },
  }
}

async function tell(
  to: string,
  message = 'go',
  onprogress?: (progress: { message?: string | undefined }) => void,
): Promise<number> {
  const start = performance.now()
  const call = { name: 'team_tell', arguments: { toTeam: to, message, timeout: 0 } }
  const { structuredContent } = await mcp.callTool(call, {
    timeout: 600_000,
    ...(onprogress ? { onprogress } : {}),
  })
  const outcome = structuredContent as { status: string; advice: string }
  if (outcome.status !== 'answered') throw new Error(`${to}: ${outcome.status} ${outcome.advice}`)
  return performance.now() - start
}

async function warm(): Promise<void> {
  const bare = bareCli('warm')
  await bare.say('go')
  await tell('warm')
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < (smoke ? 5 : 100); n += 1) {
    theirs.push(await bare.say('go'))
    ours.push(await tell('warm'))
  }
  await bare.end()
  const added = ours.map((time, n) => time - (theirs[n] ?? 0))
  report('warm tell, p50', { value: median(ours), unit: 'ms' })
  report('warm message on the bare CLI, p50', { value: median(theirs), unit: 'ms' })
  results.push(report('a warm tell adds, p50', { value: median(ours) - median(theirs), unit: 'ms', most: 3 }))
  results.push(
    report('a warm tell adds, p95', {
      value: quantile(ours, 0.95) - quantile(theirs, 0.95),
      unit: 'ms',
      most: 15,
    }),
  )
  report('a warm tell adds, pair by pair, p50', { value: median(added), unit: 'ms' })
}

async function cold(): Promise<void> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < (smoke ? 1 : 10); n += 1) {
    const start = performance.now()
    const bare = bareCli(`cold${n}`)
    await bare.say('go')
    theirs.push(performance.now() - start)
    await bare.end()
    ours.push(await tell('cold'))
    await client.call('removeSession', { team: 'cold' })
  }
  report('cold tell, p50', { value: median(ours), unit: 'ms' })
  report('cold start and message on the bare CLI, p50', { value: median(theirs), unit: 'ms' })
  results.push(
    report('cold tell over the bare CLI', { value: median(ours) / median(theirs), unit: '×', most: 1.1 }),
  )
  coldBare = median(theirs)
}
var coldBare: number

async function prewarmed(): Promise<void> {
  const ours: number[] = []
  for (let n = 0; n < (smoke ? 1 : 8); n += 1) {
    await client.call('wakeTeam', { team: 'ready' })
    ours.push(await tell('ready'))
    await client.call('removeSession', { team: 'ready' })
  }
  results.push(
    report('first tell of a woken team over the bare cold start', {
      value: median(ours) / coldBare,
      unit: '×',
      most: 0.35,
    }),
  )
}

async function sideBySide(): Promise<void> {
  const names = teams.filter((name) => name.startsWith('team'))
  const bares = names.map(bareCli)
  await Promise.all(bares.map((bare) => bare.say('go')))
  await Promise.all(names.map((name) => tell(name)))
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < (smoke ? 1 : 20); n += 1) {
    theirs.push(...(await Promise.all(bares.map((bare) => bare.say('go')))))
    ours.push(...(await Promise.all(names.map((name) => tell(name)))))
  }
  await Promise.all(bares.map((bare) => bare.end()))
  report('eight teams at once, p50', { value: median(ours), unit: 'ms' })
  report('eight bare CLIs at once, p50', { value: median(theirs), unit: 'ms' })
  results.push(
    report('eight teams at once over eight bare CLIs, p50', {
      value: median(ours) / median(theirs),
      unit: '×',
      most: 1.3,
    }),
  )
}

async function listing(): Promise<void> {
  for (const [name, input] of [
    ['team_teams', {}],
    ['team_isAwake', { team: 'warm' }],
  ] as const) {
    const times: number[] = []
    for (let n = 0; n < 200; n += 1) {
      const start = performance.now()
      await mcp.callTool({ name, arguments: input })
      times.push(performance.now() - start)
    }
    results.push(report(`${name} over MCP, p50`, { value: median(times), unit: 'ms', most: 5 }))
  }
}

/** An agent that only says what time it is, so that the way of a line to the caller can be measured. */
function clockAgent(): string {
  const path = join(home, 'clock-agent')
  const print = "(o) => process.stdout.write(JSON.stringify({ session_id: 's', uuid: 'u', ...o }) + '\\n')"
  writeFileSync(
    path,
    `#!${process.execPath}
const print = ${print}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const sent = JSON.parse(line)
  if (sent.type === 'control_request') return print({ type: 'control_response', response: { subtype: 'success', request_id: sent.request_id, response: {} } })
  if (sent.type !== 'user') return
  print({ type: 'system', subtype: 'init', cwd: '/', tools: [], mcp_servers: [], model: 'm', permissionMode: 'default', claude_code_version: '2.1.197' })
  const pause = Number(process.env.PAUSE ?? 200)
  setTimeout(() => {
    print({ type: 'assistant', message: { id: 'm', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'at ' + Date.now() }] }, parent_tool_use_id: null })
    setTimeout(() => print({ type: 'result', subtype: 'success', is_error: false, result: 'done', num_turns: 1, total_cost_usd: 0, usage: {}, modelUsage: {} }), pause / 10)
  }, pause)
})
`,
    { mode: 0o755 },
  )
  return path
}

async function firstEvent(): Promise<void> {
  const delays: number[] = []
  await tell('clock')
  for (let n = 0; n < (smoke ? 5 : 50); n += 1) {
    await tell('clock', 'go', ({ message = '' }) => {
      const printedAt = Number(/at (\d{13})/.exec(message)?.[1])
      if (printedAt) delays.push(Date.now() - printedAt)
    })
  }
  results.push(
    report('printed by the agent to MCP progress, p50', { value: median(delays), unit: 'ms', most: 15 }),
  )
  report('printed by the agent to MCP progress, p99', { value: quantile(delays, 0.99), unit: 'ms' })
}

/** From `kill -9` of an agent in a turn until its caller is told. */
async function killed(): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < (smoke ? 2 : 20); n += 1) {
    let killedAt = 0
    const call = { name: 'team_tell', arguments: { toTeam: 'killed', message: 'go', timeout: 0 } }
    const { structuredContent } = await mcp.callTool(call, {
      timeout: 600_000,
      onprogress: ({ message }) => {
        // Before it has begun it would only be replaced.
        if (message?.startsWith('started with')) void kill()
      },
    })
    times.push(performance.now() - killedAt)
    const { status } = structuredContent as { status: string }
    if (status !== 'agent_died') throw new Error(`killed: ${status}`)

    async function kill(): Promise<void> {
      const pid = (await client.call('getTeam', { team: 'killed' })).session?.pid ?? null
      if (pid === null) throw new Error('the agent has no pid')
      killedAt = performance.now()
      process.kill(pid, 'SIGKILL')
    }
  }
  results.push(
    report('kill -9 of an agent in a turn to its caller, p95', {
      value: quantile(times, 0.95),
      unit: 'ms',
      most: 200,
    }),
  )
}

async function memory(): Promise<void> {
  const tells = smoke ? 20 : 10_000
  const message = 'x'.repeat(20_000)
  const sizes: number[] = []
  for (let n = 0; n < tells; n += 8) {
    await Promise.all(Object.keys(quickTeams).map((name) => tell(name, message)))
    if (n % 800 === 0) sizes.push((await client.call('getStatus', {})).memory / 1e6)
  }
  const last = sizes.at(-1) ?? 0
  results.push(report(`daemon memory after ${tells} tells of 20 KB`, { value: last, unit: 'MB', most: 120 }))
  results.push(
    report('growth over the second half', {
      value: last - (sizes[Math.floor(sizes.length / 2)] ?? 0),
      unit: 'MB',
      most: 10,
    }),
  )
}
