import { createInterface } from 'node:readline/promises'
import type { Client } from '../../../client/index.ts'
import {
  exitCodes,
  IrisError,
  type CallOutput,
  type ChatWriting,
  type EventType,
  type Writing,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { createWrittenAnswer } from '../written-answer.ts'

type Answer = CallOutput<'askIris'>

/** Asks Iris once; without a question on a terminal, as often as the user likes. */
export async function ask(
  context: CommandContext,
  options: { words: readonly string[]; yes?: boolean },
): Promise<number> {
  const question = options.words.join(' ').trim()
  const isChat = question === '' && process.stdin.isTTY && process.stdout.isTTY && !context.output.json
  if (question === '' && !isChat)
    throw new IrisError('USAGE', 'Ask something, such as: iris ask "what is active?"')
  const client = await connectOrStart(context)
  const yes = options.yes ?? false
  if (isChat) return chat(context, client, yes)
  const answer = await put(context, client, { question, yes })
  context.output.result(answer, () => showRest(context, answer))
  return exitCodes.ok
}

async function chat(context: CommandContext, client: Client, yes: boolean): Promise<number> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'you> ' })
  lines.prompt()
  for await (const line of lines) {
    const question = line.trim()
    if (question === 'exit' || question === 'quit') break
    if (question !== '') await answerOne(context, client, { question, yes })
    lines.prompt()
  }
  lines.close()
  return exitCodes.ok
}

async function answerOne(
  context: CommandContext,
  client: Client,
  input: { question: string; yes: boolean },
): Promise<void> {
  try {
    showRest(context, await put(context, client, input))
  } catch (error) {
    if (!(error instanceof IrisError)) throw error
    context.output.error(error)
  }
}

/** Shows what Iris does while it thinks, and in a terminal its answer as it is written. */
async function put(
  { output }: CommandContext,
  client: Client,
  input: { question: string; yes: boolean },
): Promise<Answer> {
  const name = globalThis.crypto.randomUUID()
  const { events: after } = await client.call('getStatus', {})
  const ended = new AbortController()
  const written = createWrittenAnswer((text) => (output.json ? undefined : output.text(text)))
  const note = (text: string): void => {
    if (output.json) return
    written.breakLine()
    output.note(output.paint('dim', text))
  }
  const write = process.stdout.isTTY ? (piece: ChatWriting): void => written.add(piece) : undefined
  const watching = watch(client, { after, signal: ended.signal, name, note, write })
  try {
    const answer = await client.call('askIris', { ...input, chat: name })
    ended.abort()
    written.finish(answer.answer)
    return answer
  } finally {
    ended.abort()
    written.breakLine()
    await watching
  }
}

async function watch(
  client: Client,
  of: {
    after: number
    signal: AbortSignal
    name: string
    note: (text: string) => void
    write: ((piece: ChatWriting) => void) | undefined
  },
): Promise<void> {
  const { after, signal, name, write } = of
  const types: EventType[] = ['chat.progressed', 'action.decided']
  const onWriting = (piece: Writing): void => {
    if (write && !signal.aborted && 'chat' in piece && piece.chat === name) write(piece)
  }
  try {
    for await (const { type, data } of client.events({ after, types, signal, ...(write && { onWriting }) })) {
      if (type === 'chat.progressed' && field(data, 'chat') === name) of.note(`Iris ${field(data, 'text')}`)
      if (type === 'action.decided' && field(data, 'state') === 'asked')
        of.note(`Iris wants your leave: iris inbox answer ${field(data, 'ask')}`)
    }
  } catch {
    // Progress is a courtesy: the answer itself tells what went wrong.
  }
}

function field(data: unknown, name: string): string {
  const value =
    typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name) : undefined
  return typeof value?.[1] === 'string' ? value[1] : ''
}

/** What stands below the answer itself. */
function showRest({ output }: CommandContext, { cites, actions }: Answer): void {
  for (const { action, team, state } of actions)
    output.line(output.paint('dim', `  ${action} ${team}: ${state}`))
  if (cites.length > 0)
    output.line(output.paint('dim', `  ${cites.map(({ seq, type }) => `#${seq} ${type}`).join(', ')}`))
}
