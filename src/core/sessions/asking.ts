import type { AgentId } from '../../contract/index.ts'
import type { PermissionMode } from '../../platform/config/index.ts'
import { inputOf, type AskRow, type NewAsk } from '../inbox/index.ts'
import type { Asked, Decision, RunningAgent } from '../transport/index.ts'
import { nameOfTeammate } from './teammates.ts'
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

/** The answer stands on disk with the line that asked: a daemon that dies before it is carried carries it later. */
function answerAtOnce(live: Live, answer: { agent: RunningAgent; asked: Asked; decision: Decision }): Effect {
  const { agent, asked, decision } = answer
  const message = decision.allow ? null : decision.message
  return (append) => {
    const ask = live.world.asks.decide(
      { ...newAsk(live, agent, asked), forwardedTo: null },
      { allow: decision.allow, message },
      append,
    )
    return () => void carryTo(live, agent, ask)
  }
}

function file(live: Live, wanted: { agent: RunningAgent; asked: Asked; mode: PermissionMode }): Effect {
  const { agent, asked, mode } = wanted
  const turn = live.current?.row
  const forwardedTo = mode === 'forward' ? (turn?.fromSession ?? null) : null
  return (append) => {
    const ask = live.world.asks.open({ ...newAsk(live, agent, asked), forwardedTo }, append)
    return () => {
      const watcher = turn && live.world.watchers.get(turn.id)
      const isWatched = watcher?.observed ?? false
      watcher?.next({ kind: 'asked', ask })
      // A caller that waits gets the ask as the outcome of its tell; one that went on is told in its own session.
      if (forwardedTo && !isWatched) live.world.onForward(ask)
    }
  }
}

function newAsk(live: Live, agent: RunningAgent, asked: Asked): Omit<NewAsk, 'forwardedTo'> {
  const { team, caller } = sessionOf(live)
  return {
    kind: asked.ask.type,
    session: live.id,
    turn: live.current?.row.id ?? null,
    agent: agent.id,
    request: asked.request,
    team,
    caller,
    tool: asked.tool,
    input: JSON.stringify(asked.input),
    text: describe(live, asked),
  }
}

/** A teammate asks with its name: many may work in one agent. */
function describe(live: Live, asked: Asked): string {
  const teammate = nameOfTeammate(live, asked.agent)
  return teammate === null ? wordsOf(asked) : `${teammate}: ${wordsOf(asked)}`
}

function wordsOf(asked: Asked): string {
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
  const agent = live.world.pool.get(ask.session)?.agent
  if (agent?.id === ask.agent) await carryTo(live, agent, ask)
}

async function carryTo(live: Live, agent: RunningAgent, ask: AskRow): Promise<void> {
  const { asks, clock, logger } = live.world
  if (live.current) live.current.heardAt = clock.now()
  try {
    await agent.answer(ask.request, decisionOf(ask))
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
