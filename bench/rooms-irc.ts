// Rooms by IRC: 20 rooms of 10 clients each over real sockets, without flood control, beside ergo in the same run.
// Servers and clients are processes of their own. IRIS_BENCH_ERGO names an ergo that is not on the path; it is built from
// its source with `go build -mod=vendor`. `--profile <folder>` writes a profile of each server of ours.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finish, only, quantile, report, smoke } from './figures.ts'
import type { LoadOrder, LoadResult } from './irc/load.ts'
import { startOther } from './irc/others.ts'

const rooms = 20
const clientsPerRoom = 10
const perSecond = smoke ? 200 : 2000
const seconds = smoke ? 1 : Number(process.env['IRIS_BENCH_SECONDS'] ?? 15)
const warmUpSeconds = smoke ? 0.5 : 3
const ticksPerSecond = 100
const here = join(import.meta.dirname, 'irc')
const folder = mkdtempSync(join(tmpdir(), 'iris-bench-irc-'))
const profiles = process.argv[process.argv.indexOf('--profile') + 1]
const isProfiled = process.argv.includes('--profile') && profiles !== undefined

const wanted = (part: string): boolean => only.length === 0 || only.includes(part)
const results: boolean[] = []
try {
  if (wanted('door')) await ours('door', 'the door of the daemon, rooms in SQLite', true)
  if (wanted('standalone')) await ours('standalone', '`iris irc serve`, history in SQLite', false)
  if (wanted('ergo') && !smoke) await theirs()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
finish(results)

async function ours(part: 'door' | 'standalone', name: string, usesPasswords: boolean): Promise<void> {
  const home = join(folder, part)
  mkdirSync(home)
  const profiling = isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const server = fork(join(here, `${part}.ts`), [home, String(rooms)], {
    execArgv: ['--import', 'tsx', ...profiling],
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const capabilities = 'server-time message-tags echo-message draft/chathistory'
  results.push(...told(name, await load({ port, pid: server.pid ?? 0, usesPasswords, capabilities })))
  await letGo(server)
}

/** How another server does is shown, and not judged. */
async function theirs(): Promise<void> {
  const other = await startOther(folder)
  if (!other) {
    console.log('neither ergo nor ngircd is here to measure beside')
    return
  }
  const { port, pid, capabilities, name } = other
  try {
    told(name, await load({ port, pid, usesPasswords: false, capabilities }))
  } catch (error) {
    console.log(`${name} did not stand it: ${String(error)}`)
  } finally {
    await other.end()
  }
}

type Measured = LoadResult & { processor: number }

async function load({
  pid,
  ...at
}: Pick<LoadOrder, 'port' | 'usesPasswords' | 'capabilities'> & { pid: number }): Promise<Measured> {
  const clients = fork(join(here, 'load.ts'), { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  const exit = once(clients, 'exit')
  const order: LoadOrder = { ...at, rooms, clientsPerRoom, perSecond, warmUpSeconds, seconds }
  const before = processorTime(pid)
  clients.send(order)
  const measured = await Promise.race([once(clients, 'message'), exit.then(() => undefined)])
  if (!measured) throw new Error('the clients ended before they had measured anything')
  const [result] = measured as [LoadResult]
  const processor = processorTime(pid) - before
  await exit
  return { ...result, processor }
}

/** Seconds of processor time that a process has used, where the system says it; otherwise nothing. */
function processorTime(pid: number): number {
  try {
    const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? []
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
    return (user + system) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

function told(name: string, measured: Measured): boolean[] {
  const { sent, heard, expected, seconds: took, delays, processor } = measured
  console.log(name)
  return [
    report('  messages in', { value: sent / took, unit: '/s', least: perSecond * 0.99 }),
    report('  lines out', { value: heard / took, unit: '/s', least: perSecond * clientsPerRoom * 0.99 }),
    report('  lines lost or doubled', { value: Math.abs(expected - heard), unit: '', most: 0 }),
    report('  processor of the server', { value: processor / (took + warmUpSeconds), unit: 'cores' }),
    report('  delivery, median', { value: quantile(delays, 0.5), unit: 'ms' }),
    report('  delivery, p99', { value: quantile(delays, 0.99), unit: 'ms', most: 50 }),
    report('  delivery, longest', { value: quantile(delays, 1), unit: 'ms' }),
  ]
}

/** Hangs up on a server of ours, which then ends by itself. */
async function letGo(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit')
  server.disconnect()
  await exit
}
