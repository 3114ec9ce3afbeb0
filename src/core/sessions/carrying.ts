import { unanswered } from '../../contract/index.ts'
import { carriageOf, inputOf, messageFor, nativeAnswers, type AskRow } from '../inbox/index.ts'
import type { Decision, RunningAgent } from '../transport/index.ts'
import { put } from './turns.ts'
import type { Live, World } from './world.ts'

/** Takes what became of an ask to the agent that asked: to its process, or as the next turn of its session. */
export async function deliver(world: World, ask: AskRow): Promise<void> {
  try {
    await take(world, ask)
  } catch (error) {
    // It stands; it is taken again when its agent is taken up again, or by the next daemon.
    world.logger.error('an answer could not be delivered', { ask: ask.id, err: error })
  }
}

async function take(world: World, ask: AskRow): Promise<void> {
  const how = carriageOf(ask)
  const session = ask.session && world.rows.sessionById.get(ask.session)
  if (how === 'none' || !session || session.deletedAt !== null) return world.asks.carried(ask.id)
  if (how === 'request') return carry(world.live(session.id), ask)
  // One change, so that an answer is put once however often the daemon dies here.
  world.log.write(() => {
    put(world, { session: session.id, ...messageFor(ask), fromSession: null })
    world.asks.carried(ask.id)
  })
  return undefined
}

/** A recorded answer may be carried twice; the agent takes the first. */
async function carry(live: Live, ask: AskRow): Promise<void> {
  const agent = live.world.pool.get(live.id)?.agent
  if (agent?.id === ask.agent) await carryTo(live, agent, ask)
}

/** Answers the request of a process that is at hand. */
export async function carryTo(live: Live, agent: RunningAgent, ask: AskRow): Promise<void> {
  const { asks, clock, logger } = live.world
  if (live.current) live.current.heardAt = clock.steady()
  try {
    if (ask.request !== null) await agent.answer(ask.request, decisionOf(ask))
    asks.carried(ask.id)
  } catch (error) {
    // The answer stands; it is carried again when the agent is taken up again, if it ever is.
    logger.warn('answer not carried', { ask: ask.id, err: error })
  }
}

function decisionOf(ask: AskRow): Decision {
  const input = inputOf(ask)
  if (ask.dismissedAt !== null) return { allow: false, message: unanswered }
  if (ask.kind === 'question') return { allow: true, input: { ...input, answers: nativeAnswers(ask) } }
  if (ask.allow === 1) return { allow: true, input }
  const otherwise = ask.kind === 'plan' ? 'The plan was sent back. Plan again.' : 'Not allowed.'
  return { allow: false, message: ask.message ?? otherwise }
}
