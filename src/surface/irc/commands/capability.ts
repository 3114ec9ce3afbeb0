import { capabilities, isCapability, type Capability } from '../server/capabilities.ts'
import type { Act, Commands } from '../server/command.ts'
import { tryRegister } from '../server/registration.ts'
import { addressOf, reply, send } from '../server/session.ts'

export const capabilityCommands: Commands = { CAP: { least: 1, before: true, run: negotiate } }

function negotiate(act: Act): void {
  const { world, session, params } = act
  const [subcommand = ''] = params
  switch (subcommand.toUpperCase()) {
    case 'LS':
      return list(act)
    case 'LIST':
      return answerIn(act, 'LIST', [...session.capabilities])
    case 'REQ':
      return request(act)
    case 'END':
      session.isNegotiating = false
      return tryRegister(world, session)
    default:
      return reply(world, session, ['410', subcommand, 'There is no such subcommand of CAP.'])
  }
}

function list(act: Act): void {
  const { session, params } = act
  const version = Number(params[1] ?? 301)
  if (!session.user) session.isNegotiating = true
  if (version >= 302) {
    session.version = Math.max(session.version, version)
    session.capabilities.add('cap-notify')
  }
  const all = Object.entries(capabilities)
  answerIn(
    act,
    'LS',
    all.map(([name, value]) => (version >= 302 && value ? `${name}=${value}` : name)),
  )
}

const maxLine = 400

/** Older clients take one line only; newer ones are told that more follows. */
function answerIn({ world, session }: Act, subcommand: string, names: readonly string[]): void {
  const lines: string[] = ['']
  for (const name of names) {
    const line = lines.at(-1) ?? ''
    if (session.version >= 302 && line.length + name.length > maxLine) lines.push(name)
    else lines[lines.length - 1] = line ? `${line} ${name}` : name
  }
  for (const [place, line] of lines.entries()) {
    const more = place < lines.length - 1 ? ['*'] : []
    send(world, session, {
      source: world.settings.name,
      command: 'CAP',
      params: [addressOf(session), subcommand, ...more, line],
    })
  }
}

function request({ world, session, params }: Act): void {
  const asked = params[1] ?? ''
  if (!session.user) session.isNegotiating = true
  const changes = asked.split(' ').filter(Boolean).map(changeOf)
  const isGranted = changes.every((change) => change !== undefined && isAllowed(change, session.version))
  if (isGranted)
    for (const change of changes) {
      if (change?.wanted) session.capabilities.add(change.name)
      else if (change) session.capabilities.delete(change.name)
    }
  send(world, session, {
    source: world.settings.name,
    command: 'CAP',
    params: [addressOf(session), isGranted ? 'ACK' : 'NAK', asked],
  })
}

interface Change {
  name: Capability
  wanted: boolean
}

function changeOf(word: string): Change | undefined {
  const wanted = !word.startsWith('-')
  const name = wanted ? word : word.slice(1)
  return isCapability(name) ? { name, wanted } : undefined
}

/** Who speaks the newer version is told of changes, asked for or not. */
function isAllowed({ name, wanted }: Change, version: number): boolean {
  return wanted || name !== 'cap-notify' || version < 302
}
