import { z } from 'zod'
import { calls, fencingPrompt, toldMessage, toldTopic, type Operations } from '../../contract/index.ts'
import { defineTool, hints, type Role } from './tool.ts'

/** Both can change something (`ack`, `join`), so they are not for those who only look. */
const talkers = ['human', 'agent', 'worker', 'delegate'] as const satisfies readonly Role[]
const { readMessages, listChannels, getChannel } = calls
const nobody = (): void => undefined
const Room = z.string().trim().min(1).max(130).describe('#room, or @name for direct messages')

/** Longer messages are cut, unless one alone is asked for. */
const maxTold = 20_000
const Topic = z.string().nullable().describe('What the room is for, quoted')

const Line = z.object({
  seq: z.int(),
  message: z.string(),
  author: z.string(),
  kind: z.string(),
  at: z.string().describe('When it was said'),
  told: z.string().describe('Whose words it is, and the words, quoted'),
  reply_to: z.string().nullable(),
})

const chatRead = defineTool({
  name: 'chat_read',
  title: 'Read a room',
  description: `What was said in a room, oldest first: from where you have read up to, or after a number. Reading marks nothing as read: pass \`ack\` with the \`cursor\` of the last call when you have dealt with what it gave. \`has_more\` says that there is more: call again with \`after: cursor\`. A very long message is cut; \`limit: 1\` gives it whole. ${fencingPrompt}`,
  input: z.object({
    channel: Room,
    ack: z.int().min(0).optional().describe('The cursor up to which you have read'),
    after: z
      .int()
      .min(0)
      .optional()
      .describe('A number: what came after it; without it, what you have not read'),
    thread: z.string().optional().describe('Only this message and the replies to it'),
    limit: z.int().min(1).max(200).default(30),
  }),
  output: z.object({
    status: z.literal('ok'),
    channel: z.string(),
    topic: Topic,
    messages: z.array(Line),
    cursor: z.int(),
    has_more: z.boolean(),
    unread_left: z.int(),
    read_up_to: z.int(),
  }),
  annotations: hints.starts,
  roles: talkers,
  async run({ operations, caller }, { channel, ack, after, thread, limit }) {
    if (ack !== undefined) await operations.markRead({ channel, upTo: ack }, caller, nobody)
    const wanted = { channel, limit, ...(thread === undefined ? {} : { thread }) }
    const from = after === undefined ? { unread: thread === undefined } : { after }
    const read = await operations.readMessages(
      readMessages.input.parse({ ...wanted, ...from }),
      caller,
      nobody,
    )
    return {
      status: 'ok',
      channel: read.channel.name,
      topic: toldTopic(read.channel),
      messages: read.messages.map((message) => ({
        seq: message.seq,
        message: message.message,
        author: message.author,
        kind: message.kind,
        at: new Date(message.at).toISOString(),
        told: toldMessage(message, limit === 1 ? Infinity : maxTold),
        reply_to: message.replyTo,
      })),
      cursor: read.cursor,
      has_more: read.hasMore,
      unread_left: read.unreadLeft,
      read_up_to: read.read.seq,
    }
  },
})

const Listed = z.object({
  channel: z.string(),
  kind: z.string(),
  topic: Topic,
  unread: z.int(),
  mentions: z.int(),
  members: z.array(z.object({ name: z.string(), kind: z.string() })).optional(),
})

const chatChannels = defineTool({
  name: 'chat_channels',
  title: 'List, join and leave rooms',
  description:
    'The rooms you may read, with what is unread in each. With `action` you join or leave one, set its topic, or see who is in it.',
  input: z.object({
    action: z.enum(['list', 'join', 'leave', 'topic', 'members']).default('list'),
    channel: Room.optional().describe('For every action but list'),
    topic: z.string().max(1000).optional().describe('For the action topic'),
  }),
  output: z.object({ status: z.literal('ok'), channels: z.array(Listed) }),
  annotations: hints.starts,
  roles: talkers,
  async run({ operations, caller }, { action, channel, topic = '' }) {
    if (channel === undefined || action === 'list')
      return { status: 'ok', channels: await listed(operations, caller) }
    if (action === 'join') await operations.joinChannel({ channel }, caller, nobody)
    if (action === 'topic') await operations.changeChannel({ channel, topic }, caller, nobody)
    const { channel: found, members } = await operations.getChannel(
      getChannel.input.parse({ channel }),
      caller,
      nobody,
    )
    if (action === 'leave') await operations.leaveChannel({ channel, member: selfIn(caller) }, caller, nobody)
    const { name, kind, unread, mentions } = found
    const shown = members.map((member) => ({ name: member.name, kind: member.kind }))
    return {
      status: 'ok',
      channels: [{ channel: name, kind, topic: toldTopic(found), unread, mentions, members: shown }],
    }
  },
})

const selfIn = ({ kind, name }: { kind: string; name: string }): string => (kind === 'human' ? 'user' : name)

async function listed(
  operations: Operations,
  caller: Parameters<Operations['listChannels']>[1],
): Promise<z.infer<typeof Listed>[]> {
  const { channels } = await operations.listChannels(listChannels.input.parse({}), caller, nobody)
  return channels.map((seen) => ({
    channel: seen.name,
    kind: seen.kind,
    topic: toldTopic(seen),
    unread: seen.unread,
    mentions: seen.mentions,
  }))
}

/** Tools of rooms with a behaviour of their own; chat_send, chat_search and chat_inbox are made from their operations. */
export const chatTools = [chatRead, chatChannels]
