import { z } from 'zod'
import { fence } from '../fencing.ts'
import { operation, people, talkers, writers } from '../operation.ts'
import {
  ChannelName,
  Channel,
  Member,
  MemberName,
  Message,
  MessageId,
  ReadMarker,
  SeenChannel,
} from './schemas.ts'
import { toldSnippet } from './told.ts'

const OfChannel = z.object({
  channel: ChannelName.describe('Its id, its name, or @somebody for direct messages'),
})
const Place = z.coerce.number().int().min(0)
const Limit = z.coerce.number().int().min(1).max(500)
const isYes = z.stringbool().or(z.boolean())

/** A slice of what was said, oldest first. */
const Slice = z.object({
  channel: Channel,
  messages: z.array(Message),
  cursor: z.int().describe('The number of the newest message given; pass it as `after` to go on'),
  hasMore: z.boolean().describe('Whether there is more in the direction that was read'),
  unreadLeft: z.int().describe('Messages of others behind the cursor; counted up to 1000'),
  read: ReadMarker,
})

const FoundMessage = z.object({
  message: MessageId,
  seq: z.int(),
  channel: z.string(),
  author: z.string(),
  at: z.int(),
  snippet: z.string().describe('Words that were found stand between \\u0002 and \\u0003'),
})
const Next = z.int().nullable().describe('Pass as `before` to go on')
const Told = z.string().describe('Whose words it is, and the words, quoted')

const Waiting = z.object({
  channel: z.string(),
  unread: z.int(),
  mentions: z.int(),
  readSeq: z.int(),
  newest: z.string().nullable().describe('How the newest message begins, after its author'),
})

/** What can be done with channels. */
export const operations = {
  listChannels: operation({
    summary: 'The rooms that the caller may read, with what is unread in each',
    input: z.object({ archived: isYes.default(false).describe('Also those that are archived') }),
    output: z.object({ channels: z.array(SeenChannel) }),
    for: talkers,
  }),
  openChannel: operation({
    summary: 'Makes a room, or finds the one of this name',
    input: z.object({ name: z.string().trim().min(2).max(100), topic: z.string().max(1000).optional() }),
    output: Channel,
    for: people,
  }),
  getChannel: operation({
    summary: 'A room and who is in it',
    input: OfChannel,
    output: z.object({ channel: SeenChannel, members: z.array(Member) }),
    for: talkers,
  }),
  changeChannel: operation({
    summary: 'Sets the topic of a room, archives or reopens it',
    input: OfChannel.extend({ topic: z.string().max(1000).optional(), archived: z.boolean().optional() }),
    output: Channel,
    for: writers,
  }),
  joinChannel: operation({
    summary: 'Enters a room; a person may also bring a team in',
    input: OfChannel.extend({ member: MemberName.optional().describe('A team; without one, the caller') }),
    output: Channel,
    for: writers,
  }),
  leaveChannel: operation({
    summary: 'Leaves a room; a person may also send a team away',
    input: OfChannel.extend({ member: MemberName.describe('The caller, or for a person a team') }),
    output: Channel,
    for: writers,
  }),
  postMessage: operation({
    summary: 'Says something in a room, or to somebody directly',
    input: OfChannel.extend({
      body: z.string().min(1).describe('Markdown, of any length'),
      replyTo: MessageId.optional().describe('The message that this replies to'),
      form: z.enum(['message', 'action', 'notice']).default('message'),
      message: MessageId.optional().describe('Its id, chosen by the caller: posting it again does nothing'),
    }),
    output: Message,
    for: writers,
    tool: {
      name: 'chat_send',
      title: 'Say something in a room',
      effect: 'tells',
      description:
        'Posts a message to a room (#name) or to somebody directly (@name). Write @name to wake whom you need: nobody is woken otherwise. You are the author; there is no way to speak as another.',
      input: z.object({
        channel: ChannelName.describe('#room or @name'),
        body: z.string().min(1).describe('Markdown, of any length'),
        replyTo: MessageId.optional().describe('The message that this replies to'),
        form: z.literal('message').default('message'),
        message: MessageId.optional().describe('An id of your own, to repeat a call safely'),
      }),
      output: {
        shape: z.object({
          status: z.literal('posted'),
          message: MessageId,
          seq: z.int(),
          mentions: z
            .array(z.string())
            .describe('Who was found to be mentioned, and is woken if it is an agent'),
        }),
        from: ({ message, seq, mentions }) => ({ status: 'posted', message, seq, mentions }),
      },
    },
  }),
  readMessages: operation({
    summary: 'What was said in a room, oldest first; reading marks nothing as read',
    input: OfChannel.extend({
      after: Place.optional().describe('A number: what came after it'),
      before: Place.optional().describe('A number: what came before it'),
      around: Place.optional().describe('A number: what came before and after it'),
      unread: isYes.default(false).describe('What came after the place up to which the caller has read'),
      thread: MessageId.optional().describe('Only this message and the replies to it'),
      limit: Limit.default(50),
    }),
    output: Slice,
    for: talkers,
  }),
  markRead: operation({
    summary: 'Says up to where the caller has read; it only ever moves on',
    input: OfChannel.extend({ upTo: Place.describe('The number of a message') }),
    output: ReadMarker,
    for: writers,
  }),
  searchMessages: operation({
    summary: 'Messages by their words, the newest first',
    input: z.object({
      words: z.string().trim().min(1).max(1000),
      channel: ChannelName.optional(),
      author: z.string().max(64).optional(),
      before: Place.optional().describe('`next` of the slice before'),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    output: z.object({
      found: z.array(FoundMessage),
      next: Next,
    }),
    for: talkers,
    tool: {
      name: 'chat_search',
      title: 'Search the rooms',
      effect: 'reads',
      output: {
        shape: z.object({
          status: z.literal('ok'),
          found: z.array(FoundMessage.omit({ snippet: true }).extend({ told: Told })),
          next: Next,
        }),
        from: ({ found, next }) => ({
          status: 'ok',
          found: found.map(({ snippet, ...one }) => ({ ...one, told: toldSnippet(one.author, snippet) })),
          next,
        }),
      },
    },
  }),
  readChatInbox: operation({
    summary: 'What waits for the caller in all rooms: mentions first, then direct messages, then the rest',
    input: z.object({}),
    output: z.object({
      channels: z.array(Waiting),
      unread: z.int(),
      mentions: z.int(),
    }),
    for: talkers,
    tool: {
      name: 'chat_inbox',
      title: 'What waits for you in the rooms',
      effect: 'reads',
      description:
        'Counts what is unread in every room, mentions of you first. Nothing new needs no poll: you are woken when somebody mentions you.',
      output: {
        shape: z.object({
          status: z.literal('ok'),
          channels: z.array(Waiting),
          unread: z.int(),
          mentions: z.int(),
        }),
        from: ({ channels, ...counts }) => ({
          status: 'ok',
          ...counts,
          channels: channels.map((one) => ({
            ...one,
            newest: one.newest === null ? null : fence(one.newest),
          })),
        }),
      },
    },
  }),
}
