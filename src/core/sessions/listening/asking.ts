import type { AgentId, AskQuestion } from '../../../contract/index.ts'
import type { PermissionMode } from '../../../platform/config/index.ts'
import { keyedQuestion, type NewAgentAsk, type PolicyAnswer } from '../../inbox/index.ts'
import type { AgentEvent, Asked, RunningAgent, Said } from '../../transport/index.ts'
import { carryTo } from '../delivering/carrying.ts'
import { leadOf } from '../leads.ts'
import { nameOfTeammate } from './teammates.ts'
import { sessionOf, type Effect, type LiveSession } from '../context.ts'

/** The agent waits for an answer: policy or a grant gives one at once, or the ask is filed. */
export function onAsked(live: LiveSession, agent: RunningAgent, asked: Asked): Effect {
  const session = sessionOf(live)
  const mode = live.context.team(session.team)?.grantPermission ?? 'ask'
  const policyAnswer = policyAnswerOf(live, mode, asked)
  return policyAnswer
    ? answerAtOnce(live, { agent, asked, policyAnswer })
    : file(live, { agent, asked, mode })
}

const nothingToApprove =
  'There is no plan to approve: your plan is empty. Write the whole plan into the plan file that plan mode named, then call ExitPlanMode again.'

/** What needs no person: a permission that the config settles, and a plan without a word, which nobody can judge. */
function policyAnswerOf(live: LiveSession, mode: PermissionMode, asked: Asked): PolicyAnswer | undefined {
  if (asked.ask.type === 'permission') return byPolicy(live, mode, asked)
  const isEmptyPlan = asked.ask.type === 'plan' && asked.ask.plan.trim() === ''
  return isEmptyPlan ? { allow: false, message: nothingToApprove, by: 'iris' } : undefined
}

/** A team that denies everything denies what was once allowed for good too. */
function byPolicy(live: LiveSession, mode: PermissionMode, asked: Asked): PolicyAnswer | undefined {
  const byDuty = live.context.permits(sessionOf(live), asked)
  if (byDuty) return byDuty
  if (mode === 'yes') return { allow: true, message: null }
  if (mode === 'no')
    return {
      allow: false,
      message: 'The config of this team denies what needs permission (grantPermission: no).',
    }
  const grant = live.context.asks.grantAllowing(sessionOf(live).team, asked.tool, asked.input)
  return grant && { allow: true, message: null, grant }
}

/** The answer is committed with the line that asked: a daemon that dies before it is carried carries it later. */
function answerAtOnce(
  live: LiveSession,
  answer: { agent: RunningAgent; asked: Asked; policyAnswer: PolicyAnswer },
): Effect {
  const { agent, asked, policyAnswer } = answer
  return (append) => {
    const ask = live.context.asks.openAnswered(
      { ...newAsk(live, agent, asked), forwardedTo: null },
      policyAnswer,
      append,
    )
    return () => void carryTo(live, agent, ask)
  }
}

function file(
  live: LiveSession,
  wanted: { agent: RunningAgent; asked: Asked; mode: PermissionMode },
): Effect {
  const { agent, asked, mode } = wanted
  const lead = mode === 'forward' ? leadOf(live.context, live.current?.row) : null
  return (append) => {
    const forwardedTo = lead?.session ?? null
    const ask = live.context.asks.open({ ...newAsk(live, agent, asked), forwardedTo }, append)
    return () => {
      if (!lead) return
      const watcher = live.context.watchers.get(lead.told.id)
      // A lead that waits gets the ask as the outcome of its tell; one that went on is told in its own session.
      if (watcher?.observed) watcher.next({ kind: 'asked', ask })
      else live.context.onForward(ask)
    }
  }
}

function newAsk(live: LiveSession, agent: RunningAgent, asked: Asked): Omit<NewAgentAsk, 'forwardedTo'> {
  const { team, caller } = sessionOf(live)
  return {
    kind: asked.ask.type,
    session: live.id,
    turn: live.current?.row.id ?? null,
    agent: agent.id,
    teammate: nameOfTeammate(live, asked.agent) ?? asked.agent ?? null,
    lead: leadOf(live.context, live.current?.row)?.session ?? null,
    request: asked.request,
    team,
    caller,
    tool: asked.tool,
    input: JSON.stringify(asked.input),
    text: wordsOf(asked),
    questions: questionsOf(asked),
  }
}

function wordsOf(asked: Asked): string {
  if (asked.ask.type === 'question') return asked.ask.questions.map(({ question }) => question).join('\n')
  if (asked.ask.type === 'plan')
    return asked.ask.plan.trim() === '' ? 'A plan without a word' : asked.ask.plan
  return `${asked.tool} ${asked.description || JSON.stringify(asked.input)}`
}

function questionsOf({ ask }: Asked): AskQuestion[] {
  if (ask.type !== 'question') return []
  return ask.questions.map(({ question, header, isMultiSelect, options }) =>
    keyedQuestion({
      question,
      header,
      multiSelect: isMultiSelect,
      freeText: true,
      options: options.map((option) => ({ ...option, recommended: false })),
    }),
  )
}

/** An agent may put questions into its words as JSON; they are filed with the line that has them. */
export function onSaid(
  live: LiveSession,
  agent: AgentId,
  said: Said & Pick<AgentEvent, 'subagent'>,
): Effect | undefined {
  const texts = said.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const text = texts.join('\n\n')
  if (!text.includes('"question')) return undefined
  const { team, caller } = sessionOf(live)
  const row = live.current?.row
  const turn = row?.id ?? null
  const lead = leadOf(live.context, row)?.session ?? null
  const { subagent } = said
  const teammate = subagent ? (subagent.role ?? subagent.toolUse) : null
  const speaker = { team, caller, session: live.id, turn, agent, teammate, lead }
  return (append) => live.context.asks.said(speaker, text, append)
}

export function onWithdrawn(live: LiveSession, agent: AgentId, request: string): Effect {
  return (append) => {
    live.context.asks.withdraw(agent, request, append)
    return undefined
  }
}
