import type { Client } from '../../client/index.ts'
import { IrisError, type Ask, type TellOutcome, type Turn } from '../../contract/plain.ts'
import { wants } from './asks.ts'
import { waits } from './words.ts'

/** How a turn stands that is no longer waited for, and what to do; as it was known last when the daemon is gone. */
export async function standing(client: Client, outcome: TellOutcome): Promise<TellOutcome> {
  try {
    const turn = await client.call('getTurn', { turn: outcome.turn })
    const { asks } = await client.call('listAsks', { turn: turn.turn, limit: 10 })
    return {
      ...outcome,
      ...standingOf(
        outcome,
        turn,
        asks.find(({ holds }) => holds),
      ),
    }
  } catch (error) {
    if (error instanceof IrisError) return outcome
    throw error
  }
}

function standingOf(outcome: TellOutcome, turn: Turn, ask: Ask | undefined): Partial<TellOutcome> {
  const { waitingFor, waitedMs } = turn
  if (turn.state === 'ended') return {}
  if (ask) {
    const status = ask.kind === 'permission' ? 'needs_permission' : 'needs_answer'
    return { status, waitingFor, waitedMs, ask: ask.ask, advice: askAdvice(outcome.to, ask) }
  }
  const advice = turn.advice ?? (waitingFor && `It ${waits[waitingFor]}.`)
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
