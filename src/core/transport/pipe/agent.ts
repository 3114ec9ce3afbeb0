import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { agentMark, IrisError } from '../../../contract/plain.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import {
  endTree,
  pidOf,
  processIdentity,
  startProcess,
  type PipedProcess,
} from '../../../platform/process/index.ts'
import { createInput, type Input } from './input.ts'
import { spoolOutput } from './output.ts'
import type { AgentExit, PipedAgent, Spawn, Why } from './protocol.ts'
import type { AgentRecord, Records } from './records.ts'
import { openSpool, type Spool } from './spool.ts'
import { openStderrTail, type StderrTail } from './stderr-tail.ts'

// Output that cannot be spooled (a full disk) must not hold up an end.
const settleMs = 3000

/** What agents are made with. */
export interface AgentDeps {
  folder: string
  records: Records
  clock: Clock
}

/** One agent, running or past. */
export interface Agent {
  id: string
  spool: Spool
  exit(): AgentExit | undefined
  describe(): PipedAgent
  /** Calls `heard` whenever there is more to read or the exit is known. */
  follow(heard: () => void): () => void
  write(key: string, data: Buffer): Promise<boolean>
  closeStdin(): void
  signal(signal: NodeJS.Signals): boolean
  end(options: { graceMs: number; why?: Why | undefined }): Promise<number[]>
  stderr(): Buffer
  /** Deletes every trace; only after the exit. */
  remove(): void
}

/** Starts a process as an agent and spools what it says. */
export async function startAgent(deps: AgentDeps, request: Spawn): Promise<Agent> {
  const { id, command, args, cwd } = request
  const { label } = request
  const record: AgentRecord = { mark: `${id}.${randomUUID()}`, ...(label && { label }) }
  const parts: PipedParts = {
    id,
    record,
    ...openFiles(deps.folder, id),
    followers: new Set(),
    exit: undefined,
  }
  try {
    // Announced before it starts, so that a pipe killed in between leaves a trace to end it by.
    deps.records.writeAgent(id, record)
    const env = { ...request.env, [agentMark]: record.mark }
    const child = await startProcess({ command, args, cwd, env, detached: true })
    record.identity = processIdentity(child.pid) ?? `${child.pid}@gone`
    parts.running = run(deps, parts, child)
    deps.records.writeAgent(id, record)
    return agentOf(deps, parts)
  } catch (error) {
    await endRest(parts, deps.clock, 0)
    removeFiles(deps, parts)
    throw error
  }
}

/** An agent of an earlier pipe: what is left of it is ended, and an exit nobody saw is recorded as lost. */
export async function pastAgent(deps: AgentDeps, id: string): Promise<Agent> {
  const { records, clock, folder } = deps
  const record = records.readAgent(id) ?? { mark: '' }
  const past: PipedParts = {
    id,
    record,
    ...openFiles(folder, id),
    followers: new Set(),
    exit: records.readExit(id),
  }
  if (!past.exit) {
    await endRest(past, clock, 1000)
    settle(deps, past, { how: 'lost', code: null, signal: null, at: clock.now() })
  }
  return agentOf(deps, past)
}

interface PipedParts {
  id: string
  record: AgentRecord
  spool: Spool
  tail: StderrTail
  followers: Set<() => void>
  exit: AgentExit | undefined
  why?: Why | undefined
  running?: Running
}

interface Running {
  child: PipedProcess
  input: Input
  /** The process has exited, its output is spooled and its exit recorded. */
  settled: Promise<void>
}

function run(deps: AgentDeps, parts: PipedParts, child: PipedProcess): Running {
  const { spool, tail } = parts
  const { stdout, stderr, stdin, exited } = child
  const output = spoolOutput({ stdout, spool, clock: deps.clock, grew: () => tellFollowers(parts) })
  stderr.on('data', (chunk: Buffer) => tail.append(chunk))
  return { child, input: createInput(parts.id, stdin), settled: untilSettled() }

  async function untilSettled(): Promise<void> {
    const { code, signal } = await exited
    await output.finished()
    stderr.destroy()
    const { why } = parts
    settle(deps, parts, { how: 'exited', code, signal, at: deps.clock.now(), ...(why && { why }) })
  }
}

function agentOf(deps: AgentDeps, parts: PipedParts): Agent {
  const { id, spool, tail, running } = parts
  let ending: Promise<number[]> | undefined
  return {
    id,
    spool,
    exit: () => parts.exit,
    describe: () => describe(parts),
    follow(heard) {
      parts.followers.add(heard)
      return () => {
        parts.followers.delete(heard)
        if (parts.exit && parts.followers.size === 0) spool.rest()
      }
    },
    async write(key, data) {
      if (!running) throw new IrisError('PIPE_AGENT_GONE', `${id} has ended.`)
      return running.input.write(key, data)
    },
    closeStdin: () => running?.input.close(),
    signal: (signal) => running?.child.signal(signal) ?? false,
    async end({ graceMs, why }) {
      if (!parts.exit) parts.why ??= why
      ending ??= endRest(parts, deps.clock, graceMs).finally(() => (ending = undefined))
      const left = await ending
      if (left.length === 0 && running) await settledWithin(running.settled, deps.clock)
      return left
    },
    stderr: () => tail.read(),
    remove: () => removeFiles(deps, parts),
  }
}

function describe({ id, record, spool, exit }: PipedParts): PipedAgent {
  const { identity } = record
  const who = identity === undefined ? {} : { identity, pid: pidOf(identity) }
  return { id, ...who, base: spool.base(), size: spool.size(), ...(exit && { exit }) }
}

function openFiles(folder: string, id: string): { spool: Spool; tail: StderrTail } {
  return { spool: openSpool(folder, id), tail: openStderrTail(join(folder, `${id}.err`)) }
}

function removeFiles({ records }: AgentDeps, { id, spool, tail }: PipedParts): void {
  spool.remove()
  tail.remove()
  records.remove(id)
}

/** Ends the agent's process if it still is the one recorded, and everything that descends from it or carries its mark. */
function endRest({ record }: PipedParts, clock: Clock, graceMs: number): Promise<number[]> {
  const { identity, mark } = record
  const pid = identity === undefined ? 0 : pidOf(identity)
  return endTree(pid, {
    graceMs,
    clock,
    ...(identity !== undefined && { identity }),
    ...(mark !== '' && { mark: `${agentMark}=${mark}` }),
  })
}

function settle(deps: AgentDeps, parts: PipedParts, exit: AgentExit): void {
  parts.exit = exit
  parts.tail.rest()
  try {
    deps.records.writeExit(parts.id, exit)
  } catch {
    // A full disk: the exit is known as long as this pipe lives, and reads as lost after that.
  }
  tellFollowers(parts)
  if (parts.followers.size === 0) parts.spool.rest()
}

function tellFollowers({ followers }: PipedParts): void {
  for (const heard of followers) heard()
}

/** The timer is cancelled: one that is left would keep a pipe alive after its last agent. */
async function settledWithin(settled: Promise<void>, clock: Clock): Promise<void> {
  let cancel = (): void => {}
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(settleMs, resolve)
  })
  await Promise.race([settled, late])
  cancel()
}
