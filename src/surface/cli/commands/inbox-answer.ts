import { exitCodes, IrisError, type Ask } from '../../../contract/plain.ts'
import { answerWords, wants } from '../asks.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { openKeys } from '../keys.ts'
import { typedAnswer } from '../typed-answer.ts'
import { typedId } from '../typed-id.ts'
import { walk } from '../walk.ts'

/** What the user typed. */
export interface AnswerOptions {
  ask: string | undefined
  choice: readonly string[]
  text?: string
}

/** Answers one ask, or on a terminal walks through all that are open. */
export async function answerAsk(context: CommandContext, options: AnswerOptions): Promise<number> {
  if (options.ask === undefined) return answerAll(context)
  const ask = typedId('ask', options.ask)
  const client = await connectOrStart(context)
  const { ask: asked } = await client.call('getAsk', { ask })
  const answered = await client.call('answerAsk', { ask, ...typedAnswer(asked, options) })
  showAnswered(context, answered)
  return exitCodes.ok
}

function showAnswered({ output }: CommandContext, ask: Ask): void {
  output.result(ask, () => {
    const said = ask.answer ? answerWords(ask.answer) : ask.state
    output.line(`${output.paint('green', '✓')} ${ask.team}: ${wants(ask)}\n  ${said}`)
    if (ask.answer?.grant && ask.grant)
      output.line(`  From now on: ${ask.grant} (take it back with: iris inbox grants)`)
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
