import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainChannels } from './plain.ts'
import { ChannelId, MessageId } from './schemas.ts'

export {
  ChannelId,
  maxMessageBytes,
  MessageId,
  type Channel,
  type ChannelKind,
  type Member,
  type MemberKind,
  type Message,
  type MessageForm,
  type MessageOrigin,
  type ReadMarker,
  type SeenChannel,
} from './schemas.ts'
export { toldMessage, toldTopic, whoSaid } from './told.ts'

/** Rooms in which people and agents talk. */
export const channelsNoun = defineNoun(plainChannels, { ids: [ChannelId, MessageId], events, operations })
