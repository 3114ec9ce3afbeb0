// A run through Iris beside the same pipeline on a bare Claude Code, in turns, against the rehearsal.
// Run: npm run bench:run [-- --smoke] [-- --only overhead,readers]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { createClient, type Client } from '../src/client/index.ts'
import { findClaude, readEnvironment } from '../src/platform/config/index.ts'
import { parsePlaybook, startRehearsal, type Playbook, type RecordedRequest } from '../src/rehearsal/index.ts'
import { daemonFlags } from '../src/surface/connection/index.ts'
import { emptyProject, pipelineGoal, pipelineRoster, shippedPlaybook } from '../test/support/pipeline.ts'
import { configFor } from '../test/support/teams.ts'
import { finish, median, only, quantile, report, smoke } from './figures.ts'

/** How long the scripted model takes for a reply. A real one takes seconds; the less it takes, the more of a run is Iris. */
const replyMs = smoke ? 0 : 500
const rounds = smoke ? 1 : 7
const readerCount = 50
const readerRounds = smoke ? 1 : 3
/** Allowed from the start on both sides, so that neither waits for an answer. */
const tools = ['Bash', 'Edit', 'Read', 'Write'] as const

const results: boolean[] = []
const home = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-run-')))
const claude = findClaude('claude', readEnvironment().variables)?.path ?? 'claude'
const rehearsal = await startRehearsal({ playbook: await pipelineForBoth(), pace: replyMs })
const teams = Array.from({ length: rounds + 2 * readerRounds + 1 }, (_, n) => `team${n}`)
const config = configFor(home, rehearsal, {
  teams: Object.fromEntries(teams.map((name) => [name, { allowedTools: [...tools] }])),
  settings: { maxProcesses: 30 },
})
writeFileSync(join(home, 'config.yaml'), config)
for (const name of teams) emptyProject(join(home, 'projects', name))

const daemon = spawn(
  process.execPath,
  [...daemonFlags, join(import.meta.dirname, '..', 'dist', 'daemon', 'main.js')],
  { env: { ...process.env, IRIS_HOME: home, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] },
)
const client = await connected()
try {
  // A daemon reads much of itself with its first run.
  if (!smoke) await through(teams.at(-1) ?? '')
  for (const part of [overhead, readers]) {
    if (only.length === 0 || only.includes(part.name)) await part()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  const { runs } = await client.call('listRuns', { state: 'open' })
  for (const { run } of runs) await client.call('stopRun', { run })
  daemon.kill('SIGTERM')
  await new Promise((resolve) => daemon.once('close', resolve))
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
finish(results)

async function connected(): Promise<Client & { url: string; token: string }> {
  const said = await new Promise<string>((resolve) => daemon.stderr.setEncoding('utf8').once('data', resolve))
  const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? ''
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  return { ...createClient({ url, token }), url, token }
}

/** A leader of Iris ends with a tool call, so the other one ends with one too: both call the model equally often. */
async function pipelineForBoth(): Promise<Playbook> {
  const { name, lines } = await shippedPlaybook('pipeline')
  const ending = parsePlaybook(`
name: Ending
lines:
  - { when: { agent: main, system: You lead without Iris, tool: Read }, reply: Done. }
  - when: { agent: main, system: You lead without Iris, last: 'QA: all tests pass' }
    reply: [{ tool: { name: Read, input: { file_path: '\${cwd}/package.json' } } }]
`)
  return { name, lines: [...ending.lines, ...lines] }
}

/** What one pipeline took, and the ms from each report of a teammate to the leader's next call of the model. */
interface Played {
  ms: number
  wakings: number[]
}

async function overhead(): Promise<void> {
  const ours: Played[] = []
  const theirs: Played[] = []
  for (let n = 0; n < rounds; n += 1) {
    theirs.push(await played(() => bare(`round${n}`)))
    ours.push(await played(() => through(teams[n] ?? '')))
  }
  const ratios = ours.map(({ ms }, n) => ms / (theirs[n]?.ms ?? Number.NaN))
  report('the pipeline as a run, p50', { value: median(ours.map(({ ms }) => ms)), unit: 'ms' })
  report('the pipeline on the bare CLI, p50', { value: median(theirs.map(({ ms }) => ms)), unit: 'ms' })
  results.push(
    report('a run over the bare CLI, pair by pair, p50', { value: median(ratios), unit: '×', most: 1.05 }),
  )
  const waking = median(ours.flatMap(({ wakings }) => wakings))
  const bareWaking = median(theirs.flatMap(({ wakings }) => wakings))
  report('report of a teammate to next turn of its leader, p50', { value: waking, unit: 'ms' })
  report('the same on the bare CLI, p50', { value: bareWaking, unit: 'ms' })
  report('the same, over the bare CLI', { value: waking / bareWaking, unit: '×' })
  results.push(report('a run adds to it, p50', { value: waking - bareWaking, unit: 'ms', most: 50 }))
}

/** Plays a pipeline and looks at when the model was called. */
async function played(play: () => Promise<void>): Promise<Played> {
  const requests: RecordedRequest[] = []
  const listening = rehearsal.requests$.subscribe((request) => {
    if (request.kind === 'turn') requests.push(request)
  })
  const start = performance.now()
  await play()
  const ms = performance.now() - start
  listening.unsubscribe()
  return { ms, wakings: wakingsOf(requests) }
}

/** A teammate's last call is the one whose result was written or run; the leader's next call follows it. */
function wakingsOf(requests: readonly RecordedRequest[]): number[] {
  return requests.flatMap((request, index) => {
    if (request.agent !== 'main' || request.tools.length > 0 || index === 0) return []
    const last = requests.slice(0, index).findLast(({ agent }) => agent === 'sub')
    return last ? [request.at - last.at - replyMs] : []
  })
}

/** The pipeline as a user would drive it without Iris. */
function bare(name: string): Promise<void> {
  const cwd = join(home, 'bare', name)
  mkdirSync(cwd, { recursive: true })
  emptyProject(cwd)
  const args = [
    '-p',
    '--verbose',
    '--input-format=stream-json',
    '--output-format=stream-json',
    '--include-partial-messages',
    '--permission-prompt-tool=stdio',
    '--model=claude-sonnet-4-5',
    `--agents=${JSON.stringify(pipelineRoster)}`,
    '--append-system-prompt=You lead without Iris.',
    ...[...tools, 'Agent'].map((tool) => `--allowedTools=${tool}`),
  ]
  const env = {
    PATH: process.env['PATH'],
    ...rehearsal.env(),
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude-bare'),
  }
  const child = spawn(claude, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })
  child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: pipelineGoal } })}\n`)
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      if (!line.includes('"type":"result"')) return
      const { result } = JSON.parse(line) as { result?: string }
      if (result?.startsWith('Done')) child.stdin.end()
    })
    child.once('close', () => resolve())
  })
}

async function through(team: string): Promise<void> {
  const { run } = await client.call('startRun', { team, goal: pipelineGoal })
  for await (const { data, type } of client.events({ types: ['run.ended'] })) {
    const ended = data as { run: string; state: string; reason: string }
    if (ended.run !== run) continue
    if (!ended.state.startsWith('completed')) throw new Error(`${type} ${ended.state} ${ended.reason}`)
    return
  }
}

async function readers(): Promise<void> {
  const one: number[] = []
  const many: number[] = []
  for (let n = 0; n < readerRounds; n += 1) {
    one.push(...(await delays(1, teams[rounds + 2 * n] ?? '')))
    many.push(...(await delays(readerCount, teams[rounds + 2 * n + 1] ?? '')))
  }
  const alone = quantile(one, 0.99)
  const among = quantile(many, 0.99)
  report('event to the only reader of a run, p50', { value: median(one), unit: 'ms' })
  report(`event to ${readerCount} readers of a run, p50`, { value: median(many), unit: 'ms' })
  report('event to the only reader of a run, p99', { value: alone, unit: 'ms' })
  report(`${readerCount} readers over one, p99`, { value: among / Math.max(1, alone), unit: '×' })
  results.push(
    report(`event to ${readerCount} readers of a run, p99`, { value: among, unit: 'ms', most: 20 }),
  )
}

/** Milliseconds from an event's time to its arrival, for every event and every reader of one run. */
async function delays(count: number, team: string): Promise<number[]> {
  const { run } = await client.call('startRun', { team, goal: pipelineGoal })
  const url = new URL(`/api/runs/${run}/events`, client.url).href
  // Readers are other programs; in this thread they would wait for the rehearsal and for each other.
  const worker = new Worker(readerCode(), { eval: true, workerData: { url, token: client.token, count } })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** Reads a stream `count` times over until the run has ended; what came before all readers were there is not counted. */
function readerCode(): string {
  return `
const { get } = require('node:http')
const { parentPort, workerData: { url, token, count } } = require('node:worker_threads')
const times = []
let open = count
let missing = count
let ready = Infinity
const headers = { authorization: 'Bearer ' + token, accept: 'text/event-stream' }
for (let n = 0; n < count; n += 1) {
  const request = get(url, { headers, agent: false }, (response) => {
    let rest = ''
    missing -= 1
    if (missing === 0) ready = Date.now()
    response.setEncoding('utf8').on('data', (chunk) => {
      const now = Date.now()
      const blocks = (rest + chunk).split('\\n\\n')
      rest = blocks.pop()
      for (const block of blocks) {
        const at = Number(/"at":(\\d+)/.exec(block)?.[1])
        if (at > ready) times.push(now - at)
        if (!block.includes('"type":"run.ended"')) continue
        request.destroy()
        open -= 1
        if (open === 0) parentPort.postMessage(times)
      }
    })
  })
}
`
}
