import { IrisError } from '../../contract/plain.ts'

const longestEvent = 64 * 1024 * 1024

/** The data of each server-sent event of a response. */
export async function* dataOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value.replaceAll('\r', '')).split('\n\n')
      rest = blocks.pop() ?? ''
      if (rest.length > longestEvent)
        throw new IrisError('BODY_TOO_LARGE', 'Iris sent a message that is too long to forward.')
      for (const block of blocks) yield* dataIn(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A block without data is a heartbeat. */
function dataIn(block: string): string[] {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'))
  const data = lines.map((line) => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n')
  return data === '' ? [] : [data]
}
