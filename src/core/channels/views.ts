import type { Channel, Message } from '../../contract/index.ts'
import type { ChannelRow, MessageRow } from './rows.ts'

export function toChannel({ n: _n, id, one, other, ...row }: ChannelRow): Channel {
  return { channel: id, ...row, between: one === null || other === null ? [] : [one, other] }
}

export function toMessage({ id, channel: _n, channelId, mentions, ...row }: MessageRow): Message {
  // Written by this folder alone, as a list of names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { message: id, ...row, channel: channelId, mentions: JSON.parse(mentions) as string[] }
}
