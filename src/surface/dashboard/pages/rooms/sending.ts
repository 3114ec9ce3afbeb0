import type { Client } from '../../../../client/index.ts'
import { IrisError, type MessageId } from '../../../../contract/plain.ts'

/** Commands that go out as they are written. */
const doneByDaemon = ['/answer', '/priority']

/** Says something in a room, or does what a slash says. */
export async function send(
  client: Client,
  of: { channel: string; words: string; replyTo: MessageId | undefined; message: MessageId },
): Promise<unknown> {
  const { channel, words, replyTo, message } = of
  const [, command, rest = ''] = /^\/(me|topic|invite|archive)(?:\s+([\s\S]*))?$/.exec(words.trim()) ?? []
  const said = { channel, message, ...(replyTo === undefined ? {} : { replyTo }) }
  if (command === 'topic') return client.call('changeChannel', { channel, topic: rest.trim() })
  if (command === 'archive') return client.call('changeChannel', { channel, archived: true })
  if (command === 'invite')
    return client.call('joinChannel', { channel, member: rest.trim().replace(/^@/, '') })
  if (command === 'me') return client.call('postMessage', { ...said, body: rest, form: 'action' })
  const [, unknown] = /^(\/[a-z]+)(?=\s|$)/i.exec(words) ?? []
  if (unknown !== undefined && !doneByDaemon.includes(unknown))
    throw new IrisError('USAGE', `There is no command ${unknown}. To say it as it is, put a space before it.`)
  return client.call('postMessage', { ...said, body: words })
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const idLength = 26

/** An id for a message, so that saying it again after a lost answer says it once. */
export function chosenId(): MessageId {
  const bytes = crypto.getRandomValues(new Uint8Array(idLength))
  return `msg_${Array.from(bytes, (byte) => alphabet[byte % alphabet.length] ?? '0').join('')}`
}
