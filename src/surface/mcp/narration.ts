import type { AgentEvent } from '../../core/transport/index.ts'
import type { TellProgress } from '../../teamwork/orchestrator/index.ts'

const longest = 200

/** Puts what an agent does into short words for a waiting client; undefined when there is nothing to show. */
export function createNarrator(): (step: TellProgress) => string | undefined {
  let writing = ''
  return (step) => {
    if (step.kind === 'state') return short(stateWords(step))
    const { event } = step.line
    if (event.kind !== 'delta') {
      writing = event.kind === 'said' ? '' : writing
      return short(eventWords(event))
    }
    if (event.of !== 'text') return undefined
    // Only the end is shown, so only the end is kept.
    writing = (writing + event.text).slice(-longest)
    return short(writing)
  }
}

function stateWords({ status, waitingFor }: Extract<TellProgress, { kind: 'state' }>): string {
  const reasons = {
    turn: 'the turn before it',
    pool: 'a free slot',
    quota: 'the quota to reset',
    budget: 'room in its budget',
    agent: 'its agent, which does not start',
    permission: 'a permission',
    question: 'an answer',
    plan: 'its plan to be approved',
    decision: 'a decision',
  }
  return waitingFor ? `${status}, waits for ${reasons[waitingFor]}` : status
}

function eventWords(event: AgentEvent): string | undefined {
  if (event.kind === 'said') return event.parts.map(partWords).filter(Boolean).join(' · ')
  if (event.kind === 'turn-started') return `started with ${event.model}`
  if (event.kind === 'asked') return askedWords(event)
  if (event.kind === 'tool-returned') return event.results.find(({ isError }) => isError)?.text
  return troubleWords(event)
}

function askedWords({ ask, tool, description }: Extract<AgentEvent, { kind: 'asked' }>): string {
  if (ask.type === 'plan') return 'wants its plan approved'
  if (ask.type === 'question') return `asks: ${ask.questions.map(({ question }) => question).join(' ')}`
  return `wants permission for ${tool}: ${description}`
}

function troubleWords(event: AgentEvent): string | undefined {
  if (event.kind === 'retrying')
    return `the model was not reached (${event.error}), try ${event.attempt} of ${event.attempts}`
  if (event.kind === 'limit' && event.state === 'rejected') return `the ${event.window} limit is reached`
  if (event.kind === 'subagent-step' && event.step === 'started') return event.description
  if (event.kind === 'compacted') return 'compacted its conversation'
  return undefined
}

type Part = Extract<AgentEvent, { kind: 'said' }>['parts'][number]

function partWords(part: Part): string {
  if (part.type === 'thinking') return 'thinks'
  if (part.type === 'text') return part.text
  const about = Object.values(part.input).find((value) => typeof value === 'string' && value !== '')
  return typeof about === 'string' ? `${part.name}: ${about}` : part.name
}

/** One line without control characters: agent text must not drive the terminal of whoever watches. */
function short(text: string | undefined): string | undefined {
  const line = (text ?? '')
    .slice(0, longest * 5)
    .replaceAll(blanks, ' ')
    .trim()
  if (line === '') return undefined
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
// oxlint-disable-next-line no-control-regex
const blanks = /[\s\u0000-\u001F\u007F-\u009F]+/g
