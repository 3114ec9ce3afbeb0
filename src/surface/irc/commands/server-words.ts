import type { Commands, UserAct } from '../server/command.ts'
import { sendCounts, sendMotd } from '../server/greeting.ts'
import { sendSupport } from '../server/isupport.ts'
import { reply } from '../server/session.ts'

export const serverCommands: Commands = {
  LUSERS: { run: ({ world, session }) => sendCounts(world, session) },
  MOTD: { run: ({ world, session }) => sendMotd(world, session) },
  TIME: { run: time },
  VERSION: { run: version },
  INFO: { run: info },
  LINKS: { run: links },
  HELP: { run: help },
  OPER: {
    least: 2,
    run: ({ world, session }) => reply(world, session, ['491', 'There are no operators of this server.']),
  },
}

function time({ world, session }: UserAct): void {
  const now = world.clock.now()
  reply(world, session, [
    '391',
    world.settings.name,
    String(Math.floor(now / 1000)),
    '0',
    new Date(now).toUTCString(),
  ])
}

function version({ world, session }: UserAct): void {
  const { name, version } = world.settings
  reply(world, session, ['351', `iris-${version}`, name, 'rooms of Iris over IRC'])
  sendSupport(world, session)
}

function info({ world, session }: UserAct): void {
  reply(world, session, ['371', `Iris ${world.settings.version}`])
  reply(world, session, ['371', `Up since ${new Date(world.startedAt).toISOString()}`])
  reply(world, session, ['374', 'That is all.'])
}

function links({ world, session }: UserAct): void {
  const { name, network } = world.settings
  reply(world, session, ['364', name, name, `0 ${network}`])
  reply(world, session, ['365', '*', 'That is all.'])
}

function help({ world, session, params }: UserAct): void {
  const subject = params[0] ?? '*'
  reply(world, session, ['704', subject, 'Rooms of Iris over IRC'])
  reply(world, session, ['705', subject, 'LIST shows the channels, JOIN #name enters one.'])
  reply(world, session, ['706', subject, 'That is all.'])
}
