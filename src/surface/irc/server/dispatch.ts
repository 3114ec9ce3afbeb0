import { parseMessage, type Message } from '../codec/index.ts'
import type { Act, Command, Commands } from './command.ts'
import { answering, fail, has, noteHeard, reply } from './session.ts'
import type { World } from './world.ts'
import type { Session } from './presence.ts'

/** A line as it came: its text, or why it is none. */
export type Line = { text: string } | { fault: 'too-long' | 'not-utf8' }

/** Carries out one line of a client. */
export type Dispatch = (world: World, session: Session, line: Line) => void | Promise<void>

export function createDispatch(commands: Commands): Dispatch {
  return (world, session, line) => {
    noteHeard(session)
    const act = actOf(world, session, line)
    if (!act) return undefined
    return carryOut(act, commands[act.message.command])
  }
}

const maxTags = 4095
const maxBody = 510

function actOf(world: World, session: Session, line: Line): Act | undefined {
  if ('fault' in line) {
    tellFault(world, session, line.fault)
    return undefined
  }
  const text = line.text.replaceAll('\0', '')
  const body = text.startsWith('@') ? text.indexOf(' ') + 1 : 0
  if (body > maxTags + 1 || Buffer.byteLength(text) - Buffer.byteLength(text.slice(0, body)) > maxBody) {
    tellFault(world, session, 'too-long')
    return undefined
  }
  const message = parseMessage(text)
  return message && { world, session, message, params: message.params }
}

function tellFault(world: World, session: Session, fault: 'too-long' | 'not-utf8'): void {
  if (fault === 'too-long') reply(world, session, ['417', 'This line is too long.'])
  else fail(world, session, ['*', 'INVALID_UTF8', 'This line is not UTF-8.'])
}

function carryOut(act: Act, command: Command | undefined): void | Promise<void> {
  const { world, session, message } = act
  const label = has(session, 'labeled-response') ? message.tags.get('label') : undefined
  const isDeferred = message.command === 'BATCH' || message.tags.has('batch')
  const finish =
    label !== undefined && label !== '' && !isDeferred ? answering(world, session, label) : undefined
  const acted = acting(world, session, () => run(act, command))
  if (!acted) return finish?.()
  return acted.finally(() => finish?.())
}

/** What the client is sent meanwhile answers its command. */
export function acting<T>(world: World, session: Session, work: () => T): T {
  const before = world.acting
  world.acting = session
  try {
    return work()
  } finally {
    world.acting = before
  }
}

function run(act: Act, command: Command | undefined): void | Promise<void> {
  const { world, session, message, params } = act
  const { user } = session
  if (!command?.before && !user) return reply(world, session, ['451', 'Say who you are first.'])
  if (!command) return reply(world, session, ['421', shownCommand(message), 'There is no such command.'])
  if (params.length < (command.least ?? 0))
    return reply(world, session, ['461', message.command, 'Not enough parameters.'])
  if (command.before) return command.run(act)
  return user && command.run({ ...act, user })
}

function shownCommand({ command }: Message): string {
  return command.slice(0, 32)
}
