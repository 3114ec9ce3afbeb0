import type { Client } from '../../client/index.ts'
import { IrisError, type Turn } from '../../contract/plain.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { oneLine, waitingWords } from '../views/index.ts'
import { answerAsk } from './asks.ts'
import type { Effect, Notice } from './view.ts'
import { clean } from './words.ts'

/** Does what somebody wants done, and says what came of it. */
export async function perform(client: Client | undefined, effect: Effect): Promise<Notice> {
  if (!client) return { words: 'Iris does not answer; nothing was done.', tone: 'bad' }
  try {
    return await done(client, effect)
  } catch (error) {
    const advice = error instanceof IrisError ? { advice: error.kind.advice } : {}
    return { words: clean(oneLine(messageOf(error), 300)), ...advice, tone: 'bad' }
  }
}

async function done(client: Client, effect: Effect): Promise<Notice> {
  switch (effect.do) {
    case 'answer':
      await answerAsk(client, effect.answer)
      return { words: `Answered ${clean(oneLine(effect.words, 100))}.`, tone: 'good' }
    case 'tell': {
      const { team, from, message } = effect
      const { turn } = await client.call('tellTeam', { to: team, message, timeout: -1, ...speaker(from) })
      return receipt(await client.call('getTurn', { turn }))
    }
    case 'interrupt': {
      const { turn } = await client.call('cancelTurn', { team: effect.team, ...speaker(effect.from) })
      return turn
        ? { words: `Interrupted ${effect.team}.`, tone: 'good' }
        : { words: `Nothing ran in ${effect.team}.`, tone: 'quiet' }
    }
    case 'quit':
      return { words: '', tone: 'quiet' }
    default:
      return effect satisfies never
  }
}

/** A session that is not yours is reached in the name of its team. */
function speaker(from: string): { fromTeam?: string } {
  return from === 'user' ? {} : { fromTeam: from }
}

function receipt({ to, state, waitingFor }: Turn): Notice {
  if (state !== 'queued') return { words: `Delivered: ${to} has it.`, tone: 'good' }
  if (waitingFor) return { words: `Queued: the turn ${waitingWords[waitingFor]}.`, tone: 'good' }
  return { words: `Accepted: it is on disk and goes to ${to} next.`, tone: 'good' }
}
