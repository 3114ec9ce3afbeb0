import { clearLine, clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { createInterface } from 'node:readline/promises'
import type { Client } from '../../../client/index.ts'
import { exitCodes, IrisError, type Message } from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { follow, listRooms, newest, noteBridge, print, readRoom } from './chat.ts'

const help = [
  'Write and press Enter; Tab completes names after @.',
  '/answer <number> <answer> answers an ask, /priority <task> <number> says how urgent a task is (0 is the most),',
  '/me says what you do, /topic sets the topic, /quit leaves.',
]

/** Talks in a room on a terminal; anywhere else, and without a room, shows what there is. */
export async function openRoom(context: CommandContext, room: string | undefined): Promise<number> {
  if (room === undefined) return listRooms(context, {})
  if (!process.stdin.isTTY || !process.stdout.isTTY || context.output.json)
    return readRoom(context, room, { limit: '50' })
  const client = await connectOrStart(context)
  const { channel, members } = await client.call('getChannel', { channel: room })
  const { teams } = await client.call('listTeams', {})
  const { output } = context
  output.note(`${channel.name}  ${channel.topic}`)
  await noteBridge(context, client)
  noteHelp(context)
  const names = [...new Set([...members, ...teams, { name: 'iris' }].map(({ name }) => name))]
  const prompt = `${channel.name}> `
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt,
    completer: (line: string) => completed(line, names),
  })
  const ended = new AbortController()
  const show = (message: Message): void => {
    clearLine(process.stdout, 0)
    cursorTo(process.stdout, 0)
    print(context, message)
    lines.prompt(true)
  }
  const after = await newest(context, client, { room })
  const following = follow(client, { room, after, show, signal: ended.signal })
  lines.prompt()
  for await (const line of lines) {
    if (/^\/(?:quit|exit)\s*$/.test(line)) break
    // What was said comes back as a message; it need not stand here twice.
    takeBack(prompt + line)
    if (line.trim() !== '') await doOrTell(context, client, { room, line })
    lines.prompt()
  }
  ended.abort()
  lines.close()
  await following
  return exitCodes.ok
}

function noteHelp({ output }: CommandContext): void {
  for (const line of help) output.note(output.paint('dim', line))
}

/** Names after an @, as Tab completes them. */
function completed(line: string, names: readonly string[]): [string[], string] {
  const [word = ''] = /@[\p{L}\p{N}._-]*$/u.exec(line) ?? []
  if (word === '') return [[], line]
  const wanted = word.slice(1).toLowerCase()
  const found = names.filter((name) => name !== 'user' && name.toLowerCase().startsWith(wanted))
  return [found.map((name) => `@${name} `), word]
}

/** Removes what was just entered from the screen, however many rows it takes. */
function takeBack(entered: string): void {
  const rows = Math.ceil(Math.max(1, entered.length) / (process.stdout.columns || 80))
  moveCursor(process.stdout, 0, -rows)
  cursorTo(process.stdout, 0)
  clearScreenDown(process.stdout)
}

async function doOrTell(
  context: CommandContext,
  client: Client,
  { room, line }: { room: string; line: string },
): Promise<void> {
  try {
    await act(context, client, { room, line })
  } catch (error) {
    if (!(error instanceof IrisError)) throw error
    context.output.error(error)
  }
}

/** Says it, or does what a slash says. */
async function act(
  context: CommandContext,
  client: Client,
  { room: channel, line }: { room: string; line: string },
): Promise<void> {
  const [, command, rest = ''] = /^\/([a-z]+)(?:\s+(.*))?$/i.exec(line) ?? []
  const body = line.trim()
  if (command === undefined || command === 'answer' || command === 'priority')
    await client.call('postMessage', { channel, body })
  else if (command === 'me') await client.call('postMessage', { channel, body: rest, form: 'action' })
  else if (command === 'topic') await client.call('changeChannel', { channel, topic: rest.trim() })
  else if (command === 'help') noteHelp(context)
  else
    throw new IrisError(
      'USAGE',
      `There is no command /${command}. To say it as it is, begin the line with a space.`,
    )
}
