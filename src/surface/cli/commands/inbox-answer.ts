import { exitCodes, IrisError, type Ask, type CallInput } from '../../../contract/plain.ts'
import { answerWords, wants } from '../asks.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { openKeys } from '../keys.ts'
import { typedId } from '../typed-id.ts'
import { walk } from '../walk.ts'

type Answer = Omit<CallInput<'answerAsk'>, 'ask'>

/** What the user typed. */
export interface AnswerOptions {
  ask: string | undefined
  choice: readonly string[]
  text?: string
}

/** Answers one ask, or on a terminal walks through all that are open. */
export async function answerAsk(context: CommandContext, options: AnswerOptions): Promise<number> {
  const { ask } = options
  if (ask === undefined) return answerAll(context)
  const client = await connectOrStart(context)
  const answered = await client.call('answerAsk', { ask: typedId('ask', ask), ...answerIn(options) })
  showAnswered(context, answered)
  return exitCodes.ok
}

/** `2`, `SQLite` or `1=SQLite`; the last names the question by its number. */
function answerIn({ choice, text }: AnswerOptions): Answer {
  const numbered = choice.map((word) => /^(\d+)=(.+)$/s.exec(word))
  const words = text === undefined ? {} : { text }
  if (choice.length > 0 && numbered.every((match) => match !== null)) {
    const answers: Record<string, string[]> = {}
    for (const [, number = '', word = ''] of numbered) answers[number] = [...(answers[number] ?? []), word]
    return { answers, ...words }
  }
  return choice.length > 0 ? { choose: [...choice], ...words } : words
}

function showAnswered({ output }: CommandContext, ask: Ask): void {
  output.result(ask, () => {
    const said = ask.answer ? answerWords(ask.answer) : ask.state
    output.line(`${output.paint('green', '✓')} ${ask.team}: ${wants(ask)}\n  ${said}`)
    if (ask.answer?.rule && ask.rule)
      output.line(`  From now on: ${ask.rule} (take it back with: iris inbox rules)`)
  })
}

async function answerAll(context: CommandContext): Promise<number> {
  if (context.output.json || !process.stdin.isTTY)
    throw new IrisError('USAGE', 'Name an ask and a choice; there is no terminal to ask on.')
  const client = await connectOrStart(context)
  const keys = openKeys(process.stdin)
  try {
    await walk(context, client, keys)
  } finally {
    keys.close()
  }
  return exitCodes.ok
}

/** Closes a question without an answer. */
export async function dismissAsk(
  context: CommandContext,
  options: { ask: string; falseAlarm?: boolean },
): Promise<number> {
  const ask = typedId('ask', options.ask)
  const client = await connectOrStart(context)
  const closed = options.falseAlarm
    ? await client.call('markFalseAlarm', { ask })
    : await client.call('dismissAsk', { ask })
  context.output.result(closed, () => context.output.line(`Closed ${closed.ask}.`))
  return exitCodes.ok
}
