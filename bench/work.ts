// Tasks worked by Iris beside a bare shell script that does the same: worktree, agent, check, commit; in turns, against the rehearsal.
// Run: npm run bench:work [-- --smoke]
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../src/client/index.ts'
import { findClaude, readEnvironment } from '../src/platform/config/index.ts'
import { parsePlaybook, startRehearsal } from '../src/rehearsal/index.ts'
import { daemonFlags } from '../src/surface/connection/index.ts'
import { configFor } from '../test/support/teams.ts'
import { finish, median, report, smoke } from './figures.ts'

/** How long the scripted model takes for a reply. A real one takes seconds; the less it takes, the more of it is Iris. */
const replyMs = smoke ? 0 : 500
const taskCount = smoke ? 2 : 24
const rounds = smoke ? 1 : 3
const parallel = 2
/** Of a tick of the kernel's clock, in which it counts the time of processes. */
const tickMs = 10

const playbook = parsePlaybook(`
name: Tasks
lines:
  - when: { says: '/Write the file (done-\\d+\\.txt)/' }
    reply: [{ tool: { name: Write, input: { file_path: '\${cwd}/\${says.1}', content: done } } }]
  - when: { tool: Write }
    reply: Done.
`)
const results: boolean[] = []
const home = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-work-')))
const claude = findClaude('claude', readEnvironment().variables)?.path ?? 'claude'
const rehearsal = await startRehearsal({ playbook, pace: replyMs })
const teams = Array.from({ length: rounds + 1 }, (_, n) => `team${n}`)
const config = configFor(home, rehearsal, {
  teams: Object.fromEntries(teams.map((name) => [name, {}])),
  agent: { enabled: false },
})
writeFileSync(join(home, 'config.yaml'), config)
for (const name of teams) makeProject(join(home, 'projects', name))

const daemon = spawn(
  process.execPath,
  [...daemonFlags, join(import.meta.dirname, '..', 'dist', 'daemon', 'main.js')],
  { env: { ...process.env, IRIS_HOME: home, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] },
)
const client = await connected()
try {
  // A daemon reads much of itself with its first build.
  if (!smoke) await byIris(teams.at(-1) ?? '', 2)
  await compare()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  daemon.kill('SIGTERM')
  await new Promise((resolve) => daemon.once('close', resolve))
  await rehearsal.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
finish(results)

async function compare(): Promise<void> {
  const ours: { ms: number; cpuMs: number }[] = []
  const theirs: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    theirs.push(await byScript(`round${n}`))
    ours.push(await byIris(teams[n] ?? '', taskCount))
  }
  const ratios = ours.map(({ ms }, n) => ms / (theirs[n] ?? Number.NaN))
  report(`${taskCount} tasks by Iris, p50`, { value: median(ours.map(({ ms }) => ms)), unit: 'ms' })
  report(`${taskCount} tasks by a shell script, p50`, { value: median(theirs), unit: 'ms' })
  results.push(
    report('Iris over the shell script, pair by pair, p50', {
      value: median(ratios),
      unit: '×',
      most: 1.15,
    }),
    report('processor time of the daemon for a task, p50', {
      value: median(ours.map(({ cpuMs }) => cpuMs)) / taskCount,
      unit: 'ms',
      most: 25,
    }),
  )
}

async function byIris(team: string, count: number): Promise<{ ms: number; cpuMs: number }> {
  for (let n = 1; n <= count; n += 1)
    await client.call('createTask', {
      team,
      title: `Write the file done-${n}.txt`,
      files: [{ path: `done-${n}.txt`, action: 'CREATE' }],
      check: { command: checkOf(n), expected: {} },
    })
  const cpuBefore = daemonMs()
  const start = performance.now()
  const { build } = await client.call('startBuild', { team, parallel, confirmed: true })
  for await (const { data } of client.events({ types: ['build.ended'] })) {
    const ended = data as { build: string; outcome: string; reason: string }
    if (ended.build !== build) continue
    if (ended.outcome !== 'complete') throw new Error(`${ended.outcome}: ${ended.reason}`)
    break
  }
  return { ms: performance.now() - start, cpuMs: daemonMs() - cpuBefore }
}

/** What somebody would write without Iris, as many at once. */
async function byScript(name: string): Promise<number> {
  const project = join(home, 'bare', name)
  makeProject(project)
  const script = join(home, 'bare', `${name}.sh`)
  writeFileSync(
    script,
    [
      'set -e',
      // Two at once may read what the other is just writing.
      'flock .git/adding git worktree add -q -b "task/$1" ".worktrees/$1" main',
      'cd ".worktrees/$1"',
      `'${claude}' -p "Write the file done-$1.txt" --model claude-sonnet-4-5 --permission-mode acceptEdits > /dev/null`,
      checkOf('$1'),
      'git add -A',
      'git commit -q -m "Task $1"',
    ].join('\n'),
  )
  const numbers = Array.from({ length: taskCount }, (_, n) => n + 1).join(' ')
  const env = {
    PATH: process.env['PATH'],
    ...rehearsal.env(),
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude-bare'),
  }
  const start = performance.now()
  const child = spawn('sh', ['-c', `echo ${numbers} | xargs -n 1 -P ${parallel} sh '${script}'`], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the shell script ended with ${String(code)}`)
  return performance.now() - start
}

function checkOf(number: number | string): string {
  return `grep -q done done-${number}.txt`
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

/** What the daemon itself used of the processors, without its children. */
function daemonMs(): number {
  const stat = readFileSync(`/proc/${daemon.pid ?? 0}/stat`, 'utf8')
  // The name of the program may hold spaces; what follows it does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

async function connected(): Promise<Client> {
  const said = await new Promise<string>((resolve) => daemon.stderr.setEncoding('utf8').once('data', resolve))
  const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? ''
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  return createClient({ url, token })
}
