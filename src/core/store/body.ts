import { deflateRawSync, inflateRawSync } from 'node:zlib'

const deflateAbove = 512

/** How a body is stored: as it is, or deflated. */
const encodings = { raw: 0, deflated: 1 } as const

export interface StoredBody {
  enc: number
  body: Uint8Array
}

export function encodeBody(data: unknown): StoredBody {
  const body = Buffer.from(JSON.stringify(data))
  if (body.length <= deflateAbove) return { enc: encodings.raw, body }
  return { enc: encodings.deflated, body: deflateRawSync(body, { level: 1 }) }
}

export function decodeBody(stored: StoredBody): unknown {
  const bytes = stored.enc === encodings.deflated ? inflateRawSync(stored.body) : Buffer.from(stored.body)
  return JSON.parse(bytes.toString('utf8'))
}
