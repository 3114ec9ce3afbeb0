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

/** Rows of a page with what their bodies hold, and whether some were left out for their size. */
export interface DecodedRows<Row> {
  decoded: { row: Row; data: unknown }[]
  isCut: boolean
}

/**
 * As many rows as have `maxChars` together, but one at least; hardly more are taken than that.
 * To set zlib up costs more than to inflate 2 KB, so it is done once for many.
 */
export function decodeRows<Row extends StoredBody>(rows: Iterable<Row>, maxChars: number): DecodedRows<Row> {
  const decoded: DecodedRows<Row>['decoded'] = []
  let chars = 0
  for (const stroke of strokes(rows)) {
    const texts = textsOf(stroke)
    for (const [place, row] of stroke.entries()) {
      const text = texts[place] ?? ''
      chars += text.length
      if (chars > maxChars && decoded.length > 0) return { decoded, isCut: true }
      decoded.push({ row, data: JSON.parse(text) })
    }
  }
  return { decoded, isCut: false }
}

/** So many at once that it is worth it, and not more than it takes. */
function* strokes<Row extends StoredBody>(rows: Iterable<Row>): Generator<Row[], void> {
  let stroke: Row[] = []
  let size = 0
  for (const row of rows) {
    stroke.push(row)
    size += row.body.length
    if (size < strokeSize) continue
    yield stroke
    stroke = []
    size = 0
  }
  if (stroke.length > 0) yield stroke
}

function textsOf(stroke: readonly StoredBody[]): string[] {
  const lines = inflateLines(stroke.filter(({ enc }) => enc === encodings.deflatedLine)).values()
  return stroke.map((stored) => textOf(stored) ?? lines.next().value ?? '')
}

function textOf({ enc, body }: StoredBody): string | undefined {
  if (enc === encodings.deflatedLine) return undefined
  return (enc === encodings.deflated ? inflate(body) : Buffer.from(body)).toString('utf8')
}

function inflateLines(lines: readonly StoredBody[]): string[] {
  if (lines.length === 0) return []
  const text = inflate(Buffer.concat(lines.map(({ body }) => body))).toString('utf8')
  return text.split('\n').slice(0, lines.length)
}

/** The output buffer is sized to what bodies usually inflate to; the default of 16 KiB costs more than the work of a small one. */
function inflate(bytes: Uint8Array): Buffer {
  const chunkSize = Math.min(Math.max(bytes.length * 3, 1024), 262_144)
  return inflateRawSync(bytes, { chunkSize, finishFlush: constants.Z_SYNC_FLUSH })
}
