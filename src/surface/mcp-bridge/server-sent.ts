import { partsOf, type Answer } from '../../client/index.ts'
import { IrisError } from '../../contract/plain.ts'

const maxEvent = 64 * 1024 * 1024

/** The data of each server-sent event of a response. */
export async function* dataOf(body: NonNullable<Answer['body']>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of partsOf(body)) {
    const text = decoder.decode(part, { stream: true }).replaceAll('\r', '')
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > maxEvent)
      throw new IrisError('BODY_TOO_LARGE', 'Iris sent a message that is too long to forward.')
    for (const block of blocks) yield* dataIn(block)
  }
}

/** A block without data is a heartbeat. */
function dataIn(block: string): string[] {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'))
  const data = lines.map((line) => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n')
  return data === '' ? [] : [data]
}
