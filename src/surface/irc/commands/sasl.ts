import { sessionsAround } from '../server/audience.ts'
import type { Act, Commands } from '../server/command.ts'
import { acting } from '../server/dispatch.ts'
import { fold } from '../server/names.ts'
import { has, reply, send, sendAll } from '../server/session.ts'
import { by, sourceOf } from '../server/user.ts'
import type { World } from '../server/world.ts'
import type { Account, User } from '../server/presence.ts'

export const saslCommands: Commands = { AUTHENTICATE: { least: 1, before: true, run: authenticate } }

const maxPart = 400
const maxWhole = 4096
const maxClientName = 64

function authenticate(act: Act): void | Promise<void> {
  const { world, session, params } = act
  const [text = ''] = params
  if (!has(session, 'sasl')) return reply(world, session, ['904', 'Ask for the capability sasl first.'])
  if (text === '*') return abort(act)
  if (!mayLogIn(act)) return reply(world, session, ['907', 'You are logged in already.'])
  if (!session.login) return begin(act, text)
  return proceed(act, text)
}

/** Whose connections are several stays who they are, and so does everybody where only accounts come in. */
function mayLogIn({ world, session }: Act): boolean {
  if (!session.user) return true
  return world.backing.guests && session.user.sessions.size === 1
}

function abort({ world, session }: Act): void {
  session.login = undefined
  reply(world, session, ['906', 'The login was aborted.'])
}

function begin({ world, session }: Act, mechanism: string): void {
  if (mechanism.toUpperCase() !== 'PLAIN') {
    reply(world, session, ['908', 'PLAIN', 'is the one way to log in.'])
    return reply(world, session, ['904', 'The login failed.'])
  }
  session.login = { mechanism: 'PLAIN', received: '' }
  return send(world, session, { command: 'AUTHENTICATE', params: ['+'] })
}

async function proceed(act: Act, text: string): Promise<void> {
  const { world, session } = act
  const { login } = session
  if (!login) return
  if (text.length > maxPart || login.received.length + text.length > maxWhole) {
    session.login = undefined
    return reply(world, session, [text.length > maxPart ? '905' : '904', 'This is too long.'])
  }
  if (text !== '+') login.received += text
  if (text.length === maxPart) return
  await finish(act, login.received)
}

/** The client's next lines wait for this: who is let in meanwhile would be let in unknown. */
async function finish(act: Act, received: string): Promise<void> {
  const { world, session } = act
  const shown = shownIn(received)
  const account = shown && (await world.backing.verify(shown.name, shown.secret))
  if (session.isClosed || !session.login) return
  if (shown) session.client = shown.name.slice(0, maxClientName)
  acting(world, session, () => conclude(act, account))
}

function conclude({ world, session }: Act, account: Account | undefined): void {
  session.login = undefined
  if (!account) return reply(world, session, ['904', 'The login failed.'])
  session.account = account
  if (session.user) takeAccount(world, session.user, account)
  const who = session.user ? sourceOf(session.user) : `${session.wanted.nick ?? '*'}!*@*`
  reply(world, session, ['900', who, account.name, `You are logged in as ${account.name}.`])
  return reply(world, session, ['903', 'The login succeeded.'])
}

/** Somebody who is in already logs in: those around are told who they are now. */
function takeAccount(world: World, user: User, { name }: Account): void {
  user.account = name
  user.identity = fold(name)
  const noticing = [...sessionsAround(user)].filter((session) => has(session, 'account-notify'))
  sendAll(world, noticing, by(user, 'ACCOUNT', [name]))
}

/** Who is acted for, who shows themself, and the secret; nobody may act for another. */
function shownIn(received: string): { name: string; secret: string } | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(received)) return undefined
  const [actedFor = '', name, secret, ...more] = Buffer.from(received, 'base64').toString('utf8').split('\0')
  if (name === undefined || secret === undefined || more.length > 0) return undefined
  if (actedFor !== '' && actedFor !== name) return undefined
  return { name, secret }
}
