// Organisations: what `TASK:` adds to a tell, what Iris adds to the prompt of each role, and what everything costs while
// nothing happens, with genuine agents and stand-ins. Against the rehearsal.
// Run: npm run bench:org [-- --smoke] [-- --only added,tokens,idle,day] [-- --minutes 10]
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { createClient, type Client } from '../src/client/index.ts'
import { connectPipe } from '../src/core/transport/index.ts'
import { findClaude, readEnvironment } from '../src/platform/config/index.ts'
import { parsePlaybook, startRehearsal } from '../src/rehearsal/index.ts'
import { daemonFlags } from '../src/surface/connection/index.ts'
import { freePort } from '../test/support/ports.ts'
import { configFor, writeFakeClaude } from '../test/support/teams.ts'
import { finish, median, only, quantile, report, smoke, valueOf } from './figures.ts'

const genuine = smoke ? 1 : 5
const standIns = smoke ? 1 : 15
const rounds = smoke ? 2 : 60
const idleMs = smoke ? 500 : Number(valueOf('--minutes') ?? 10) * 60_000
/** Looks of the ladder in a day, once it is at its last rung of two minutes. */
const looksADay = smoke ? 2 : 720
/** The shortest rung that the config takes: a day of looks goes by in little more than a minute. */
const shortRungMs = 100
const askEveryMs = smoke ? 0 : 3000
/** Of a tick of the kernel's clock, in which it counts the time of processes. */
const tickMs = 10
const charsPerToken = 4

const projects = Array.from({ length: genuine }, (_, n) => `project${n}`)
const others = Array.from({ length: standIns }, (_, n) => `other${n}`)
const results: boolean[] = []
const bodies: { system: string; tools: string }[] = []
let onCall = (_message: string): void => undefined
const rehearsal = await startRehearsal({
  playbook: parsePlaybook(`
name: Organisations
lines:
  - when: { system: /lead the project/, says: /a task to measure/ }
    times: 1
    reply:
      - tool:
          name: mcp__iris__task_create
          input:
            team: project0
            title: Write it
            files: [{ path: it.txt, action: CREATE }]
            check: { command: 'test -f it.txt', expected: {} }
  - when: { tool: mcp__iris__task_create, toolResult: '/(project0-\\d+)/' }
    reply:
      - tool: { name: mcp__iris__chat_send, input: { channel: '#standup-project0', body: 'TASK: \${toolResult.1}' } }
  - when: { system: /own the task/, says: /work on the task/ }
    reply: [{ tool: { name: Write, input: { file_path: '\${cwd}/it.txt', content: it } } }]
  - reply: Done.
`),
  onRequest(request, body) {
    if (request.kind !== 'turn') return
    const system = JSON.stringify(body.system)
    bodies.push({ system, tools: JSON.stringify(irisTools(body.tools)) })
    onCall(JSON.stringify(body.messages.at(-1)))
  },
})
const home = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-org-')))
writeConfig()
for (const name of projects) makeProject(join(home, 'projects', name))
let { daemon, client } = await startDaemon()
try {
  await wakeAll()
  for (const part of [added, tokens, idle, day])
    if (only.length === 0 || only.includes(part.name)) await part()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stop(daemon)
  // Agents outlive the daemon.
  const pipe = await connectPipe({ home, start: false, env: {} }).catch(() => undefined)
  await pipe?.shutdown()
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
finish(results)

/** Every engineering manager is seated and awake, and so is every stand-in. */
async function wakeAll(): Promise<void> {
  for (const team of projects) {
    await client.call('startOrg', { team })
    await called(`TASK: good morning ${team}`, `#project-${team}`)
  }
  for (const team of others) await client.call('wakeTeam', { team })
  await areAwake()
}

async function areAwake(): Promise<void> {
  const { sessions } = await client.call('listSessions', {})
  const awake = sessions.filter(({ pid }) => pid !== null).map(({ from, to }) => `${from} in ${to}`)
  if (awake.length !== genuine + standIns) throw new Error(`awake are ${awake.join(', ')}`)
}

/** From a `TASK:` to the model call of the engineering manager that is awake, beside a tell to an agent that is: in turns. */
async function added(): Promise<void> {
  const ours: number[] = []
  const theirs: number[] = []
  await told('good morning')
  for (let n = 0; n < rounds; n += 1) {
    theirs.push(await told(`hello ${n}.`))
    ours.push(await called(`TASK: note ${n}.`, '#project-project0'))
  }
  await client.call('removeSession', { team: 'project0' })
  report('from a tell to the model call of an awake agent, p50', { value: median(theirs), unit: 'ms' })
  report('from TASK: to that of an awake engineering manager, p50', { value: median(ours), unit: 'ms' })
  results.push(
    report('TASK: adds, p50', { value: median(ours) - median(theirs), unit: 'ms', most: 50 }),
    report('TASK: adds, p95', { value: quantile(ours, 0.95) - quantile(theirs, 0.95), unit: 'ms', most: 50 }),
  )
}

/** What is in front of the model with Iris and not without: words of the system and tools. */
async function tokens(): Promise<void> {
  const bare = await bareSystem()
  const after = await head()
  await called('TASK: a task to measure', '#project-project0')
  await ended('build.ended', after)
  for (const [role, mark, most] of [
    ['engineering manager', 'you lead the project', 4000],
    ['manager', 'you own the task', undefined],
  ] as const) {
    const body = bodies.find(({ system }) => system.includes(mark))
    if (!body) throw new Error(`no ${role} called its model`)
    const words = Math.max(0, body.system.length - bare) + body.tools.length
    const figure = { value: words / charsPerToken, unit: 'tokens', ...(most && { most }) }
    results.push(report(`Iris adds to the prompt of the ${role}`, figure))
  }
}

/** Everybody is awake and nothing happens, with everything on and settings as they are. */
async function idle(): Promise<void> {
  await restart({})
  const before = { calls: bodies.length, ms: processorMs() }
  const began = performance.now()
  await pause(idleMs)
  const share = ((processorMs() - before.ms) / (performance.now() - began)) * 100
  await areAwake()
  const { memory } = await client.call('getStatus', {})
  const title = `${genuine} agents and ${standIns} stand-ins idle for ${Math.round(idleMs / 1000)} s`
  results.push(
    report(`${title}: model calls`, { value: bodies.length - before.calls, unit: '', most: 0 }),
    report('processor time of the daemon', { value: share, unit: '%', most: 1 }),
    report('memory of the daemon', { value: memory / 1e6, unit: 'MB', most: 140 }),
  )
}

/** A day of looks at every organisation, one right after the other. */
async function day(): Promise<void> {
  await restart({ ladder: [`${shortRungMs}ms`] })
  const before = { calls: bodies.length, ms: processorMs() }
  const began = performance.now()
  // A tenth more: a timer is never early.
  while (performance.now() - began < looksADay * shortRungMs * 1.1) {
    await pause(shortRungMs)
    await areLookedAt()
    await pause(askEveryMs)
  }
  const ms = processorMs() - before.ms
  await areAwake()
  const seconds = (performance.now() - began) / 1000
  report(`${looksADay} looks at each of ${genuine} organisations took`, { value: seconds, unit: 's' })
  report('processor time of a look', { value: ms / looksADay / genuine, unit: 'ms' })
  results.push(
    report('model calls of a day of looks', { value: bodies.length - before.calls, unit: '', most: 0 }),
    report('processor time of them, of a day', { value: (ms / 86_400_000) * 100, unit: '%', most: 1 }),
  )
  // They are looked at: what nobody was called for is found.
  await called('the shop should open on Sundays', '#project-project0')
}

/** That every engineering manager was looked at just now, and is again at once. */
async function areLookedAt(): Promise<void> {
  const { orgs } = await client.call('listOrgs', {})
  const due = orgs.map(({ seats }) => seats.find(({ key }) => key === 'em')?.nextLookAt ?? 0)
  const late = due.filter((at) => at < Date.now() - 10 * shortRungMs)
  if (due.length !== genuine || late.length > 0) throw new Error('somebody is not looked at')
}

/** Says something in a room; gives how long it took to the model call that has it, once that turn is over. */
async function called(body: string, channel: string): Promise<number> {
  return untilCall(body, () => client.call('postMessage', { channel, body }))
}

async function told(message: string): Promise<number> {
  return untilCall(message, () => client.call('tellTeam', { to: 'project0', message, timeout: -1 }))
}

async function untilCall(words: string, act: () => Promise<unknown>): Promise<number> {
  const after = await head()
  const began = performance.now()
  const call = new Promise<number>((resolve) => {
    onCall = (message) => {
      if (message.includes(words)) resolve(performance.now() - began)
    }
  })
  await act()
  const took = await call
  await ended('turn.ended', after)
  return took
}

/** The first event of a type after a number. */
async function ended(type: 'turn.ended' | 'build.ended', after: number): Promise<void> {
  for await (const event of client.events({ types: [type], after })) if (event.type === type) return
}

async function head(): Promise<number> {
  return (await client.call('getStatus', {})).events
}

/** How much the CLI says of itself without Iris. */
async function bareSystem(): Promise<number> {
  const claude = findClaude('claude', readEnvironment().variables)?.path ?? 'claude'
  const env = {
    PATH: process.env['PATH'],
    ...rehearsal.env(),
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'bare'),
  }
  const cwd = join(home, 'projects', 'project0')
  const before = bodies.length
  const child = spawn(claude, ['-p', 'good day', '--model', 'claude-sonnet-4-5'], {
    cwd,
    env,
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.once('close', resolve))
  const body = bodies[before]
  if (!body) throw new Error('the bare CLI called no model')
  return body.system.length
}

function irisTools(tools: unknown): unknown[] {
  if (!Array.isArray(tools)) return []
  return tools.filter((tool) => String(Reflect.get(Object(tool), 'name')).startsWith('mcp__iris__'))
}

/** What the daemon itself used of the processors, without its children. */
function processorMs(): number {
  const stat = readFileSync(`/proc/${daemon.pid ?? 0}/stat`, 'utf8')
  // The name of the program may hold spaces; what follows it does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

function writeConfig(): void {
  const standIn = writeFakeClaude(join(home, 'stand-in'), "init(); result('Done.')")
  const teams = [
    ...projects.map((name) => [name, {}] as const),
    ...others.map((name) => [name, { claudePath: standIn }] as const),
  ]
  const config = configFor(home, rehearsal, {
    teams: Object.fromEntries(teams),
    settings: { maxProcesses: 50 },
    agent: { features: { completionAnalysis: false } },
  })
  writeFileSync(join(home, 'config.yaml'), config)
}

/** Begins anew with other settings of organisations. */
async function restart(org: object): Promise<void> {
  await stop(daemon)
  const file = join(home, 'config.yaml')
  writeFileSync(
    file,
    stringify({ ...parse(readFileSync(file, 'utf8')), org, irc: { port: await freePort() } }),
  )
  ;({ daemon, client } = await startDaemon())
  await wakeAll()
  // What a start itself costs is no part of resting.
  await pause(smoke ? 0 : 10_000)
}

async function startDaemon(): Promise<{ daemon: ChildProcess; client: Client }> {
  const main = join(import.meta.dirname, '..', 'dist', 'daemon', 'main.js')
  const started = spawn(process.execPath, [...daemonFlags, main], {
    env: { ...process.env, IRIS_HOME: home, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await new Promise<string>((resolve) =>
    started.stderr.setEncoding('utf8').once('data', resolve),
  )
  started.stderr.resume()
  const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? ''
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  return { daemon: started, client: createClient({ url, token }) }
}

async function stop(running: ChildProcess): Promise<void> {
  running.kill('SIGTERM')
  await new Promise((resolve) => running.once('close', resolve))
}

function makeProject(folder: string): void {
  const git = (...args: string[]): Buffer => execFileSync('git', ['-C', folder, ...args])
  mkdirSync(folder, { recursive: true })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  writeFileSync(join(folder, 'README.md'), '# Bench\n')
  git('add', '-A')
  git('commit', '-qm', 'one')
}
