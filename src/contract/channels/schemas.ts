import { z } from 'zod'
import { prefixedId, TurnId } from '../ids.ts'
import { TaskId } from '../tasks/schemas.ts'

export const ChannelId = prefixedId('chn')
export type ChannelId = z.infer<typeof ChannelId>
export const MessageId = prefixedId('msg')
export type MessageId = z.infer<typeof MessageId>

/** Bytes of the largest message. */
export const maxMessageBytes = 4 * 1024 * 1024

/** What a channel is for. */
export const ChannelKind = z
  .enum(['project', 'standup', 'work', 'errors', 'room', 'direct'])
  .describe('What it is for; `room` is one that somebody made')
export type ChannelKind = z.infer<typeof ChannelKind>

/** What a member is. */
export const MemberKind = z
  .enum(['person', 'delegate', 'agent', 'worker', 'iris', 'guest', 'daemon'])
  .describe('A delegate speaks for a person; the daemon tells what happened')
export type MemberKind = z.infer<typeof MemberKind>

/** How a message is meant. */
export const MessageForm = z.enum(['message', 'action', 'notice', 'dead_letter'])
export type MessageForm = z.infer<typeof MessageForm>

/** Which way a message came in. */
export const MessageOrigin = z.enum(['http', 'mcp', 'irc', 'daemon'])
export type MessageOrigin = z.infer<typeof MessageOrigin>

/** A named place where members talk. */
export const Channel = z.object({
  channel: ChannelId,
  name: z.string().describe('Such as #project-shop; of direct messages both names, as in @shop+user'),
  kind: ChannelKind,
  topic: z.string(),
  topicBy: z.string().nullable(),
  topicAt: z.int().nullable(),
  project: z.string().nullable().describe('The slug of the project it belongs to'),
  task: TaskId.nullable().describe('The task that it is for'),
  between: z.array(z.string()).describe('The two of direct messages; else empty'),
  createdAt: z.int(),
  createdBy: z.string(),
  archivedAt: z.int().nullable(),
  lastSeq: z.int().describe('The number of its newest message; 0 when there is none'),
  lastAt: z.int().nullable(),
})
export type Channel = z.infer<typeof Channel>

/** Who is in a channel. */
export const Member = z.object({ name: z.string(), kind: MemberKind, joinedAt: z.int() })
export type Member = z.infer<typeof Member>

/** One text by one member in one channel. */
export const Message = z.object({
  message: MessageId,
  seq: z.int().describe('Its number: larger than that of every message before it'),
  channel: ChannelId,
  author: z.string(),
  kind: MemberKind,
  via: z.string().nullable().describe('The token of a delegate that spoke for its author'),
  form: MessageForm,
  body: z.string().describe('Markdown'),
  replyTo: MessageId.nullable(),
  thread: MessageId.nullable().describe('The message that the replies to replies began with'),
  mentions: z.array(z.string()),
  at: z.int(),
  origin: MessageOrigin,
  turn: TurnId.nullable().describe('The turn in which an agent said it'),
})
export type Message = z.infer<typeof Message>

/** Up to where a member has read; it only ever moves on. */
export const ReadMarker = z.object({ seq: z.int(), at: z.int() })
export type ReadMarker = z.infer<typeof ReadMarker>

/** A channel as its reader sees it. */
export const SeenChannel = Channel.extend({
  readSeq: z.int(),
  unread: z.int().describe('Messages of others since; counted up to 1000'),
  mentions: z.int().describe('Those of them that mention the reader; counted up to 1000'),
  isMember: z.boolean(),
  members: z.int(),
})
export type SeenChannel = z.infer<typeof SeenChannel>

/** What a channel is called: its id, its name, or `@somebody` for direct messages. */
export const ChannelName = z.string().trim().min(1).max(130)

/** What a member is called. */
export const MemberName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\s,:#@!+*?\p{C}][^\s,:@!*?\p{C}]*$/u, 'no spaces, commas, colons, or signs such as @ and !')
