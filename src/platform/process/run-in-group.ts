import type { Readable } from 'node:stream'
import { systemClock } from '../clock/index.ts'
import { isOfThisBoot, pidOf, processIdentity } from './identity.ts'
import { startProcess, type Command, type Exit } from './start.ts'
import { startOf } from './table.ts'
import { endTree } from './tree.ts'
import { within } from './within.ts'

const endGraceMs = 2000
const streamsGraceMs = 500

/** A command that is given a group of its own, and nothing of which may be left. */
export interface GroupCommand extends Command {
  timeoutMs: number
  /** `NAME=value` that is put into its environment, by which all it starts is known again (Linux). */
  mark: string
  /** Where each piece of its output goes; the next one is read when that is done. It does not reject. */
  onOutput: (stream: 'stdout' | 'stderr', chunk: Buffer) => Promise<void> | void
  /** It runs, and this is who it is. */
  onStart?: (identity: string | undefined) => void
  /** Ends it before its time. */
  signal?: AbortSignal
}

/** How such a command ended. */
export interface GroupOutcome extends Exit {
  timedOut: boolean
  /** Processes that would not go; normally none. */
  left: number[]
}

/** Runs a command as the leader of a session of its own; when this settles, all that it started has been ended. */
export async function runInGroup(options: GroupCommand): Promise<GroupOutcome> {
  const [name = '', ...value] = options.mark.split('=')
  const env = { ...options.env, [name]: value.join('=') }
  const child = await startProcess({ ...options, env, detached: true })
  const leader: Leader = {
    pid: child.pid,
    identity: processIdentity(child.pid),
    since: startOf(child.pid),
  }
  options.onStart?.(leader.identity)
  child.stdin.end()
  const read = [
    passOn(child.stdout, (chunk) => options.onOutput('stdout', chunk)),
    passOn(child.stderr, (chunk) => options.onOutput('stderr', chunk)),
  ]
  const { timedOut, exit } = await endedOrEnd(child, leader, options)
  const left = await endAll(options.mark, leader)
  // What is in the pipes still comes; who holds them open after that is not waited for.
  await within(streamsGraceMs, Promise.all(read))
  child.stdout.destroy()
  child.stderr.destroy()
  await Promise.all(read)
  return { ...exit, timedOut, left }
}

/** Ends what is left of a group by its mark, and by the identity of its leader where that is known. */
export async function endGroup(mark: string, leader: string | undefined): Promise<number[]> {
  // After a restart of the machine its number says nothing.
  const isKnown = leader !== undefined && isOfThisBoot(leader)
  return endAll(mark, isKnown ? { pid: pidOf(leader), identity: leader } : { pid: 0, identity: undefined })
}

/** The first process of a group. */
interface Leader {
  pid: number
  identity: string | undefined
  since?: number | undefined
}

function endAll(mark: string, { pid, identity, since }: Leader): Promise<number[]> {
  return endTree(pid, {
    graceMs: endGraceMs,
    clock: systemClock,
    mark,
    everyone: true,
    ...(identity !== undefined && { identity }),
    ...(since !== undefined && { since }),
  })
}

const nothing: Exit = { code: null, signal: null }

async function endedOrEnd(
  child: { exited: Promise<Exit> },
  leader: Leader,
  options: GroupCommand,
): Promise<{ timedOut: boolean; exit: Exit }> {
  const { timeoutMs, signal, mark } = options
  let timedOut = false
  let ending: Promise<unknown> | undefined
  let giveUp: (exit: Exit) => void = () => {}
  const givenUp = new Promise<Exit>((resolve) => void (giveUp = resolve))
  // One that cannot be killed, such as in a system call that hangs, is not waited for.
  const end = (): void => {
    ending ??= endAll(mark, leader).then(() => systemClock.after(streamsGraceMs, () => giveUp(nothing)))
  }
  const cancel = systemClock.after(timeoutMs, () => {
    timedOut = true
    end()
  })
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  const exit = await Promise.race([child.exited, givenUp])
  cancel()
  signal?.removeEventListener('abort', end)
  await ending
  return { timedOut, exit }
}

/** Hands on what comes, piece by piece; settles when the stream has ended or was given up, never rejects. */
async function passOn(stream: Readable, handOn: (chunk: Buffer) => Promise<void> | void): Promise<void> {
  try {
    for await (const chunk of stream) await handOn(chunk)
  } catch {
    // The stream was given up with its process.
  }
}
