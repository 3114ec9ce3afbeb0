// Prints which source files a warm `team_tell` goes through, from the socket to the agent's stdin and back: those with
// a function that ran meanwhile, in the daemon and in iris-pipe, by V8's precise coverage.
// Run: npm run walk
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient, type Client } from '../src/client/index.ts'
import { bundle } from './bundle.ts'

interface Script {
  url: string
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[]
}

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

const target = 50
const warmTells = 5
const root = join(import.meta.dirname, '..')
/** A package of its own, so that the daemon finds this build of iris-pipe. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-walk-')))
const home = join(folder, 'home')
const taken = join(folder, 'taken')

await buildWatched()
prepareHome()
const daemon = spawn(process.execPath, [join(folder, 'dist/daemon/main.js')], {
  env: { ...process.env, IRIS_HOME: home, HOME: home },
  stdio: ['ignore', 'ignore', 'pipe'],
})
try {
  const { mcp, client } = await connected()
  for (let n = 0; n < warmTells; n += 1) await tell(mcp)
  await coverage()
  await tell(mcp)
  const files = filesIn(await coverage())
  for (const file of files) console.log(file)
  for (const [name, count] of countsOf(files)) console.log(`${String(count).padStart(4)} ${name}`)
  console.log(`${files.length} files (target: at most ${target})`)
  await client.call('removeSession', { team: 'alpha' })
  await mcp.close()
} finally {
  daemon.kill('SIGTERM')
  await new Promise((resolve) => daemon.once('close', resolve))
  rmSync(folder, { recursive: true, force: true })
}

/** The programs as they are, but each says on SIGUSR2 which functions ran since it was last asked. */
async function buildWatched(): Promise<void> {
  const watch = `import { Session as WalkSession } from 'node:inspector'; import { writeFileSync as walkWrite, renameSync as walkRename } from 'node:fs';
if (!globalThis.walked) { globalThis.walked = true; const walk = new WalkSession(); walk.connect(); walk.post('Profiler.enable');
walk.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('SIGUSR2', () => walk.post('Profiler.takePreciseCoverage', (_, found) => {
const file = ${JSON.stringify(taken)} + '/' + process.pid; walkWrite(file + '.part', JSON.stringify(found.result)); walkRename(file + '.part', file + '.json') })) }`
  mkdirSync(taken, { recursive: true })
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    ...bundle,
    absWorkingDir: root,
    outdir: join(folder, 'dist'),
    banner: { js: `${bundle.banner.js}${watch}` },
  })
}

/** One team, whose agent answers at once. */
function prepareHome(): void {
  mkdirSync(join(home, 'alpha'), { recursive: true, mode: 0o700 })
  const agent = join(folder, 'agent.cjs')
  writeFileSync(agent, `#!${process.execPath}\n${agentCode}`, { mode: 0o755 })
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  alpha: { path: ${join(home, 'alpha')}, claudePath: ${agent}, grantPermission: 'yes' }\n`,
  )
}

async function connected(): Promise<{ mcp: McpClient; client: Client }> {
  const said = await new Promise<string>((resolve) => daemon.stderr.setEncoding('utf8').once('data', resolve))
  const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? ''
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  const mcp = new McpClient({ name: 'walk', version: '0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return { mcp, client: createClient({ url, token }) }
}

async function tell(mcp: McpClient): Promise<void> {
  const call = { name: 'team_tell', arguments: { toTeam: 'alpha', message: 'go', timeout: 0 } }
  const { structuredContent } = await mcp.callTool(call, { timeout: 60_000 })
  const { status, advice } = structuredContent as { status: string; advice: string }
  if (status !== 'answered') throw new Error(`${status} ${advice}`)
}

/** What ran in the daemon and in iris-pipe since this was last asked. */
async function coverage(): Promise<Script[]> {
  const pids = [daemon.pid ?? 0, pipePid()]
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  const files = pids.map((pid) => join(taken, `${pid}.json`))
  while (!files.every((file) => existsSync(file))) await pause(10)
  return files.flatMap((file) => {
    const scripts = JSON.parse(readFileSync(file, 'utf8')) as Script[]
    rmSync(file)
    return scripts
  })
}

/** iris-pipe is the other process that runs out of our folder. */
function pipePid(): number {
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

/** The bundler names each file before what is in it. */
function filesIn(scripts: readonly Script[]): string[] {
  const found = new Set<string>()
  for (const { url, functions } of scripts.filter((script) => script.url.includes(`${folder}/dist/`))) {
    const text = readFileSync(fileURLToPath(url), 'utf8')
    const marks = [...text.matchAll(/^ *\/\/ (\S+\.[cm]?[jt]sx?)$/gm)]
    for (const { functionName, ranges } of functions) {
      const [range] = ranges
      if (!range || range.count === 0 || (functionName === '' && range.startOffset === 0)) continue
      const file = marks.findLast(({ index }) => index < range.startOffset)?.[1]
      if (file?.startsWith('src/')) found.add(file)
    }
  }
  return [...found].toSorted()
}

/** How many there are in each folder. */
function countsOf(files: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) {
    const name = file.split('/').slice(1, 3).join('/')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
