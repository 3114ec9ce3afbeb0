import type { Socket } from 'node:net'

const prefixBytes = 8
const maxHeader = 4 * 1024 * 1024

/** The longest body of one frame. */
export const maxBody = 16 * 1024 * 1024

/** A header and the bytes that belong to it. */
export interface Frame {
  header: unknown
  body: Buffer
}

/** Sends one frame; false when the socket wants us to wait for its 'drain'. */
export function sendFrame(socket: Socket, header: unknown, body?: Buffer): boolean {
  const text = Buffer.from(JSON.stringify(header))
  const prefix = Buffer.allocUnsafe(prefixBytes)
  prefix.writeUInt32BE(text.length, 0)
  prefix.writeUInt32BE(body?.length ?? 0, 4)
  socket.cork()
  socket.write(prefix)
  let ready = socket.write(text)
  if (body && body.length > 0) ready = socket.write(body)
  socket.uncork()
  return ready
}

/** Hands on every frame that arrives; a peer that sends anything else is cut off, for there is no way to find the next frame. */
export function readFrames(socket: Socket, take: (frame: Frame) => void): void {
  const read = frameReader(take)
  // The close that follows an error says all there is to say.
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      socket.destroy()
    }
  })
}

/** A function that takes bytes as they arrive and hands on whole frames; throws at one that is malformed or too long. */
function frameReader(take: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let held = 0
  let needed = prefixBytes

  return (chunk) => {
    chunks.push(chunk)
    held += chunk.length
    // Joined only when a frame can be complete: joining at every chunk would copy a long frame again and again.
    if (held < needed) return
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, held)
    for (needed = frameLength(bytes); bytes.length >= needed; needed = frameLength(bytes)) {
      take(parseFrame(bytes, needed))
      bytes = bytes.subarray(needed)
    }
    chunks = bytes.length > 0 ? [bytes] : []
    held = bytes.length
  }
}

/** Bytes of the frame that `bytes` begins with; of its prefix, while that is incomplete. */
function frameLength(bytes: Buffer): number {
  if (bytes.length < prefixBytes) return prefixBytes
  const header = bytes.readUInt32BE(0)
  const body = bytes.readUInt32BE(4)
  if (header > maxHeader || body > maxBody)
    throw new Error(`a frame of ${header} + ${body} bytes is too long`)
  return prefixBytes + header + body
}

function parseFrame(bytes: Buffer, end: number): Frame {
  const bodyStart = prefixBytes + bytes.readUInt32BE(0)
  const header: unknown = JSON.parse(bytes.toString('utf8', prefixBytes, bodyStart))
  return { header, body: bytes.subarray(bodyStart, end) }
}
