/** The part of `fetch` that the client needs, so that a program in a hurry can bring something lighter. */
export type Send = (url: URL, init: SendOptions) => Promise<Answer>

/** One request. */
export interface SendOptions {
  method?: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** What came back; a `Response` is one. */
export interface Answer {
  ok: boolean
  status: number
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
  body: Body | null
}

/** Bytes as they come. */
export type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** The parts of a body; not every browser can iterate over a stream. */
export async function* partsOf(body: Body): AsyncGenerator<Uint8Array, void, undefined> {
  if (!('getReader' in body)) {
    yield* body
    return
  }
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
