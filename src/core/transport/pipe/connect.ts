import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { errorIn, IrisError } from '../../../contract/plain.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { entryPoint, startReporting, type Environment } from '../../../platform/process/index.ts'
import { isOwnPlace } from '../../../platform/socket/index.ts'
import { openPipeFolder, readAddress } from './address.ts'
import { createPipe, type Pipe } from './client.ts'
import { protocolVersion } from './protocol.ts'

const retryMs = 10
const restartMs = 200

/** Which pipe to reach, and what to do when it is absent. */
export interface ConnectOptions {
  home: string
  /** Start iris-pipe when none answers. */
  start: boolean
  /** The environment of iris-pipe itself; agents get their own. */
  env: Environment
  /** How long a start and the first answer may take. */
  timeoutMs?: number
}

/** Connects to the pipe of a home, starting it when absent and asked to. */
export async function connectPipe(options: ConnectOptions): Promise<Pipe> {
  const home = resolve(options.home)
  const deadline = systemClock.steady() + (options.timeoutMs ?? 15_000)
  const present = await reach(home, deadline)
  if (present) return present
  if (!options.start) throw new IrisError('PIPE_UNREACHABLE', `No iris-pipe answers for ${home}.`)
  return startAndReach(home, options.env, deadline)
}

async function startAndReach(home: string, env: Environment, deadline: number): Promise<Pipe> {
  const logFile = join(await openPipeFolder(home), 'pipe.log')
  const { command, args } = entryPoint('core/transport/pipe/main')
  const start = { command, args: [...args, home], cwd: '/', env, logFile }
  let started = await startReporting(start)
  while (systemClock.steady() < deadline) {
    const pipe = await reach(home, deadline)
    if (pipe) return pipe
    const exit = await Promise.race([started.exited, pause(retryMs)])
    if (!exit) continue
    if (exit.code !== 0) {
      const reason = errorIn(await started.lastReport())
      throw reason ?? new IrisError('PIPE_UNREACHABLE', `iris-pipe did not start: ${await lastLine(logFile)}`)
    }
    // It left with 0 because another pipe was there first; that one is about to answer, or was about to leave.
    await pause(restartMs)
    started = await startReporting(start)
  }
  throw new IrisError('PIPE_UNREACHABLE', `iris-pipe did not answer in time. See ${logFile}.`)
}

async function reach(home: string, deadline: number): Promise<Pipe | undefined> {
  const address = await readAddress(home)
  // What a pipe is told holds the secrets of agents: nobody else may listen there.
  const isOurs = address !== undefined && (await isOwnPlace(address, join(home, 'pipe')))
  const pipe = isOurs ? await dial(address) : undefined
  if (!pipe) return undefined
  const cancel = systemClock.after(Math.max(0, deadline - systemClock.steady()), () => pipe.close())
  try {
    const { version } = await pipe.hello()
    if (version === protocolVersion) return pipe
    throw new IrisError(
      'PIPE_INCOMPATIBLE',
      `iris-pipe speaks version ${version}, this Iris ${protocolVersion}.`,
    )
  } catch (error) {
    pipe.close()
    if (error instanceof IrisError && error.code === 'PIPE_CLOSED') return undefined
    throw error
  } finally {
    cancel()
  }
}

function dial(address: string): Promise<Pipe | undefined> {
  return new Promise((settle) => {
    const socket = connect(address)
    // Nobody listens: the pipe was never started, or was killed.
    socket.once('error', () => settle(undefined))
    socket.once('connect', () => settle(createPipe(socket)))
  })
}

async function lastLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trim().split('\n').at(-1) || 'it gave no reason.'
}

function pause(ms: number): Promise<undefined> {
  return new Promise((settle) => {
    setTimeout(() => settle(undefined), ms)
  })
}
