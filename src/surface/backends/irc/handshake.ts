import { formatMessage, type IrcMessage } from '../../irc/index.ts'

/** What Iris can make use of; servers offer more. */
const wanted = [
  'message-tags',
  'server-time',
  'batch',
  'labeled-response',
  'account-tag',
  'draft/chathistory',
  'draft/event-playback',
  'draft/multiline',
  'draft/relaymsg',
]

export interface Login {
  nick: string
  realname: string
  password?: string | undefined
  account?: { name: string; password: string } | undefined
}

/** What a server said of itself. */
export interface Greeting {
  /** What whoever connected is called there. */
  nick: string
  capabilities: ReadonlyMap<string, string>
}

/** Comes in at a server: capabilities, account, nick. */
export interface Handshake {
  begin(): void
  /** True once it is done. */
  take(message: IrcMessage): boolean
  greeting: Greeting
}

interface State {
  login: Login
  greeting: Greeting
  offered: Map<string, string>
  accepted: Map<string, string>
  nickTries: number
  say: (command: string, ...params: string[]) => void
  fail: (reason: string) => void
}

const noSasl = 'The server offers no SASL, which the account needs.'

export function createHandshake(
  login: Login,
  { send, fail }: { send: (line: string) => void; fail: (reason: string) => void },
): Handshake {
  const accepted = new Map<string, string>()
  const greeting = { nick: login.nick, capabilities: accepted }
  const say = (command: string, ...params: string[]): void =>
    send(formatMessage({ source: undefined, command, params }))
  const state: State = { login, greeting, offered: new Map(), accepted, nickTries: 0, say, fail }
  return { begin: () => begin(state), take: (message) => take(state, message), greeting }
}

function begin({ login, say }: State): void {
  say('CAP', 'LS', '302')
  if (login.password !== undefined) say('PASS', login.password)
  say('NICK', login.nick)
  say('USER', 'iris', '0', '*', login.realname)
}

function take(state: State, { command, params }: IrcMessage): boolean {
  const last = params.at(-1) ?? ''
  if (command === 'CAP') capability(state, params)
  else if (command === 'AUTHENTICATE') authenticate(state)
  else if (command === '903') state.say('CAP', 'END')
  else if (/^90[24567]$/.test(command)) state.fail(`The account was refused: ${last}`)
  else if (/^43[23678]$/.test(command)) nextNick(state, last)
  else if (/^46[45]$/.test(command)) state.fail(last)
  else if (command === '001') welcomed(state, params[0])
  return command === '376' || command === '422'
}

function welcomed({ login, accepted, greeting, fail }: State, nick: string | undefined): void {
  if (login.account && !accepted.has('sasl')) fail(noSasl)
  greeting.nick = nick ?? greeting.nick
}

function capability(state: State, [, verb, ...rest]: readonly string[]): void {
  const { offered, accepted, login, say } = state
  const names = (rest.at(-1) ?? '').split(' ').filter(Boolean)
  if (verb === 'LS') {
    for (const token of names) {
      const [name = '', ...value] = token.split('=')
      offered.set(name, value.join('='))
    }
    if (rest[0] !== '*') ask(state)
  } else if (verb === 'ACK') {
    for (const name of names) accepted.set(name, offered.get(name) ?? '')
    if (login.account && accepted.has('sasl')) say('AUTHENTICATE', 'PLAIN')
    else say('CAP', 'END')
  } else if (verb === 'NAK') say('CAP', 'END')
}

function ask({ login, offered, say, fail }: State): void {
  const names = [...wanted, ...(login.account ? ['sasl'] : [])].filter((name) => offered.has(name))
  if (login.account && !offered.has('sasl')) fail(noSasl)
  else if (names.length === 0) say('CAP', 'END')
  else say('CAP', 'REQ', names.join(' '))
}

function authenticate({ login, say }: State): void {
  const { name = '', password = '' } = login.account ?? {}
  const secret = Buffer.from(`\0${name}\0${password}`).toString('base64')
  for (let from = 0; from <= secret.length; from += 400)
    say('AUTHENTICATE', secret.slice(from, from + 400) || '+')
}

const maxNickTries = 20
/** What every server takes. */
const shortNick = 9

/** Somebody has the nick, or the server does not like it: another one that shows whose it is. */
function nextNick(state: State, reason: string): void {
  state.nickTries += 1
  const { nickTries: tries, login, greeting } = state
  if (tries > maxNickTries) return state.fail(`No nick like ${login.nick} was free: ${reason}`)
  const tail = tries < 3 ? '_'.repeat(tries) : String(tries)
  const base = tries < 6 ? login.nick : login.nick.slice(0, shortNick - tail.length)
  greeting.nick = `${base}${tail}`
  state.say('NICK', greeting.nick)
}
