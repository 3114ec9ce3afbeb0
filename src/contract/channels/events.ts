import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { SessionId } from '../ids.ts'
import { ChannelId, ChannelKind, MemberKind, MessageForm, MessageId } from './schemas.ts'

const About = { channel: ChannelId, name: z.string() }

/** Events about channels and their messages. */
export const events = {
  'channel.opened': defineEvent(1, z.object({ ...About, kind: ChannelKind, by: z.string() })),
  'channel.changed': defineEvent(1, z.object({ ...About, topic: z.string(), by: z.string() })),
  'channel.archived': defineEvent(1, z.object({ ...About, by: z.string() })),
  'channel.reopened': defineEvent(1, z.object({ ...About, by: z.string() })),
  'channel.joined': defineEvent(
    1,
    z.object({ ...About, member: z.string(), kind: MemberKind, by: z.string() }),
  ),
  'channel.left': defineEvent(1, z.object({ ...About, member: z.string(), by: z.string() })),
  'channel.read': defineEvent(1, z.object({ ...About, member: z.string(), upTo: z.int() })),
  'message.posted': defineEvent(
    1,
    z.object({
      ...About,
      message: MessageId,
      number: z.int(),
      author: z.string(),
      kind: MemberKind,
      form: MessageForm,
      mentions: z.array(z.string()),
      isDirect: z.boolean(),
      fromSession: SessionId.nullable().describe('The session of the agent that said it'),
    }),
  ),
}
