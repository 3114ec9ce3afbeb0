import { fence, inQuotes } from '../fencing.ts'
import type { Channel, Message } from './schemas.ts'

/** Whose words a message is, in a sentence of ours. */
export function whoSaid({ author, kind, via }: Pick<Message, 'author' | 'kind' | 'via'>): string {
  const name = inQuotes(author)
  if (kind === 'person') return `The person ${name}`
  if (kind === 'guest') return `${name}, a guest whom nobody vouches for,`
  if (kind === 'delegate') return `${inQuotes(via ?? '')}, who speaks for the person,`
  return kind === 'agent' ? `The agent ${name}` : name
}

/** A message in front of a model: fenced, with whose words it is. */
export function toldMessage(
  message: Pick<Message, 'author' | 'kind' | 'via' | 'body'>,
  most: number,
): string {
  return `${whoSaid(message)} said:\n${fence(message.body, { most })}`
}

/** The topic of a room in front of a model: anybody in it may have set it. */
export function toldTopic({ topic, topicBy }: Pick<Channel, 'topic' | 'topicBy'>): string | null {
  return topic === '' ? null : `Set by ${inQuotes(topicBy ?? 'irisd')}:\n${fence(topic)}`
}

/** Words that were found in a message, without the marks around them. */
export function toldSnippet(author: string, snippet: string): string {
  return `${inQuotes(author)} said:\n${fence(snippet.replaceAll('\u0002', '').replaceAll('\u0003', ''))}`
}
