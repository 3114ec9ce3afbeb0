import type { Client } from '../../client/index.ts'
import type { Ask, CallInput } from '../../contract/plain.ts'
import { byUrgency, describeAsk } from '../views/index.ts'

/** An open ask as the monitor shows it. */
export type OpenAsk = Pick<
  Ask,
  | 'ask'
  | 'kind'
  | 'source'
  | 'tags'
  | 'text'
  | 'urgency'
  | 'team'
  | 'from'
  | 'session'
  | 'context'
  | 'questions'
  | 'default'
  | 'grant'
  | 'tool'
  | 'input'
  | 'isCut'
  | 'holds'
  | 'askedAt'
  | 'expiresAt'
> & { title: string; detail: string }

/** An ask in full, with what its agent had said when it asked. */
export interface WholeAsk {
  ask: OpenAsk
  said: string
}

/** What is answered to an ask. */
export type AnswerTo = Omit<CallInput<'answerAsk'>, 'ask'> & Pick<Ask, 'ask'>

const maxAsks = 100
const maxTitle = 70

/** Open asks, the most urgent first, and how many there are in all. */
export async function readAsks(client: Client): Promise<{ asks: OpenAsk[]; openAsks: number }> {
  const { asks, open } = await client.call('listAsks', { limit: maxAsks })
  return { asks: byUrgency(asks).map(openAskOf), openAsks: open }
}

/** One ask uncut: lists leave out the end of what is long. */
export async function readAsk(client: Client, id: OpenAsk['ask']): Promise<WholeAsk> {
  const { ask, said } = await client.call('getAsk', { ask: id })
  return { ask: openAskOf(ask), said }
}

function openAskOf(ask: Ask): OpenAsk {
  const { title, detail } = describeAsk(ask)
  const by = ask.teammate === null ? '' : `${ask.teammate}: `
  // Several questions are shown one by one; the text of a single one may be longer than a line.
  const isOne = detail === '' && ask.questions.length === 1
  const isLong = isOne && (title.length > maxTitle || title.includes('\n'))
  return {
    ...ask,
    title: by + (isLong ? (title.split('\n')[0] ?? '') : title),
    detail: ask.kind === 'plan' ? ask.text : isLong ? title : detail,
  }
}
