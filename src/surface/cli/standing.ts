import type { Client } from '../../client/index.ts'
import { IrisError, type Ask, type TellOutcome, type Turn } from '../../contract/plain.ts'
import { wants } from './asks.ts'
import { waits } from './words.ts'

/** How a turn stands that is no longer waited for, and what to do; as it was known last when the daemon is gone. */
export async function standing(client: Client, outcome: TellOutcome): Promise<TellOutcome> {
  try {
    const turn = await client.call('getTurn', { turn: outcome.turn })
    const { asks } = await client.call('listAsks', { session: turn.session, state: 'open', limit: 50 })
    const holding = asks.filter(({ holds }) => holds)
    const own = holding.find((ask) => ask.turn === turn.turn)
    const before = turn.waitingFor === 'turn' ? holding[0] : undefined
    return { ...outcome, ...standingOf(outcome, turn, { own, before }) }
  } catch (error) {
    if (error instanceof IrisError) return outcome
    throw error
  }
}

/** What holds a turn: an ask of its own, or one of the turn before it. */
interface Holding {
  own: Ask | undefined
  before: Ask | undefined
}

function standingOf(outcome: TellOutcome, turn: Turn, { own, before }: Holding): Partial<TellOutcome> {
  const { waitingFor, waitedMs } = turn
  if (turn.state === 'ended') return {}
  if (own) {
    const status = own.kind === 'permission' ? 'needs_permission' : 'needs_answer'
    return { status, waitingFor, waitedMs, ask: own.ask, advice: askAdvice(outcome.to, own) }
  }
  const why = turn.advice ?? (waitingFor && `It ${waits[waitingFor]}.`)
  const advice = before ? `${why}\n  ${askAdvice(outcome.to, before)}` : why
  return { status: turn.state, waitingFor, waitedMs, ask: null, advice }
}

/** The same in the words of this command line: you may answer whatever is asked here. */
function askAdvice(team: string, ask: Ask): string {
  return [
    `${team} is waiting for your answer to ${ask.ask}: ${wants(ask)}`,
    `Read it: iris inbox show ${ask.ask}`,
    `Answer:  iris inbox answer ${ask.ask} …`,
  ].join('\n  ')
}
