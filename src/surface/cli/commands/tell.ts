import { text as textOf } from 'node:stream/consumers'
import type { Client, TellStep } from '../../../client/index.ts'
import { exitCodes, IrisError, type TellOutcome } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import { activityWords, describeUse, fieldsOf, nextStep } from '../../views/index.ts'
import type { CommandContext } from '../command.ts'
import { duration } from '../output.ts'
import { createPatience } from '../patience.ts'
import { endings, oneLine, tellExits, waits } from '../words.ts'

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
    output.line(`  See what comes of it: iris report ${receipt.to}`)
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
  const view = createView(context, to)
  let outcome: TellOutcome | undefined
  try {
    const steps = client.tell({ to, message, signal: patience.signal, onState: view.connection })
    for await (const step of steps) {
      outcome = after(outcome, step)
      view.show(step)
    }
  } finally {
    patience.end()
    view.end()
  }
  if (!outcome) throw new IrisError('UNEXPECTED', 'The tell ended without a receipt.')
  return outcome
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
  const ask = step.waitingFor === 'permission' ? outcome.ask : null
  return { ...outcome, status: step.status, waitingFor: step.waitingFor, ask }
}

interface View {
  show(step: TellStep): void
  connection: (state: 'open' | 'broken') => void
  end(): void
}

/** The answer goes to stdout, everything about it to stderr, so that the answer alone can be piped. */
function createView({ output }: CommandContext, team: string): View {
  let hasText = false
  let atLineStart = true
  let isLost = false
  const note = (text: string): void => {
    if (output.json) return
    output.note(`${atLineStart ? '' : '\n'}${output.paint('dim', text)}`)
    atLineStart = true
  }
  const say = (text: string): void => {
    if (output.json || text === '') return
    output.text(text)
    hasText = true
    atLineStart = text.endsWith('\n')
  }
  return {
    show(step) {
      if (step.kind === 'text') say(step.text)
      if (step.kind === 'state' && step.waitingFor)
        note(`${team} ${waits[step.waitingFor]}. ${step.reason ?? ''}`.trim())
      // Who watches sees that work goes on; a log needs no line for each tool.
      if (step.kind === 'use' && process.stderr.isTTY) note(`· ${doing(step)}`)
      if (step.kind === 'ask')
        note(`${step.text}\n  iris inbox show ${step.ask}\n  iris inbox answer ${step.ask} …`)
      if (step.kind === 'end' && !hasText) say(step.outcome.text)
    },
    connection(state) {
      // Told once, however many tries it takes.
      if (state === 'broken' && !isLost)
        note('The connection to Iris was lost; trying again. The turn goes on.')
      if (state === 'open' && isLost) note('Iris is back.')
      isLost = state === 'broken'
    },
    end: () => (atLineStart || output.json ? undefined : output.text('\n')),
  }
}

/** `running npm test` */
function doing({ tool, input }: Extract<TellStep, { kind: 'use' }>): string {
  return oneLine(activityWords(describeUse(tool, fieldsOf(JSON.parse(input)))), 100)
}

function showEnd({ output }: CommandContext, outcome: TellOutcome): void {
  const { status, to } = outcome
  const rehearsed = outcome.rehearsed ? ' (rehearsed)' : ''
  if (status === 'answered') return say(`${to} answered in ${duration(outcome.durationMs)}${rehearsed}`)
  if (!isEnding(status)) {
    return say(
      `Stopped waiting; the turn ${outcome.turn} goes on.\n  See it: iris report ${to}\n  End it: iris cancel ${to}`,
    )
  }
  const next = nextStep(outcome.text, outcome.advice ?? '') || endings[status].next
  output.note(
    `${output.paint('red', '✗')} The turn ${endings[status].words}.${rehearsed}${next ? `\n  ${next}` : ''}`,
  )

  function say(text: string): void {
    output.note(output.paint('dim', text))
  }
}

function isEnding(status: TellOutcome['status']): status is keyof typeof endings {
  return Object.hasOwn(endings, status)
}
