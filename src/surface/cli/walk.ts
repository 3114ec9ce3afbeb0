import type { Client } from '../../client/index.ts'
import { IrisError, type Ask, type AskQuestion, type CallInput } from '../../contract/plain.ts'
import { answerWords } from './asks.ts'
import type { CommandContext } from './command.ts'
import { describe } from './commands/inbox.ts'
import type { Keys } from './keys.ts'
import { harmless } from './output.ts'
import { readToEnd } from './reader.ts'

type Step = 'next' | 'leave'
type Answer = Omit<CallInput<'answerAsk'>, 'ask'>

/** Walks through the open asks, one keystroke per option. */
export async function walk(context: CommandContext, client: Client, keys: Keys): Promise<void> {
  const { output } = context
  const seen = new Set<string>()
  for (;;) {
    const { asks } = await client.call('listAsks', { limit: 200 })
    const ask = asks.find((one) => !seen.has(one.ask))
    if (!ask) return output.line(seen.size > 0 ? 'That was all.' : 'Nothing is waiting for you.')
    seen.add(ask.ask)
    // Lists cut what is long; only what was read whole is answered.
    const { ask: whole } = await client.call('getAsk', { ask: ask.ask })
    if ((await answerOne(context, { client, keys, ask: whole })) === 'leave') return undefined
  }
}

async function answerOne(
  context: CommandContext,
  { client, keys, ask }: { client: Client; keys: Keys; ask: Ask },
): Promise<Step> {
  const { output } = context
  const read = await readToEnd(context, keys, describe(context, ask))
  if (read !== 'read') return read === 'skip' ? 'next' : 'leave'
  output.line(output.paint('dim', '  s  skip   t  type an answer   q  leave'))
  const choices: Exclude<Choice, 'leave' | 'skip'>[] = []
  for (const [place, question] of ask.questions.entries()) {
    if (ask.questions.length > 1) output.line(`${place + 1}. ${harmless(question.question)}`)
    const choice = await choose(context, question, keys)
    if (choice === 'leave') return 'leave'
    if (choice === 'skip') return 'next'
    choices.push(choice)
  }
  await send(context, client, { ask: ask.ask, ...answerOf(ask, choices) })
  return 'next'
}

/** Words alone about a permission or a plan are a no with its reason. */
function answerOf({ kind }: Ask, choices: readonly ({ keys: string[] } | { text: string })[]): Answer {
  const [first] = choices
  if ((kind === 'permission' || kind === 'plan') && first)
    return 'text' in first ? { choose: ['n'], text: first.text } : { choose: first.keys }
  const answers = choices.map((choice, place) => {
    return [String(place + 1), 'text' in choice ? [choice.text] : choice.keys] as const
  })
  return { answers: Object.fromEntries(answers) }
}

type Choice = 'leave' | 'skip' | { keys: string[] } | { text: string }

async function choose(context: CommandContext, question: AskQuestion, keys: Keys): Promise<Choice> {
  const { options, multiSelect, freeText } = question
  const chosen = new Set<string>()
  for (;;) {
    const key = await keys.next()
    if (key === undefined) return 'leave'
    const option = options.find((one) => one.key === key)
    if (option && !multiSelect) return { keys: [key] }
    if (option) showChosen(context, options, toggled(chosen, key))
    else if ((key === '\r' || key === '\n') && chosen.size > 0)
      return { keys: options.map((one) => one.key).filter((one) => chosen.has(one)) }
    else if (key === 's') return 'skip'
    else if (key === 't' && freeText) return { text: await keys.line('> ') }
  }
}

function toggled(chosen: Set<string>, key: string): ReadonlySet<string> {
  if (!chosen.delete(key)) chosen.add(key)
  return chosen
}

function showChosen(
  { output }: CommandContext,
  options: AskQuestion['options'],
  chosen: ReadonlySet<string>,
): void {
  const labels = options.filter(({ key }) => chosen.has(key)).map(({ label }) => harmless(label))
  output.line(output.paint('dim', `  chosen: ${labels.join(', ') || 'nothing'}; Enter takes them`))
}

/** Somebody else may have been faster; then the walk goes on. */
async function send(
  { output }: CommandContext,
  client: Client,
  input: CallInput<'answerAsk'>,
): Promise<void> {
  try {
    const { answer } = await client.call('answerAsk', input)
    output.line(`${output.paint('green', '✓')} ${answer ? answerWords(answer) : ''}\n`)
  } catch (error) {
    if (!(error instanceof IrisError)) throw error
    output.line(`${output.paint('red', '✗')} ${error.message}\n`)
  }
}
