import { unanswered } from '../../../contract/index.ts'
import { carriageOf, inputOf, messageFor, nativeAnswers, type AskRow } from '../../inbox/index.ts'
import type { AskReply, RunningAgent } from '../../transport/index.ts'
import { noteHeard } from '../live-session.ts'
import { put } from './queue.ts'
import type { LiveSession, SessionsContext } from '../context.ts'

/** Takes what became of an ask to the agent that asked: to its process, or as the next turn of its session. */
export async function deliver(context: SessionsContext, ask: AskRow): Promise<void> {
  try {
    await take(context, ask)
  } catch (error) {
    // It stands; it is taken again when its agent is taken up again, or by the next daemon.
    context.logger.error('an answer could not be delivered', { ask: ask.id, err: error })
  }
}

async function take(context: SessionsContext, ask: AskRow): Promise<void> {
  const how = carriageOf(ask)
  // Runs find it by themselves.
  if (how === 'run') return
  const session = ask.session && context.rows.sessionById.get(ask.session)
  if (how === 'none' || !session || session.deletedAt !== null) return context.asks.carried(ask.id)
  if (how === 'request') return carry(context.live(session.id), ask)
  // One change, so that an answer is put once however often the daemon dies here.
  context.log.write(() => {
    put(context, { session: session.id, ...messageFor(ask), fromSession: null })
    context.asks.carried(ask.id)
  })
  return undefined
}

/** A recorded answer may be carried twice; the agent takes the first. */
async function carry(live: LiveSession, ask: AskRow): Promise<void> {
  const agent = live.context.pool.get(live.id)?.agent
  if (agent?.id === ask.agent) await carryTo(live, agent, ask)
}

/** Answers the request of a process that is at hand. */
export async function carryTo(live: LiveSession, agent: RunningAgent, ask: AskRow): Promise<void> {
  const { asks, logger } = live.context
  noteHeard(live)
  try {
    if (ask.request !== null) await agent.answer(ask.request, replyOf(ask))
    asks.carried(ask.id)
    logger.debug('answer carried', { ask: ask.id, kind: ask.kind, agent: agent.id })
  } catch (error) {
    // The answer stands; it is carried again when the agent is taken up again, if it ever is.
    logger.warn('answer not carried', { ask: ask.id, err: error })
  }
}

function replyOf(ask: AskRow): AskReply {
  const input = inputOf(ask)
  if (ask.dismissedAt !== null) return { allow: false, message: unanswered }
  if (ask.kind === 'question') return { allow: true, input: { ...input, answers: nativeAnswers(ask) } }
  if (ask.allow === 1) return { allow: true, input }
  const otherwise = ask.kind === 'plan' ? 'The plan was sent back. Plan again.' : 'Not allowed.'
  return { allow: false, message: ask.message ?? otherwise }
}
