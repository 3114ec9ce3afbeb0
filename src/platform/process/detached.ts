import { open } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'
import { spawned, type Command, type RunningProcess } from './start.ts'

/** A background process of ours that may report to us until it ends or lets go. */
export interface ReportingProcess extends RunningProcess {
  /** What it reported last, once it has ended or let go; undefined when it had nothing to say. */
  lastReport(): Promise<unknown>
}

/** Starts a background process that outlives us: own session, no stdin, stdout and stderr appended to `logFile`. */
export async function startDetached(options: Command & { logFile: string }): Promise<RunningProcess> {
  return (await start(options, [])).running
}

/** The same for a program that calls `report`: its words come by a channel, so that no disk has to have room for them. */
export async function startReporting(options: Command & { logFile: string }): Promise<ReportingProcess> {
  const { child, running } = await start(options, ['ipc'])
  let last: unknown
  child.on('message', (message) => (last = message))
  // Words may still be on their way when it has ended.
  const ended = new Promise<unknown>((resolve) => void child.once('disconnect', () => resolve(last)))
  // A starter that has heard enough may leave; one that waits for the words must not.
  child.channel?.unref()
  return { ...running, lastReport: () => (child.channel?.ref(), ended) }
}

async function start(
  options: Command & { logFile: string },
  channel: ['ipc'] | [],
): Promise<{ child: ChildProcess; running: RunningProcess }> {
  const log = await open(options.logFile, 'a', 0o600)
  try {
    const started = await spawned({ ...options, detached: true }, ['ignore', log.fd, log.fd, ...channel])
    started.child.unref()
    return started
  } finally {
    await log.close()
  }
}

/** Tells whoever started us by `startReporting`, if it still listens, and lets go of it. */
export async function report(message?: object): Promise<void> {
  if (!process.connected) return
  // Whoever has gone meanwhile needs no words.
  if (message) await new Promise<void>((told) => process.send?.(message, undefined, undefined, () => told()))
  if (process.connected) process.disconnect()
}
