import { filter, type Subscription } from 'rxjs'
import type { Channel, Message } from '../../contract/index.ts'
import { irisName } from './author.ts'
import type { RoomsContext } from './context.ts'

/** The Iris agent, as far as rooms ask it. */
export interface IrisPort {
  ask(question: { question: string; yes: boolean }): Promise<{ answer: string }>
  /** The key of the config that switches it off. */
  offBy(): string | undefined
}

/**
 * Iris answers a person that mentions it, or writes to it directly. It is given that person's words and no others of the
 * room; agents call it by no mention. A question that a restart cuts off is asked again by the person.
 */
export function answerMentions(context: RoomsContext, iris: IrisPort): Subscription {
  return context.channels.news$
    .pipe(filter((news) => news.kind === 'posted'))
    .subscribe(({ channel, message }) => {
      if (isForIris(channel, message)) void answer(context, iris, { channel, message })
    })
}

function isForIris({ kind, between }: Channel, { kind: by, form, mentions }: Message): boolean {
  if (by !== 'person' || form === 'notice') return false
  return mentions.includes(irisName) || (kind === 'direct' && between.includes(irisName))
}

async function answer(
  { channels, logger }: RoomsContext,
  iris: IrisPort,
  { channel, message }: { channel: Channel; message: Message },
): Promise<void> {
  try {
    const off = iris.offBy()
    const body = off
      ? `The chat with Iris is switched off by \`${off}: false\`.`
      : (await iris.ask({ question: message.body.replaceAll(/@iris\b[,:]?\s*/gi, ''), yes: false })).answer
    await channels.post({
      channel: channel.channel,
      author: { name: irisName, kind: 'iris' },
      body: body.trim() === '' ? 'I have nothing to say to that.' : body,
      origin: 'daemon',
      replyTo: message.message,
    })
  } catch (error) {
    logger.warn('Iris did not answer in a room', { channel: channel.name, err: error })
  }
}
