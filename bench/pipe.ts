// What iris-pipe costs against a direct child: lines per second, round trip, spawn. Prints ratios.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectPipe, type Pipe } from '../src/core/transport/index.ts'
import { startProcess } from '../src/platform/process/index.ts'

const lines = 200_000
const trips = 2000
const flood = `let n = 0; const more = () => { while (n < ${lines}) if (!process.stdout.write('{"type":"stream_event","n":' + n++ + ',"text":"some words of an agent"}\\n')) return process.stdout.once('drain', more) }; more()`
const echo = `process.stdin.pipe(process.stdout)`
const command = process.execPath

async function main(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'iris-bench-'))
  const pipe = await connectPipe({ home, start: true, env: process.env })
  try {
    await warmUp(pipe)
    const direct = await measure(directAgent)
    const piped = await measure((script) => pipedAgent(pipe, script))
    report('lines/s', piped.linesPerSecond, direct.linesPerSecond)
    report('round trip p50 µs', piped.trip.p50, direct.trip.p50)
    report('round trip p99 µs', piped.trip.p99, direct.trip.p99)
    report('spawn p50 ms', piped.spawn, direct.spawn)
  } finally {
    await pipe.shutdown()
    await rm(home, { recursive: true })
  }
}

interface Agent {
  onLine(heard: (line: string) => void): void
  write(data: string): void
  end(): void
}
type Start = (script: string) => Promise<Agent>

async function measure(start: Start) {
  return { linesPerSecond: await flooded(start), trip: await roundTrips(start), spawn: await spawns(start) }
}

async function flooded(start: Start): Promise<number> {
  const agent = await start(flood)
  let first = 0
  let heard = 0
  await new Promise<void>((resolve) => {
    agent.onLine(() => {
      if (heard === 0) first = performance.now()
      heard += 1
      if (heard === lines) resolve()
    })
  })
  return lines / ((performance.now() - first) / 1000)
}

async function roundTrips(start: Start): Promise<{ p50: number; p99: number }> {
  const agent = await start(echo)
  let back = (): void => {}
  agent.onLine(() => back())
  const times: number[] = []
  for (let trip = 0; trip < trips; trip += 1) {
    const sent = performance.now()
    await new Promise<void>((resolve) => {
      back = resolve
      agent.write(`{"trip":${trip}}\n`)
    })
    times.push((performance.now() - sent) * 1000)
  }
  agent.end()
  const sorted = times.slice(100).toSorted((a, b) => a - b)
  return {
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

async function spawns(start: Start): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now()
    const agent = await start('')
    times.push(performance.now() - began)
    agent.end()
  }
  return times.toSorted((a, b) => a - b)[10] ?? 0
}

async function directAgent(script: string): Promise<Agent> {
  const child = await startProcess({ command, args: ['-e', script], cwd: '/', env: {} })
  return {
    onLine: (heard) => void createInterface({ input: child.stdout }).on('line', heard),
    write: (data) => void child.stdin.write(data),
    end: () => void child.stdin.end(),
  }
}

let started = 0
async function pipedAgent(pipe: Pipe, script: string): Promise<Agent> {
  started += 1
  const id = `bench-${started}`
  await pipe.spawn({ id, command, args: ['-e', script], cwd: '/', env: {} })
  let written = 0
  return {
    onLine: (heard) =>
      void pipe.attach(id, 0).subscribe((said) => ('line' in said ? heard(said.line) : undefined)),
    write(data) {
      written += 1
      void pipe.write({ id, key: String(written), data })
    },
    end: () => void pipe.closeStdin(id),
  }
}

async function warmUp(pipe: Pipe): Promise<void> {
  await flooded((script) => pipedAgent(pipe, script))
  await flooded(directAgent)
}

function report(name: string, piped: number, direct: number): void {
  const ratio = (piped / direct).toFixed(2)
  console.log(
    `${name.padEnd(20)} pipe ${piped.toFixed(1).padStart(10)}  direct ${direct.toFixed(1).padStart(10)}  ratio ${ratio}`,
  )
}

await main()
