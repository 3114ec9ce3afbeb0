import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openTeams } from '../test/support/teams.ts'
const world = await openTeams({ lines: '  - when: { says: /./ }\n    reply: "done"\n' })
const med = (v: number[]) => v.toSorted((a, b) => a - b)[Math.floor(v.length / 2)]
const cwd = join(world.home, 'bare')
mkdirSync(cwd)
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
const bare = spawn('/work/main/node_modules/.bin/claude', args, {
  cwd,
  env: {
    PATH: process.env['PATH'],
    ...world.rehearsal.env(),
    HOME: world.home,
    CLAUDE_CONFIG_DIR: join(world.home, 'cb'),
  },
})
const lines = createInterface({ input: bare.stdout })
let last: any
const say = () =>
  new Promise<number>((resolve) => {
    const t0 = performance.now()
    const f = (l: string) => {
      if (l.includes('"type":"result"')) {
        lines.off('line', f)
        last = JSON.parse(l)
        resolve(performance.now() - t0)
      }
    }
    lines.on('line', f)
    bare.stdin.write('{"type":"user","message":{"role":"user","content":"go"}}\n')
  })
const mcp = new McpClient({ name: 'bench', version: '0' })
await mcp.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', world.daemon.url), {
    requestInit: { headers: { authorization: `Bearer ${world.daemon.token}` } },
  }),
)
const S: Record<string, number[]> = {
  bare: [],
  bareCli: [],
  direct: [],
  directCli: [],
  http: [],
  mcp: [],
  list: [],
  mcplist: [],
}
for (let n = 0; n < 40; n += 1) {
  S.bare!.push(await say())
  S.bareCli!.push(last.duration_ms)
  let t0 = performance.now()
  const t = world.orchestrator.tell(world.user, { to: 'alpha', message: 'go', patience: { until: 'ended' } })
  t.progress$.subscribe((p) => {
    if (p.kind === 'line' && p.line.event.kind === 'result') S.directCli!.push(p.line.event.durationMs)
  })
  await t.outcome
  S.direct!.push(performance.now() - t0)
  t0 = performance.now()
  await world.client.call('tellTeam', { to: 'alpha', message: 'go', timeout: 0 })
  S.http!.push(performance.now() - t0)
  t0 = performance.now()
  await mcp.callTool({ name: 'team_tell', arguments: { toTeam: 'alpha', message: 'go', timeout: 0 } })
  S.mcp!.push(performance.now() - t0)
  t0 = performance.now()
  await world.client.call('listTeams', {})
  S.list!.push(performance.now() - t0)
  t0 = performance.now()
  await mcp.callTool({ name: 'team_teams', arguments: {} })
  S.mcplist!.push(performance.now() - t0)
}
for (const [k, v] of Object.entries(S)) console.log(k.padEnd(10), med(v.slice(5))?.toFixed(1))
bare.stdin.end()
await mcp.close()
await world.end()
