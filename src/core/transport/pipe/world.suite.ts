import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstValueFrom, lastValueFrom, takeWhile, tap } from 'rxjs'
import { systemClock } from '../../../platform/clock/index.ts'
import { endTree } from '../../../platform/process/index.ts'
import { connectPipe, type AgentExit, type PipedOutput, type Pipe } from './index.ts'

/** A home with a real pipe and real agents, all gone after `close`. */
export interface World {
  home: string
  env: Record<string, string | undefined>
  /** Connects, starting the pipe if need be. */
  open(at?: string): Promise<OpenPipe>
  /** Runs a script as an agent. */
  spawn(pipe: Pipe, id: string, script: string): Promise<number>
  /** Sees to it that a process ends with the world. */
  owns(pid: number): number
  close(): Promise<void>
}

export type OpenPipe = Pipe & { pid: number }

export async function openWorld(): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'iris-home-'))
  const env = { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'] }
  const pids = new Set<number>()
  const pipes: Pipe[] = []
  const owns = (pid: number): number => {
    pids.add(pid)
    return pid
  }
  return {
    home,
    env,
    owns,
    async open(at = home) {
      const pipe = await connectPipe({ home: at, start: true, env })
      pipes.push(pipe)
      const { pid } = await pipe.hello()
      return { ...pipe, pid: owns(pid) }
    },
    async spawn(pipe, id, script) {
      const agent = { id, command: process.execPath, args: ['-e', script], cwd: tmpdir(), env: {} }
      return owns((await pipe.spawn(agent)).pid)
    },
    async close() {
      for (const pipe of pipes) pipe.close()
      await Promise.all([...pids].map((pid) => endTree(pid, { graceMs: 0, clock: systemClock })))
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** What a reader saw; `gapless` tells that each line began where the one before ended. */
export interface Reading {
  lines: string[]
  next: number
  gapless: boolean
  exit: AgentExit | undefined
}

/** Reads from an offset to the exit, or up to and including the line `last`. */
export async function read(
  pipe: Pipe,
  from: { id: string; offset?: number; last?: string },
): Promise<Reading> {
  const reading: Reading = { lines: [], next: from.offset ?? 0, gapless: true, exit: undefined }
  const take = (output: PipedOutput): void => {
    if ('exit' in output) {
      reading.exit = output.exit
      return
    }
    reading.gapless &&= output.offset === reading.next
    reading.lines.push(output.line)
    reading.next = output.next
  }
  const goesOn = (output: PipedOutput): boolean => !('line' in output) || output.line !== from.last
  await lastValueFrom(pipe.attach(from.id, from.offset ?? 0).pipe(tap(take), takeWhile(goesOn, true)))
  return reading
}

/** The first line an agent prints. */
export async function firstLine(pipe: Pipe, id: string): Promise<string> {
  const output = await firstValueFrom(pipe.attach(id, 0))
  return 'line' in output ? output.line : ''
}

/** Scripts for agents. */
export const scripts = {
  stay: `setInterval(() => {}, 1000);`,
  echo: `require('node:readline').createInterface({ input: process.stdin }).on('line', (l) => console.log('echo ' + l));`,
  deaf: `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf');`,
  /** Prints the pid of a grandchild that left for its own session and ignores SIGTERM. */
  grandchild: `
    const c = require('node:child_process').spawn(process.execPath,
      ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)'],
      { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    c.stdout.once('data', () => console.log(c.pid)); setInterval(() => {}, 1000);`,
}
