import type { Readable } from 'node:stream'
import { systemClock } from '../clock/index.ts'
import { startProcess, type Command, type Exit } from './start.ts'
import { endTree } from './tree.ts'
import { within } from './within.ts'

const endGraceMs = 500
const streamsGraceMs = 500

/** A short command: what to run and how much of it we put up with. */
export interface ShortCommand extends Command {
  timeoutMs: number
  /** Bytes kept of each stream; the rest is read and dropped. */
  maxOutput?: number
  /** What stdin gets, which is closed after it. */
  input?: string | Uint8Array
  /** Ends the command before its time. */
  signal?: AbortSignal
}

/** What a short command left behind. */
export interface Outcome extends Exit {
  stdout: string
  stderr: string
  timedOut: boolean
}

/** Runs a command to its end, or ends it with its whole tree at the time limit. */
export async function runToEnd(options: ShortCommand): Promise<Outcome> {
  const child = await startProcess(options)
  const limit = options.maxOutput ?? 4 * 1024 * 1024
  const stdout = collect(child.stdout, limit)
  const stderr = collect(child.stderr, limit)
  child.stdin.end(options.input ?? '')

  let ending: Promise<unknown> | undefined
  let timedOut = false
  const end = (): void => {
    ending ??= endTree(child.pid, { graceMs: endGraceMs, clock: systemClock })
  }
  const cancel = systemClock.after(options.timeoutMs, () => {
    timedOut = true
    end()
  })
  options.signal?.addEventListener('abort', end, { once: true })
  if (options.signal?.aborted) end()
  const exit = await child.exited
  cancel()
  options.signal?.removeEventListener('abort', end)
  await ending
  // A background grandchild may hold the streams open for ever; what it prints later is not this command's output.
  await within(streamsGraceMs, Promise.all([stdout.ended, stderr.ended]))
  child.stdout.destroy()
  child.stderr.destroy()
  return { ...exit, stdout: stdout.text(), stderr: stderr.text(), timedOut }
}

function collect(stream: Readable, limit: number): { text(): string; ended: Promise<void> } {
  const chunks: Buffer[] = []
  let room = limit
  stream.on('data', (chunk: Buffer) => {
    if (room <= 0) return
    chunks.push(chunk.subarray(0, room))
    room -= chunk.length
  })
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve)
  })
  return { text: () => Buffer.concat(chunks).toString('utf8'), ended }
}
