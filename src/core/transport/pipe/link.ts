import type { Socket } from 'node:net'
import { IrisError, isErrorCode } from '../../../contract/plain.ts'
import { readFrames, sendFrame, type Frame } from './frames.ts'
import { Attached, ReplyHeader, type AgentExit, type Request } from './protocol.ts'

/** What is told about an attachment, in this order; the last two end it. */
export interface Follower {
  from(offset: number): void
  bytes(bytes: Buffer): void
  exit(exit: AgentExit): void
  failed(error: Error): void
}

/** Requests and answers over one socket. */
export interface Link {
  call(request: Request, body?: Buffer): Promise<{ ok: unknown; body: Buffer }>
  /** Attaches; the returned function loses interest. */
  follow(request: Request & { op: 'attach' }, follower: Follower): () => void
  closed: Promise<void>
  close(): void
}

interface Waiting {
  answered(ok: unknown, body: Buffer): void
  failed(error: Error): void
}

/** Speaks the pipe's protocol over a connected socket. */
export function createLink(socket: Socket): Link {
  const waiting = new Map<number, Waiting>()
  const followers = new Map<number, Follower>()
  let lastNumber = 0
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      for (const n of new Set([...waiting.keys(), ...followers.keys()])) fail(n, closedError())
      resolve()
    })
  })
  readFrames(socket, take)
  return { call, follow, closed, close: () => void socket.destroy() }

  function call(request: Request, body?: Buffer): Promise<{ ok: unknown; body: Buffer }> {
    return new Promise((resolve, reject) => {
      send(request, { answered: (ok, body) => resolve({ ok, body }), failed: reject }, body)
    })
  }

  function follow(request: Request & { op: 'attach' }, follower: Follower): () => void {
    const answered = (ok: unknown): void => follower.from(Attached.parse(ok).from)
    const n = send(request, { answered, failed: (error) => follower.failed(error) })
    if (waiting.has(n)) followers.set(n, follower)
    return () => {
      // Absent when the pipe told the end; otherwise it should stop sending, and if it is gone it has.
      if (followers.delete(n)) call({ op: 'detach', attach: n }).catch(() => {})
    }
  }

  function send(request: Request, wait: Waiting, body?: Buffer): number {
    lastNumber += 1
    if (socket.destroyed) {
      wait.failed(closedError())
    } else {
      waiting.set(lastNumber, wait)
      sendFrame(socket, { n: lastNumber, ...request }, body)
    }
    return lastNumber
  }

  function take({ header, body }: Frame): void {
    const reply = ReplyHeader.parse(header)
    const { n } = reply
    if ('offset' in reply) followers.get(n)?.bytes(body)
    else if ('error' in reply) fail(n, remoteError(reply.error))
    else if ('exit' in reply) {
      const follower = followers.get(n)
      followers.delete(n)
      follower?.exit(reply.exit)
    } else {
      const wait = waiting.get(n)
      waiting.delete(n)
      wait?.answered(reply.ok, body)
    }
  }

  function fail(n: number, error: Error): void {
    const concerned = waiting.get(n) ?? followers.get(n)
    waiting.delete(n)
    followers.delete(n)
    concerned?.failed(error)
  }
}

function remoteError({ code, message }: { code: string; message: string }): IrisError {
  return new IrisError(isErrorCode(code) ? code : 'UNEXPECTED', message)
}

function closedError(): IrisError {
  return new IrisError('PIPE_CLOSED', 'The connection to iris-pipe has ended.')
}
