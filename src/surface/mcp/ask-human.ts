import { IrisError, type AnswerSource, type AskId, type AskType } from '../../contract/index.ts'
import type { NewQuestion } from '../../core/inbox/index.ts'
import type { Cancel } from '../../platform/clock/index.ts'
import type { ToolContext } from './tool.ts'

const showEvery = 15_000

/** What an agent asks. */
export interface HumanQuestion {
  type: AskType
  text: string
  context: string
  options: {
    label: string
    description: string
    recommended: boolean
    implications?: string | undefined
  }[]
  default?: string | undefined
  allowFreeText: boolean
  multiSelect: boolean
  reversible: boolean
  tags: string[]
  phase: string
}

/** What the agent is told. */
export interface HumanAnswer {
  status: 'answered' | 'filed' | 'dismissed'
  ask: AskId
  answer: string
  source: AnswerSource | null
  advice: string
}

/**
 * Files the question; one that blocks waits for its answer. Whoever's call is cut may come back for it (`goOnWaiting`),
 * and is answered in a turn otherwise.
 */
export async function askHuman(context: ToolContext, question: HumanQuestion): Promise<HumanAnswer> {
  const { inbox, signal } = context
  const { ask, how } = inbox.raise(questionOf(context, question))
  const isOpen = how === 'filed' || how === 'joined'
  if (!isOpen || question.type !== 'blocking') return outcomeOf(context, ask.id)
  context.resumable(ask.id)
  const quiet = keepShowing(context)
  try {
    const closed = await inbox.closed(ask.id, signal)
    if (!closed) throw new Error('the client stopped waiting')
    return outcomeOf(context, closed.id)
  } finally {
    quiet()
  }
}

/** Goes on with a call that was cut. Undefined when it is none of the caller's, or when the client goes away again. */
export async function goOnWaiting(
  { inbox, caller, signal }: Pick<ToolContext, 'inbox' | 'caller' | 'signal'>,
  id: AskId,
): Promise<HumanAnswer | undefined> {
  const { session, source, state } = inbox.view(id)
  if (source !== 'ask_human' || caller.session === undefined || session !== caller.session) return undefined
  // What was answered while nobody waited is on its way already.
  if (state === 'answered') return { status: 'filed', ask: id, answer: '', source: null, advice: onItsWay }
  const closed = await inbox.closed(id, signal)
  return closed && outcomeOf({ inbox }, id)
}

const onItsWay = 'It was answered meanwhile: end your turn, the answer comes as your next message.'

function questionOf({ orchestrator, caller }: ToolContext, question: HumanQuestion): NewQuestion {
  if (!caller.session) throw new IrisError('FORBIDDEN', 'Only an agent at work has somebody to ask for.')
  const { default: fallback = null, allowFreeText: freeText, ...rest } = question
  return { ...rest, ...orchestrator.speaker(caller.session), source: 'ask_human', fallback, freeText }
}

function outcomeOf({ inbox }: Pick<ToolContext, 'inbox'>, id: AskId): HumanAnswer {
  const { state, answer } = inbox.view(id)
  const said = answer?.chosen.map(({ labels, text }) => [...labels, ...(text ? [text] : [])].join(', ')) ?? []
  const status = state === 'answered' ? 'answered' : state === 'open' ? 'filed' : 'dismissed'
  return { status, ask: id, answer: said.join('; '), source: answer?.source ?? null, advice: advice[status] }
}

const advice = {
  answered: 'Go on with this answer.',
  filed: 'Go on by your default; you are told when the answer is another.',
  dismissed: 'Nobody will answer this. Go on by your own judgment.',
} as const

/** Clients give up on calls that are silent for a minute. */
function keepShowing({ clock, progress }: ToolContext): Cancel {
  if (!progress) return () => undefined
  let cancel: Cancel = () => undefined
  show()
  return () => cancel()

  function show(): void {
    progress?.('waits for a person to answer')
    cancel = clock.after(showEvery, show)
  }
}
