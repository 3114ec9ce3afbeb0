import type { AgentId } from '../../contract/index.ts'
import type { PermissionMode } from '../../platform/config/index.ts'
import { inputOf, type AskRow } from '../inbox/index.ts'
import type { Asked, Decision, RunningAgent } from '../transport/index.ts'
import { sessionOf, type Effect, type Live } from './world.ts'

/** The agent waits for an answer: policy gives one at once, or the ask is filed. */
export function onAsked(live: Live, agent: RunningAgent, asked: Asked): Effect {
  const session = sessionOf(live)
  const mode = live.world.team(session.team)?.grantPermission ?? 'ask'
  const decision = asked.ask.type === 'permission' ? byPolicy(mode, asked) : undefined
  return decision ? answerAtOnce(live, { agent, asked, decision }) : file(live, { agent, asked, mode })
}

function byPolicy(mode: PermissionMode, asked: Asked): Decision | undefined {
  if (mode === 'yes') return { allow: true, input: asked.input }
  if (mode === 'no')
    return {
      allow: false,
      message: 'The config of this team denies what needs permission (grantPermission: no).',
    }
  return undefined
}

function answerAtOnce(live: Live, answer: { agent: RunningAgent; asked: Asked; decision: Decision }): Effect {
  const { agent, asked, decision } = answer
  return (append) => {
    const turn = live.current ? { turn: live.current.row.id } : {}
    const data = { ask: null, allow: decision.allow, by: 'policy', tool: asked.tool }
    append({ type: 'ask.answered', session: live.id, ...turn, data })
    return () =>
      void agent
        .answer(asked.request, decision)
        .catch((error: unknown) => live.world.logger.warn('answer not taken', { err: error }))
  }
}

function file(live: Live, wanted: { agent: RunningAgent; asked: Asked; mode: PermissionMode }): Effect {
  const { agent, asked, mode } = wanted
  const { team, caller } = sessionOf(live)
  const turn = live.current?.row
  const forwardedTo = mode === 'forward' ? (turn?.fromSession ?? null) : null
  return (append) => {
    const ask = live.world.asks.open(
      {
        kind: asked.ask.type,
        session: live.id,
        turn: turn?.id ?? null,
        agent: agent.id,
        request: asked.request,
        team,
        caller,
        tool: asked.tool,
        input: JSON.stringify(asked.input),
        text: describe(asked),
        forwardedTo,
      },
      append,
    )
    return () => {
      const watcher = turn && live.world.watchers.get(turn.id)
      const isWatched = watcher?.observed ?? false
      watcher?.next({ kind: 'asked', ask })
      // A caller that waits gets the ask as the outcome of its tell; one that went on is told in its own session.
      if (forwardedTo && !isWatched) live.world.onForward(ask)
    }
  }
}

function describe(asked: Asked): string {
  if (asked.ask.type === 'question') return asked.ask.questions.map(({ question }) => question).join('\n')
  if (asked.ask.type === 'plan') return asked.ask.plan
  return `${asked.tool} ${asked.description || JSON.stringify(asked.input)}`
}

export function onWithdrawn(live: Live, agent: AgentId, request: string): Effect {
  return (append) => {
    live.world.asks.withdraw(agent, request, append)
    return undefined
  }
}

/** Takes a recorded answer to the agent that waits for it; it may be carried twice, the agent takes the first. */
export async function carry(live: Live, ask: AskRow): Promise<void> {
  const { pool, asks, clock, logger } = live.world
  const pooled = pool.get(ask.session)
  if (pooled?.agent.id !== ask.agent) return
  if (live.current) live.current.heardAt = clock.now()
  try {
    await pooled.agent.answer(ask.request, decisionOf(ask))
    asks.carried(ask.id)
  } catch (error) {
    // The answer stands; it is carried again when the agent is taken up again, if it ever is.
    logger.warn('answer not carried', { ask: ask.id, err: error })
  }
}

function decisionOf(ask: AskRow): Decision {
  const input = inputOf(ask)
  if (ask.allow !== 1) return { allow: false, message: ask.message ?? 'Not allowed.' }
  if (ask.kind !== 'question' || ask.message === null) return { allow: true, input }
  return { allow: true, input: { ...input, answers: answersFrom(input, ask.message) } }
}

/** A plain answer goes to every question of the ask. */
function answersFrom(input: Record<string, unknown>, message: string): Record<string, string> {
  const questions: unknown = input['questions']
  if (!Array.isArray(questions)) return {}
  const texts = questions.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry && 'question' in entry ? [String(entry.question)] : [],
  )
  return Object.fromEntries(texts.map((text) => [text, message]))
}
