import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

const deflateAbove = 512
/** Fixed codes: a quarter more bytes than codes of its own for each body, in two thirds of the time, and half when read. */
const deflating = { level: 1, strategy: constants.Z_FIXED, finishFlush: constants.Z_SYNC_FLUSH }
/** Bodies are inflated together up to about this many stored bytes. */
const strokeSize = 65_536

/**
 * How a body is stored: as it is; deflated as a stream of its own (by older versions); or as a line of JSON
 * deflated without an end, so that several of them, one behind the other, are one stream.
 */
const encodings = { raw: 0, deflated: 1, deflatedLine: 2 } as const

export interface StoredBody {
  enc: number
  body: Uint8Array
}

/** A body to be stored, and its size before it was deflated. */
export interface EncodedBody extends StoredBody {
  size: number
}

export function encodeBody(data: unknown): EncodedBody {
  const text = JSON.stringify(data)
  const size = Buffer.byteLength(text)
  if (size <= deflateAbove) return { enc: encodings.raw, body: Buffer.from(text), size }
  const body = deflateRawSync(`${text}\n`, deflating)
  return { enc: encodings.deflatedLine, body, size }
}

/**
 * The bodies of a page, as many as have `mostChars` together, but one at least; what is beyond is not inflated.
 * To set zlib up costs more than to inflate 2 KB, so it is done once for many.
 */
export function decodeBodies(page: readonly StoredBody[], mostChars: number): unknown[] {
  const texts = inflated(page.filter(({ enc }) => enc === encodings.deflatedLine))
  const bodies: unknown[] = []
  let chars = 0
  for (const stored of page) {
    const text = textOf(stored) ?? texts.next().value ?? ''
    chars += text.length
    if (chars > mostChars && bodies.length > 0) break
    bodies.push(JSON.parse(text))
  }
  return bodies
}

function* inflated(lines: readonly StoredBody[]): Generator<string, undefined> {
  for (const stroke of strokes(lines)) yield* inflateLines(stroke)
  return undefined
}

function textOf({ enc, body }: StoredBody): string | undefined {
  if (enc === encodings.deflatedLine) return undefined
  return (enc === encodings.deflated ? inflate(body) : Buffer.from(body)).toString('utf8')
}

function strokes(bodies: readonly StoredBody[]): StoredBody[][] {
  const all: StoredBody[][] = []
  let room = 0
  for (const stored of bodies) {
    if (room <= 0) {
      all.push([])
      room = strokeSize
    }
    all.at(-1)?.push(stored)
    room -= stored.body.length
  }
  return all
}

function inflateLines(stroke: readonly StoredBody[]): string[] {
  const text = inflate(Buffer.concat(stroke.map(({ body }) => body))).toString('utf8')
  return text.split('\n').slice(0, stroke.length)
}

/** The output buffer is sized to what bodies usually inflate to; the default of 16 KiB costs more than the work of a small one. */
function inflate(bytes: Uint8Array): Buffer {
  const chunkSize = Math.min(Math.max(bytes.length * 3, 1024), 262_144)
  return inflateRawSync(bytes, { chunkSize, finishFlush: constants.Z_SYNC_FLUSH })
}
