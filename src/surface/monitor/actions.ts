import type { Client } from '../../client/index.ts'
import { IrisError, type Turn } from '../../contract/plain.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { counted, oneLine, seatMoveCalls, waitingWords } from '../views/index.ts'
import { seatNotice } from './seats.ts'
import type { Effect, Notice, Place } from './view.ts'
import { clean } from './words.ts'

type Told = Extract<Effect, { do: 'tell' }>

/** Does what somebody wants done, and says what came of it. */
export async function perform(client: Client | undefined, effect: Effect): Promise<Notice> {
  if (!client) return { words: 'Iris is not answering; nothing was done.', tone: 'bad' }
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
      await client.call('answerAsk', effect.answer)
      return { words: `Answered ${clean(oneLine(effect.words, 100))}.`, tone: 'good' }
    case 'tell': {
      const { turn } = await tell(client, effect)
      return receipt(await client.call('getTurn', { turn }))
    }
    case 'interrupt':
      return interrupt(client, effect)
    case 'retry':
    case 'leave':
      return decideLimited(client, effect)
    case 'seat': {
      const { move, project, seat, name } = effect
      await client.call(seatMoveCalls[move].call, { project, seat })
      return seatNotice(move, clean(name))
    }
    case 'quit':
      return { words: '', tone: 'quiet' }
    default:
      return effect satisfies never
  }
}

/** The leader of a run is told by its run. */
function tell(client: Client, { team, from, run, message }: Told): Promise<{ turn: string }> {
  if (run) return client.call('tellRun', { run, message })
  return client.call('tellTeam', { to: team, message, timeout: -1, ...speaker(from) })
}

async function interrupt(client: Client, { team, from, run }: Place): Promise<Notice> {
  if (run) {
    await client.call('stopRun', { run })
    return { words: `Stopped the run of ${team}. Continue it: iris runs resume ${run}`, tone: 'good' }
  }
  const { turn } = await client.call('cancelTurn', { team, ...speaker(from) })
  return turn
    ? { words: `Interrupted ${team}.`, tone: 'good' }
    : { words: `Nothing was running in ${team}.`, tone: 'quiet' }
}

async function decideLimited(
  client: Client,
  { do: what, of }: Extract<Effect, { of: unknown }>,
): Promise<Notice> {
  const name = what === 'retry' ? 'retryTurns' : 'leaveTurns'
  const done = await Promise.all(of.map(({ turn }) => client.call(name, { turn })))
  const count = done.reduce((sum, { turns }) => sum + turns.length, 0)
  if (count === 0) return { words: 'It has already run, or was dropped.', tone: 'quiet' }
  const turns = counted(count, 'turn')
  return what === 'retry'
    ? { words: `Running now: ${turns}. If the account is still at its limit, it waits again.`, tone: 'good' }
    : { words: `Dropped: ${turns}. It will not run again.`, tone: 'good' }
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
