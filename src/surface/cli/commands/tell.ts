import { text as textOf } from 'node:stream/consumers'
import type { Client, TellStep } from '../../../client/index.ts'
import { endedWords, exitCodes, IrisError, type TellOutcome } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import { nextStep, tookWords } from '../../views/index.ts'
import type { CommandContext } from '../command.ts'
import { createPatience } from '../patience.ts'
import { standing } from '../standing.ts'
import { createTellView } from '../tell-view.ts'
import { nextSteps, tellExits } from '../words.ts'

/** What the user typed. */
export interface TellOptions {
  team: string
  words: readonly string[]
  async?: boolean
  timeout?: string
}

/** Puts a message to a team and shows its answer as it comes. */
export async function tell(context: CommandContext, options: TellOptions): Promise<number> {
  const within = await readTimeout(options)
  const message = await messageIn(options.words)
  const client = await connectOrStart(context)
  if (options.async) return showReceipt(context, await put(client, options.team, message))
  const outcome = await follow(context, client, { to: options.team, message, within })
  context.output.result(outcome, () => showEnd(context, outcome))
  return tellExits[outcome.status]
}

async function readTimeout({ timeout, async }: TellOptions): Promise<number | undefined> {
  if (timeout === undefined) return undefined
  if (async) throw new IrisError('USAGE', '--async does not wait, so it takes no --timeout.')
  // Loaded here because the config reader costs time that most tells need not spend.
  const { parseDuration } = await import('../../../platform/config/index.ts')
  const within = parseDuration(timeout)
  if (within === undefined || within < 1 || within > 86_400_000)
    throw new IrisError('USAGE', `--timeout takes a time such as 30s or 5m, not ${JSON.stringify(timeout)}.`)
  return within
}

async function messageIn(words: readonly string[]): Promise<string> {
  const message = words.length === 1 && words[0] === '-' ? await textOf(process.stdin) : words.join(' ')
  if (message.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The message has no text.')
  return message
}

function put(client: Client, to: string, message: string): Promise<TellOutcome> {
  return client.call('tellTeam', { to, message, timeout: -1 })
}

function showReceipt({ output }: CommandContext, receipt: TellOutcome): number {
  output.result(receipt, () => {
    output.line(`Accepted: ${receipt.turn}`)
    output.line(`  See the answer:  iris report ${receipt.to}`)
    output.line(`  Stop or drop it: iris cancel ${receipt.turn}`)
  })
  return exitCodes.ok
}

/** Follows the turn until it ends or the user's patience does; then the outcome tells how far it got. */
async function follow(
  context: CommandContext,
  client: Client,
  input: { to: string; message: string; within: number | undefined },
): Promise<TellOutcome> {
  const patience = createPatience(input.within)
  const { to, message } = input
  const view = createTellView(context, { team: to, client })
  let outcome: TellOutcome | undefined
  try {
    const steps = client.tell({ to, message, signal: patience.signal, onState: view.connection })
    for await (const step of steps) {
      outcome = after(outcome, step)
      await view.show(step)
    }
  } finally {
    patience.end()
    view.end()
  }
  if (!outcome) throw new IrisError('UNEXPECTED', 'The tell ended without a receipt.')
  return isEnding(outcome.status) ? outcome : standing(client, outcome)
}

/** The outcome as it stands after a step. */
function after(outcome: TellOutcome | undefined, step: TellStep): TellOutcome | undefined {
  if (step.kind === 'receipt' || step.kind === 'end') return step.outcome
  if (!outcome || step.kind === 'use') return outcome
  if (step.kind === 'text') {
    const text = outcome.text + step.text
    return { ...outcome, status: 'delivered', waitingFor: null, ask: null, text }
  }
  if (step.kind === 'ask') return { ...outcome, ask: step.ask }
  const isAsking = step.status === 'needs_permission' || step.status === 'needs_answer'
  const ask = isAsking ? outcome.ask : null
  return { ...outcome, status: step.status, waitingFor: step.waitingFor, ask }
}

function showEnd({ output }: CommandContext, outcome: TellOutcome): void {
  const { status, to, durationMs, queuedMs, waitedMs } = outcome
  const rehearsed = outcome.rehearsed ? ' (rehearsed)' : ''
  const took = tookWords({ workedMs: durationMs - queuedMs - waitedMs, queuedMs, waitedMs })
  if (status === 'answered') return say(`${to} answered in ${took}${rehearsed}`)
  if (!isEnding(status)) {
    const goesOn = status === 'queued' ? 'stays queued' : 'continues'
    const why = outcome.advice ? `\n  ${outcome.advice}` : ''
    const end = `${status === 'queued' ? 'Drop it:' : 'End it: '} iris cancel ${outcome.turn}`
    return say(
      `Stopped waiting; the turn ${outcome.turn} ${goesOn}.${why}\n  See it:  iris report ${to}\n  ${end}`,
    )
  }
  const next = nextStep(outcome.text, outcome.advice ?? '') || nextSteps[status]
  output.note(
    `${output.paint('red', '✗')} The turn ${endedWords[status]}.${rehearsed}${next ? `\n  ${next}` : ''}`,
  )

  function say(text: string): void {
    output.note(output.paint('dim', text))
  }
}

function isEnding(status: TellOutcome['status']): status is keyof typeof endedWords {
  return Object.hasOwn(endedWords, status)
}
