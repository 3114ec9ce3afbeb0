import type { Socket } from 'node:net'
import { IrisError } from '../../../contract/plain.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf, systemCode } from '../../../platform/lib/index.ts'
import type { Agents } from './agents.ts'
import { createAttachments, type Reader } from './attachments.ts'
import { readFrames, sendFrame, type Frame } from './frames.ts'
import { protocolVersion, RequestHeader, type ReplyHeader, type Request } from './protocol.ts'
import { performOnAgent, type Answer } from './requests.ts'

/** What a connection works on. */
export interface ConnectionDeps {
  agents: Agents
  identity: string
  clock: Clock
  shutdown: () => void
}

/** Serves one client until its socket closes. */
export function serveConnection(deps: ConnectionDeps, socket: Socket): void {
  let isReady = true
  const reader: Reader = {
    isReady: () => isReady,
    piece: (n, offset, bytes) => send({ n, offset }, bytes),
    exit: (n, exit) => send({ n, exit }),
    broken: (n, error) => send({ n, error: toError(error) }),
  }
  const attachments = createAttachments(reader, deps.clock)

  readFrames(socket, (frame) => void answer(frame))
  socket.on('drain', () => {
    isReady = true
    socket.resume()
    attachments.pumpAll()
  })
  socket.on('close', () => attachments.close())

  async function answer(frame: Frame): Promise<void> {
    const parsed = RequestHeader.safeParse(frame.header)
    if (!parsed.success) {
      socket.destroy()
      return
    }
    const { n } = parsed.data
    try {
      const { ok, body } = await perform(n, parsed.data, frame.body)
      send({ n, ok }, body)
      attachments.pump(n)
    } catch (error) {
      send({ n, error: toError(error) })
    }
  }

  async function perform(n: number, request: Request, body: Buffer): Promise<Answer> {
    if (request.op === 'hello') {
      return { ok: { version: protocolVersion, pid: process.pid, identity: deps.identity } }
    }
    if (request.op === 'list') return { ok: { agents: deps.agents.list().map((agent) => agent.describe()) } }
    if (request.op === 'attach') {
      return { ok: { from: attachments.attach(n, deps.agents.get(request.id), request) } }
    }
    if (request.op === 'detach') {
      attachments.detach(request.attach)
      return { ok: {} }
    }
    if (request.op === 'shutdown') {
      // After the answer, which an early close would swallow.
      setImmediate(deps.shutdown)
      return { ok: {} }
    }
    return performOnAgent(deps.agents, request, body)
  }

  function send(header: ReplyHeader, body?: Buffer): void {
    if (socket.destroyed || sendFrame(socket, header, body)) return
    isReady = false
    // A client that does not read its answers is not heard either, so answers cannot pile up.
    socket.pause()
  }
}

function toError(error: unknown): { code: string; message: string } {
  if (error instanceof IrisError) return { code: error.code, message: error.message }
  const code = systemCode(error) === 'ENOSPC' ? 'DISK_FULL' : 'UNEXPECTED'
  return { code, message: messageOf(error) }
}
