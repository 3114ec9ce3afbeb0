// A warm tell and `iris status` beside the same of another commit, in turns.
// Run: npm run bench:parent -- <commit>
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '../src/client/index.ts'
import { daemonFlags } from '../src/surface/connection/index.ts'
import { writeFakeClaude } from '../test/support/teams.ts'
import { finish, median, report } from './figures.ts'

const tells = 300
const statuses = 40
const root = join(import.meta.dirname, '..')
const commit = execFileSync('git', ['rev-parse', '--short', process.argv[2] ?? 'HEAD^'], { cwd: root })
  .toString()
  .trim()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'iris-bench-parent-')))

interface Side {
  sources: string
  home: string
  daemon: ChildProcess
  client: Client
}

const former = join(folder, 'former')
const sides: Side[] = []
try {
  checkOut(former)
  const ours = await start(root, 'ours')
  const theirs = await start(former, 'theirs')
  finish([
    compare(`warm tell, against ${commit}`, await inTurns([ours, theirs], tells, tell)),
    compare(
      `processor time of the daemon for one, against ${commit}`,
      await inTurns([ours, theirs], 10, (side) => spent(side, 30)),
    ),
    compare(`iris status, against ${commit}`, await inTurns([ours, theirs], statuses, status)),
  ])
} finally {
  for (const { client, daemon } of sides) {
    await client.call('removeSession', { team: 'quick' })
    daemon.kill('SIGTERM')
    await new Promise((resolve) => daemon.once('close', resolve))
  }
  spawnSync('git', ['worktree', 'remove', '--force', former], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
}

/** The other commit, built with the packages that are here. */
function checkOut(to: string): void {
  execFileSync('git', ['worktree', 'add', '--detach', to, commit], { cwd: root, stdio: 'ignore' })
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
  for (const sources of [root, to])
    execFileSync('npm', ['run', '-s', 'build'], { cwd: sources, stdio: 'ignore' })
}

async function start(sources: string, name: string): Promise<Side> {
  const home = join(folder, name)
  mkdirSync(home, { mode: 0o700 })
  const claude = writeFakeClaude(join(home, 'claude'), "init(); words('yes'); result('yes')")
  writeFileSync(
    join(home, 'config.yaml'),
    `settings: { httpPort: 0 }\nteams:\n  quick: { path: ${home}, claudePath: ${claude} }\n`,
  )
  const daemon = spawn(process.execPath, [...daemonFlags, join(sources, 'dist', 'daemon', 'main.js')], {
    env: environment(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await new Promise<string>((resolve) => daemon.stderr.setEncoding('utf8').once('data', resolve))
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  const client = createClient({ url: /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? '', token })
  const side = { sources, home, daemon, client }
  sides.push(side)
  for (let n = 0; n < 20; n += 1) await tell(side)
  return side
}

function environment(home: string): NodeJS.ProcessEnv {
  return { ...process.env, IRIS_HOME: home, HOME: home }
}

async function tell({ client }: Side): Promise<number> {
  const begun = performance.now()
  const outcome = await client.call('tellTeam', { to: 'quick', message: 'go', timeout: 0 })
  if (outcome.status !== 'answered') throw new Error(`quick: ${outcome.status}`)
  return performance.now() - begun
}

function status({ sources, home }: Side): number {
  const begun = performance.now()
  execFileSync(process.execPath, [join(sources, 'bin', 'iris.js'), 'status'], {
    env: environment(home),
    stdio: 'ignore',
  })
  return performance.now() - begun
}

/** What a tell costs the daemon, in ms, over several: the system counts in hundredths of a second. */
async function spent(side: Side, count: number): Promise<number> {
  const before = processorTime(side.daemon.pid)
  for (let n = 0; n < count; n += 1) await tell(side)
  return (processorTime(side.daemon.pid) - before) / count
}

function processorTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function inTurns(
  [ours, theirs]: [Side, Side],
  rounds: number,
  act: (side: Side) => number | Promise<number>,
): Promise<[number, number]> {
  const now: { side: Side; figures: number[] } = { side: ours, figures: [] }
  const then: typeof now = { side: theirs, figures: [] }
  for (let round = 0; round < rounds; round += 1)
    // Neither always comes first.
    for (const { side, figures } of round % 2 === 0 ? [now, then] : [then, now]) figures.push(await act(side))
  return [median(now.figures), median(then.figures)]
}

function compare(name: string, [ours, theirs]: [number, number]): boolean {
  report(`${name}: now, p50`, { value: ours, unit: 'ms' })
  report(`${name}: then, p50`, { value: theirs, unit: 'ms' })
  return report(name, { value: ours / theirs, unit: '×', most: 1.03 })
}
