import {
  IrisError,
  type AnswerInput,
  type Ask,
  type Caller,
  type Channel,
  type Message,
} from '../../contract/index.ts'
import { daemonName } from './author.ts'
import type { RoomsContext } from './context.ts'
import { shownIn } from './saying-asks.ts'

const command = /^[/!]answer\s+(\S+)\s+([\s\S]+)$/

export const isAnswer = (body: string): boolean => /^[/!]answer(\s|$)/.test(body)

/** Answers an ask from a room, for whoever's token may; the room sees that it was answered, and by whom. */
export async function answerIn(
  { channels, ...context }: RoomsContext,
  { caller, channel, body }: { caller: Caller; channel: Channel; body: string },
): Promise<Message> {
  const [, number = '', words = ''] = command.exec(body.trim()) ?? []
  const ask = askNumbered(context, number)
  const { name, kind, session, delegate } = caller
  const who =
    kind === 'human' ? { kind, name: 'user', delegate } : { kind, name, ...(session ? { session } : {}) }
  const text = words.trim()
  await context.inbox.answer(ask.ask, { who, input: inputFor(ask, text) })
  const by = delegate ? `${delegate.name} for you` : who.name === 'user' ? 'You' : who.name
  return channels.post({
    channel: channel.channel,
    author: { name: daemonName, kind: 'daemon' },
    body: `${by} answered ${number} of ${ask.team}: ${text.slice(0, 200)}`,
    form: 'notice',
    origin: 'daemon',
  })
}

/** By the number under which the room saw it, or by its id. */
function askNumbered({ inbox }: Pick<RoomsContext, 'inbox'>, number: string): Ask {
  const open = inbox.list({ state: 'open', limit: 200 }).asks
  const found = open.find(({ ask }) => ask === number || String(inbox.find(ask).seq) === number)
  if (found) return inbox.view(found.ask)
  throw new IrisError('NOT_FOUND', `No ask ${number.slice(0, 40)} is open. Say /answer <number> <answer>.`)
}

/** The words of an answer as what they mean to this ask. */
function inputFor(ask: Ask, text: string): AnswerInput {
  if (ask.kind === 'permission' || ask.kind === 'plan') return verdictIn(ask, text)
  const [question, ...others] = ask.questions
  if (others.length > 0)
    return {
      answers: Object.fromEntries(
        [...text.matchAll(/(\d+)=([\s\S]*?)(?=\s+\d+=|$)/g)].map(([, n = '', own = '']) => [n, own.trim()]),
      ),
    }
  const words = text.split(/[\s,]+/)
  const keys = question?.multiSelect ? question.options.map(({ key }) => key) : []
  // What is no option is an answer in words, where the question takes one.
  return { answers: { '1': words.every((word) => keys.includes(word)) ? words : text } }
}

const verdicts: Readonly<Record<string, string>> = { yes: 'y', always: 'a', no: 'n' }

/** Yes or no, and words for why not. Nobody allows what the room did not show. */
function verdictIn(ask: Ask, text: string): AnswerInput {
  const isLabel = ask.questions.some(({ options }) =>
    options.some(({ label }) => label.toLowerCase() === text.toLowerCase()),
  )
  const [, first = '', rest = ''] = isLabel ? ['', text] : (/^(\S+)\s*([\s\S]*)$/.exec(text) ?? [])
  const choose = verdicts[first.toLowerCase()] ?? first
  const isAgainst = choose === 'n' || /^(deny|send back)$/i.test(choose)
  if (!isAgainst && !shownIn(ask).isWhole)
    throw new IrisError(
      'ANSWER_INVALID',
      'The room does not show all of it: read it in the inbox, and answer there.',
    )
  return { choose, ...(rest === '' ? {} : { text: rest }) }
}
