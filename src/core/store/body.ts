import { deflateRawSync, inflateRawSync } from 'node:zlib'

const deflateAbove = 512

/** How a body is stored: as it is, or deflated. */
const encodings = { raw: 0, deflated: 1 } as const

export interface StoredBody {
  enc: number
  body: Uint8Array
}

/** A body to be stored, and its size before it was deflated. */
export interface EncodedBody extends StoredBody {
  size: number
}

export function encodeBody(data: unknown): EncodedBody {
  const body = Buffer.from(JSON.stringify(data))
  const size = body.length
  if (size <= deflateAbove) return { enc: encodings.raw, body, size }
  return { enc: encodings.deflated, body: deflateRawSync(body, { level: 1 }), size }
}

export function decodeBody(stored: StoredBody): unknown {
  const bytes = stored.enc === encodings.deflated ? inflate(stored.body) : Buffer.from(stored.body)
  return JSON.parse(bytes.toString('utf8'))
}

/** The output buffer is sized to what a body usually inflates to; the default of 16 KiB costs more than the work. */
function inflate(body: Uint8Array): Buffer {
  return inflateRawSync(body, { chunkSize: Math.min(Math.max(body.length * 3, 1024), 65_536) })
}
