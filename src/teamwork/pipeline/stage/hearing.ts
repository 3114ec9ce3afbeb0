import { IrisError, type StageEnding } from '../../../contract/index.ts'
import { causeOfError, causeOfExit, complaintIn, type StartCause } from '../../../core/sessions/index.ts'
import type {
  AgentEvent,
  AgentExit,
  AgentOutput,
  Result,
  RunningAgent,
} from '../../../core/transport/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import type { OpenStage } from './rows.ts'
import type { StageAnswer } from './stage.ts'

const maxTime = 600_000
const maxText = 200_000

/** What an agent gave in its one turn. */
export interface Heard extends StageAnswer {
  costUsd: number
  rehearsed: boolean
  tokens: Result['usage']
}

/** It could not be asked: its process has gone before, or the pipe. */
export interface Unasked {
  vain: StartCause
}

/** An agent that is listened to until it has answered. */
export interface Hearing {
  heard: Promise<Heard | Unasked>
  /** Listens no longer; the agent goes on. */
  leave(): void
}

const shapeFailures: ReadonlySet<string> = new Set(['structured-output', 'max-turns'])
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** An end without an answer. */
export function unheard(how: StageEnding, why: string): Heard {
  return { how, why, text: '', structured: undefined, costUsd: 0, rehearsed: false, tokens: nothing }
}

/**
 * Puts a message to an agent and hears it to the end of its turn, from the first line it ever printed: what it printed
 * while nobody listened counts as well.
 */
export function hear(
  deps: { clock: Clock; onAsked: () => void },
  agent: RunningAgent,
  { message: uuid, prompt: text, askedAt }: Pick<OpenStage, 'message' | 'prompt' | 'askedAt'>,
): Hearing {
  let isAsked = askedAt !== null
  let said = ''
  let given: unknown
  let rehearsed = false
  let settle: (heard: Heard | Unasked) => void = () => undefined
  const heard = new Promise<Heard | Unasked>((resolve) => (settle = resolve))
  const fail = (how: 'failed' | 'lost', why: string): void =>
    settle({ ...unheard(how, why), text: said, rehearsed })
  const failBy = (how: 'failed' | 'lost', error: unknown): void =>
    isAsked ? fail(how, messageOf(error)) : settle({ vain: causeOfError(error) })
  const listening = agent.output$.subscribe({ next: take, error: (error) => failBy('lost', error) })
  const cancel = deps.clock.after(maxTime, () => fail('failed', 'The model did not answer in time.'))
  void put()
  return { heard: heard.finally(leave), leave }

  async function put(): Promise<void> {
    try {
      await agent.ready()
      deps.onAsked()
      isAsked = true
      // From Iris: so that neither a command nor a path in it means anything to the CLI.
      await agent.send({ uuid, text, from: 'Iris' })
    } catch (error) {
      // One that has gone says so in what it prints, behind what it said before.
      if (!(error instanceof IrisError && error.code === 'PIPE_AGENT_GONE')) failBy('failed', error)
    }
  }

  function leave(): void {
    cancel()
    listening.unsubscribe()
  }

  function take(output: AgentOutput): void {
    if ('exit' in output) void gone(output.exit)
    else note(output.event)
  }

  async function gone(exit: AgentExit): Promise<void> {
    if (isAsked) return fail('lost', 'The process ended before it answered.')
    const complaint = await agent.complaints().then(complaintIn, () => '')
    settle({ vain: causeOfExit({ ...exit, complaint }) })
  }

  function note(event: AgentEvent): void {
    rehearsed ||= event.rehearsed ?? false
    if (event.kind === 'said' && !event.subagent && event.error === undefined) {
      said = `${said}\n\n${wordsOf(event)}`.trim().slice(0, maxText)
      given = givenIn(event) ?? given
    }
    if (event.kind === 'result' && !event.isEmpty) settle({ ...answerOf(event, { said, given }), rehearsed })
  }
}

function wordsOf({ parts }: AgentEvent & { kind: 'said' }): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

/** What the model gave by the tool for it, whether or not it fitted the schema. */
function givenIn({ parts }: AgentEvent & { kind: 'said' }): unknown {
  return parts
    .flatMap((part) => (part.type === 'tool' && part.name === 'StructuredOutput' ? [part.input] : []))
    .at(-1)
}

function answerOf(
  { end, text, structured, totalCost, usage }: Result,
  { said, given }: { said: string; given: unknown },
): Omit<Heard, 'rehearsed'> {
  const spent = { costUsd: totalCost, tokens: usage }
  if (end.how === 'answered')
    return {
      how: 'answered',
      why: null,
      text: said === '' ? text : said,
      structured: structured ?? given,
      ...spent,
    }
  // Only its shape was missing or wrong, and nobody asks again for that: what it said is its answer.
  if (end.how === 'failed' && shapeFailures.has(end.reason) && (said !== '' || given !== undefined))
    return { how: 'answered', why: null, text: said, structured: given, ...spent }
  const why = end.how === 'failed' ? end.message : 'It was interrupted.'
  return { how: 'failed', why, text: said, structured: undefined, ...spent }
}
