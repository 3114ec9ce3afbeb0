import { IrisError, type Caller, type Channel, type Message } from '../../contract/index.ts'
import { daemonName } from './author.ts'
import type { RoomsContext } from './context.ts'

const command = /^[/!]priority\s+(\S+)\s+([0-4])$/

export const isPriority = (body: string): boolean => /^[/!]priority(\s|$)/.test(body)

/** Sets how urgent a task is from a room, as a person may anywhere; the room sees it. */
export async function prioritizeIn(
  { channels, tasks }: Pick<RoomsContext, 'channels' | 'tasks'>,
  { caller, channel, body }: { caller: Caller; channel: Channel; body: string },
): Promise<Message> {
  if (caller.kind !== 'human' || caller.delegate)
    throw new IrisError('FORBIDDEN', 'Only you say how urgent a task is.')
  const [, name, digit] = command.exec(body.trim()) ?? []
  if (name === undefined)
    throw new IrisError('USAGE', 'Say /priority <task> <number>: 0 is the most urgent, 4 the least.')
  const { key, priority, title } = tasks.prioritize({ name, by: caller.name }, Number(digit))
  return channels.post({
    channel: channel.channel,
    author: { name: daemonName, kind: 'daemon' },
    body: `${key} has priority ${priority} now: ${title.slice(0, 200)}`,
    form: 'notice',
    origin: 'daemon',
  })
}
