import type { Client } from '../../../client/index.ts'
import { bridgeWords, exitCodes, type Message, type MessageId } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { harmless, harmlessInLine } from '../output.ts'
import { table } from '../table.ts'

const slice = 200

/** Says when what is written here does not reach the server that rooms are also on. */
export async function noteBridge({ output }: CommandContext, client: Client): Promise<void> {
  const state = await client.call('readBridge', {})
  const words = bridgeWords(state)
  if (words) output.note(output.paint('yellow', harmlessInLine(`${words} ${state.reason ?? ''}`.trim())))
}

/** Shows the newest messages, and says which was the last. */
export async function newest(
  context: CommandContext,
  client: Client,
  { room, limit = 20 }: { room: string; limit?: number },
): Promise<number> {
  const { messages, cursor } = await client.call('readMessages', { channel: room, limit })
  for (const message of messages) print(context, message)
  return messages.length === 0 ? 0 : cursor
}

/** Every later message in order, none twice: the log says that there is something, the room what. */
export async function follow(
  client: Client,
  of: { room: string; after: number; show: (message: Message) => void; signal?: AbortSignal },
): Promise<void> {
  let { after } = of
  const { channel } = await client.call('getChannel', { channel: of.room })
  const { events } = await client.call('getStatus', {})
  await catchUp()
  try {
    const stream = {
      after: events,
      types: ['message.posted' as const],
      ...(of.signal ? { signal: of.signal } : {}),
    }
    for await (const { data } of client.events(stream)) if (isIn(data, channel.channel)) await catchUp()
  } catch (error) {
    if (!of.signal?.aborted) throw error
  }

  async function catchUp(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const read = await client.call('readMessages', { channel: of.room, after, limit: slice })
      for (const message of read.messages) of.show(message)
      after = Math.max(after, read.cursor)
      ;({ hasMore } = read)
    }
  }
}

function isIn(data: unknown, channel: string): boolean {
  return typeof data === 'object' && data !== null && 'channel' in data && data.channel === channel
}

export async function listRooms(
  context: CommandContext,
  { archived = false }: { archived?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { channels } = await client.call('listChannels', { archived })
  await noteBridge(context, client)
  output.result({ channels }, () => {
    const heading = ['Room', 'Unread', 'Mentions', 'Members', 'Topic']
    const rows = channels.map(({ name, unread, mentions, members, topic }) => [
      harmlessInLine(name),
      unread === 0 ? '' : String(unread),
      mentions === 0 ? '' : String(mentions),
      String(members),
      harmlessInLine(topic),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

export async function sendMessage(
  context: CommandContext,
  { room, words, replyTo }: { room: string; words: readonly string[]; replyTo?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  // The daemon checks that it is one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const reply = replyTo === undefined ? {} : { replyTo: replyTo as MessageId }
  const posted = await client.call('postMessage', { channel: room, body: words.join(' '), ...reply })
  context.output.result(posted, () => context.output.line(`Posted ${posted.message}.`))
  return exitCodes.ok
}

export async function readRoom(
  context: CommandContext,
  room: string,
  options: { unread?: boolean; after?: string; limit: string; ack?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const limit = wholeNumber('--limit', options.limit)
  const from = options.after === undefined ? {} : { after: wholeNumber('--after', options.after) }
  const read = await client.call('readMessages', {
    channel: room,
    limit,
    unread: options.unread ?? false,
    ...from,
  })
  output.result(read, () => {
    for (const message of read.messages) print(context, message)
    const isForwards = options.unread || options.after !== undefined
    if (read.hasMore && isForwards) output.note(`There is more: --after ${read.cursor}`)
  })
  if (options.ack) await client.call('markRead', { channel: room, upTo: read.cursor })
  return exitCodes.ok
}

export async function tailRoom(
  context: CommandContext,
  room: string,
  options: { limit: string },
): Promise<number> {
  const client = await connectOrStart(context)
  const after = await newest(context, client, {
    room,
    limit: wholeNumber('--limit', options.limit),
  })
  await follow(client, { room, after, show: (message) => print(context, message) })
  return exitCodes.ok
}

export async function searchRooms(
  context: CommandContext,
  words: readonly string[],
  { room, limit }: { room?: string; limit: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const query = { words: words.join(' '), limit: wholeNumber('--limit', limit) }
  const answer = await client.call('searchMessages', {
    ...query,
    ...(room === undefined ? {} : { channel: room }),
  })
  output.result(answer, () => {
    if (answer.found.length === 0) output.line('Nothing was found.')
    for (const { channel, author, at, snippet } of answer.found) {
      const shown = harmlessInLine(snippet.replaceAll('\u0002', '').replaceAll('\u0003', ''))
      output.line(`${clock(at)} ${harmlessInLine(channel)} ${harmlessInLine(author)}: ${shown}`)
    }
  })
  return exitCodes.ok
}

/** What was said is text: nothing in it reaches the terminal as an order. */
export function print({ output }: CommandContext, message: Message): void {
  if (output.json) return output.result(message, () => undefined)
  const { at, author, via, form, body } = message
  const name = output.paint(form === 'notice' ? 'dim' : 'bold', nameOf(author, via))
  const [first = '', ...rest] = harmless(body).split('\n')
  output.line(`${output.paint('dim', clock(at))} ${form === 'action' ? `* ${name}` : `${name}:`} ${first}`)
  for (const line of rest) output.line(`      ${line}`)
}

const nameOf = (author: string, via: string | null): string =>
  harmlessInLine(via === null ? author : `${author} (through ${via})`)

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 5)
}
