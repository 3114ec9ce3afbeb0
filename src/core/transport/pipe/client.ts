import type { Socket } from 'node:net'
import { Observable, type Subscriber } from 'rxjs'
import type { z } from 'zod'
import { IrisError } from '../../../contract/plain.ts'
import { maxBody } from './frames.ts'
import { lineCutter, type Line, type LineCutter } from './lines.ts'
import { createLink, type Follower } from './link.ts'
import {
  Ended,
  Hello,
  Listed,
  Signalled,
  Spawned,
  Written,
  type AgentExit,
  type AgentSignal,
  type PipedAgent,
  type Request,
  type Spawn,
  type Why,
} from './protocol.ts'

const maxLine = 64 * 1024 * 1024

/** What an attachment gives: each line once, then how the agent ended. */
export type PipedOutput = Line | { exit: AgentExit }

/** A connection to iris-pipe. Every promise fails with PIPE_CLOSED when it ends. */
export interface Pipe {
  hello(): Promise<Hello>
  /** Starts an agent under an id that was never used. */
  spawn(agent: Omit<Spawn, 'op'>): Promise<{ pid: number; identity: string }>
  /** Resolves when the agent's stdin took the data; a key is applied once. */
  write(write: { id: string; key: string; data: string | Buffer }): Promise<{ repeated: boolean }>
  closeStdin(id: string): Promise<void>
  /** False when the agent has gone. */
  signal(id: string, signal: AgentSignal): Promise<boolean>
  /** Ends the agent and everything it started; gives the pids that would not go. */
  end(id: string, options: { graceMs: number; why?: Why }): Promise<number[]>
  list(): Promise<PipedAgent[]>
  /**
   * Everything the agent printed from a byte offset on (the `next` of the last line seen), then live, then its exit.
   * Lines that begin like one of `patient` may come a few milliseconds later, with others.
   */
  attach(id: string, offset: number, patient?: readonly string[]): Observable<PipedOutput>
  /** The last 256 KiB of the agent's stderr. */
  stderr(id: string): Promise<string>
  /** Gives back the spool before an offset that was recorded elsewhere. */
  trim(id: string, before: number): Promise<void>
  /** Deletes everything about an agent that has exited. */
  forget(id: string): Promise<void>
  /** Ends every agent, then the pipe. */
  shutdown(): Promise<void>
  /** Resolves when the connection has ended, whoever ended it. */
  closed: Promise<void>
  /** Ends the connection; the pipe and its agents go on. */
  close(): void
}

/** The pipe at the other end of a connected socket. */
export function createPipe(socket: Socket): Pipe {
  const link = createLink(socket)
  return {
    hello: () => ask(Hello, { op: 'hello' }),
    spawn: (agent) => ask(Spawned, { op: 'spawn', ...agent }),
    write: async ({ id, key, data }) => ask(Written, { op: 'write', id, key }, bodyOf(data)),
    closeStdin: (id) => command({ op: 'closeStdin', id }),
    signal: async (id, signal) => (await ask(Signalled, { op: 'signal', id, signal })).sent,
    end: async (id, options) => (await ask(Ended, { op: 'end', id, ...options })).left,
    list: async () => (await ask(Listed, { op: 'list' })).agents,
    attach: (id, offset, patient = []) =>
      new Observable((subscriber) =>
        link.follow({ op: 'attach', id, offset, patient: [...patient] }, lineFollower(subscriber)),
      ),
    stderr: async (id) => (await link.call({ op: 'stderr', id })).body.toString('utf8'),
    trim: (id, before) => command({ op: 'trim', id, before }),
    forget: (id) => command({ op: 'forget', id }),
    async shutdown() {
      await command({ op: 'shutdown' })
      await link.closed
    },
    closed: link.closed,
    close: () => link.close(),
  }

  async function command(request: Request): Promise<void> {
    await link.call(request)
  }

  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    request: Request,
    body?: Buffer,
  ): Promise<z.infer<Shape>> {
    const { ok } = await link.call(request, body)
    const parsed = shape.safeParse(ok)
    if (parsed.success) return parsed.data
    throw new IrisError('PIPE_INCOMPATIBLE', `iris-pipe answered ${request.op} in an unknown way.`)
  }
}

function lineFollower(subscriber: Subscriber<PipedOutput>): Follower {
  let lines: LineCutter | undefined
  return {
    from(offset) {
      lines = lineCutter({ offset, maxLine, take: (line) => subscriber.next(line) })
    },
    bytes: (bytes) => lines?.push(bytes),
    exit(exit) {
      lines?.end()
      subscriber.next({ exit })
      subscriber.complete()
    },
    failed: (error) => subscriber.error(error),
  }
}

function bodyOf(data: string | Buffer): Buffer {
  const body = typeof data === 'string' ? Buffer.from(data) : data
  if (body.length <= maxBody) return body
  throw new IrisError('BODY_TOO_LARGE', `${body.length} bytes are too many for one write to an agent.`)
}
