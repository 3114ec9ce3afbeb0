import { createInterface } from 'node:readline/promises'
import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type CallOutput } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless } from '../output.ts'

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
  context.output.result(answer, () => show(context, answer))
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
    show(context, await put(context, client, input))
  } catch (error) {
    if (!(error instanceof IrisError)) throw error
    context.output.error(error)
  }
}

/** Shows what Iris does while it thinks: it says so in the log. */
async function put(
  { output }: CommandContext,
  client: Client,
  input: { question: string; yes: boolean },
): Promise<Answer> {
  const name = globalThis.crypto.randomUUID()
  const { events: after } = await client.call('getStatus', {})
  const ended = new AbortController()
  const note = (text: string): void =>
    void (output.json ? undefined : process.stderr.write(`${output.paint('dim', harmless(text))}\n`))
  const watching = watch(client, { after, signal: ended.signal, name, note })
  try {
    return await client.call('askIris', { ...input, chat: name })
  } finally {
    ended.abort()
    await watching
  }
}

async function watch(
  client: Client,
  of: { after: number; signal: AbortSignal; name: string; note: (text: string) => void },
): Promise<void> {
  const types = ['chat.progressed', 'action.decided']
  try {
    for await (const { type, data } of client.events({ after: of.after, types, signal: of.signal })) {
      if (type === 'chat.progressed' && field(data, 'chat') === of.name)
        of.note(`Iris ${field(data, 'text')}`)
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

function show({ output }: CommandContext, { answer, cites, actions }: Answer): void {
  output.line(harmless(answer))
  for (const { action, team, state } of actions)
    output.line(output.paint('dim', `  ${action} ${team}: ${state}`))
  if (cites.length > 0)
    output.line(output.paint('dim', `  ${cites.map(({ seq, type }) => `#${seq} ${type}`).join(', ')}`))
}
