import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { IrisError } from '../../contract/plain.ts'
import { messageOf, systemCode } from '../lib/index.ts'

/** What to run, where, and with exactly which environment. */
export interface Command {
  command: string
  args: readonly string[]
  cwd: string
  env: Environment
}

/** Environment variables; undefined ones are left out. */
export type Environment = Readonly<Record<string, string | undefined>>

/** How a process ended: by itself with a code, or by a signal. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A process that was started; `exited` never rejects. */
export interface RunningProcess {
  pid: number
  exited: Promise<Exit>
  /** Sends a signal; false when the process has gone. */
  signal(signal: NodeJS.Signals): boolean
}

/** A process whose three streams are ours. `exited` may settle before stdout and stderr have ended. */
export interface PipedProcess extends RunningProcess {
  stdin: Writable
  stdout: Readable
  stderr: Readable
}

/** Options of a start; a detached process leads its own session. */
export interface StartOptions extends Command {
  detached?: boolean
}

/** Starts a process; rejects with PROCESS_DID_NOT_START, and never throws after that. */
export function startProcess(options: StartOptions & { stdio?: 'pipe' }): Promise<PipedProcess>
export function startProcess(options: StartOptions & { stdio: 'inherit' | 'ignore' }): Promise<RunningProcess>
export async function startProcess(
  options: StartOptions & { stdio?: 'pipe' | 'inherit' | 'ignore' },
): Promise<RunningProcess | PipedProcess> {
  const { child, running } = await spawned(options, options.stdio ?? 'pipe')
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) return running
  // A write after the child has gone fails with EPIPE; `exited` already tells that story.
  stdin.on('error', ignore)
  stdout.on('error', ignore)
  stderr.on('error', ignore)
  return { ...running, stdin, stdout, stderr }
}

/** Spawns and waits for the system's word that the program runs. */
export async function spawned(
  options: StartOptions,
  stdio: 'pipe' | 'inherit' | 'ignore' | ('ignore' | 'ipc' | number)[],
): Promise<{ child: ChildProcess; running: RunningProcess }> {
  const { command, args, cwd, env, detached = false } = options
  try {
    const child = spawn(command, args, { cwd, env: { ...env }, detached, stdio, windowsHide: true })
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
    })
    const pid = await started(child)
    return { child, running: { pid, exited, signal: (signal) => child.kill(signal) } }
  } catch (cause) {
    throw new IrisError('PROCESS_DID_NOT_START', reason(options, cause), { cause })
  }
}

function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    // Stays attached: a later failed kill is also told as 'error', and must not end us.
    child.on('error', reject)
    child.once('spawn', () => {
      if (child.pid === undefined) reject(new Error('it has no process id'))
      else resolve(child.pid)
    })
  })
}

function reason({ command, cwd }: Command, cause: unknown): string {
  const code = systemCode(cause)
  if (code === 'ENOENT' && !existsSync(cwd))
    return `Could not start ${command}: the folder ${cwd} does not exist.`
  if (code === 'ENOENT') return `Could not start ${command}: there is no such command.`
  if (code === 'EACCES')
    return `Could not start ${command}: it is not executable, or ${cwd} may not be entered.`
  if (code === 'E2BIG') return `Could not start ${command}: its arguments and environment are too long.`
  return `Could not start ${command}: ${messageOf(cause)}.`
}

function ignore(): void {}
