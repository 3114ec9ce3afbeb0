import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createLineReader, formatMessage, parseMessage, type IrcMessage } from '../../irc/index.ts'

/** A server with RELAYMSG, as ergo has it: for operators of the channel only. */
export interface RelayingServer {
  port: number
  /** Whether whoever asks is taken for an operator. */
  relays: boolean
  /** Who asked whether it went on, and with which word. */
  asked: string[]
  end(): Promise<void>
}

interface Client {
  socket: Socket
  nick: string
  /** It asks for capabilities before it comes in. */
  isNegotiating: boolean
}

/** Who is there, and what the test has set. */
interface Here {
  clients: Set<Client>
  server: Pick<RelayingServer, 'relays' | 'asked'>
}

const capabilities = 'draft/relaymsg=/ labeled-response message-tags'

export async function openRelayingServer(): Promise<RelayingServer> {
  const here: Here = { clients: new Set(), server: { relays: true, asked: [] } }
  const listening = createServer((socket) => serve(here, socket))
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return Object.assign(here.server, {
    port: address.port,
    async end() {
      listening.close()
      for (const { socket } of here.clients) socket.destroy()
      await once(listening, 'close')
    },
  })
}

function serve(here: Here, socket: Socket): void {
  const client: Client = { socket, nick: '*', isNegotiating: false }
  const reader = createLineReader(8192)
  here.clients.add(client)
  socket.on('error', () => undefined)
  socket.on('close', () => here.clients.delete(client))
  socket.on('data', (chunk: Buffer) => {
    for (const read of reader.push(chunk)) {
      const message = 'line' in read ? parseMessage(read.line.toString('utf8')) : undefined
      if (message) answers[message.command]?.(client, message, here)
    }
  })
}

const answers: Readonly<Record<string, (client: Client, message: IrcMessage, here: Here) => void>> = {
  CAP(client, { params: [verb = '', names = ''] }) {
    if (verb === 'LS') {
      client.isNegotiating = true
      write(client, { command: 'CAP', params: ['*', 'LS', capabilities] })
    } else if (verb === 'REQ') write(client, { command: 'CAP', params: ['*', 'ACK', names] })
    else if (verb === 'END') welcome(client)
  },
  NICK: (client, { params: [nick = ''] }) => void (client.nick = nick),
  USER(client) {
    if (!client.isNegotiating) welcome(client)
  },
  PING(client, { params: [token = ''] }, { server }) {
    server.asked.push(`${client.nick} ${token}`)
    write(client, { command: 'PONG', params: ['irc.test', token] })
  },
  JOIN(client, { params: [channel = ''] }) {
    write(client, { from: client.nick, command: 'JOIN', params: [channel] })
    write(client, { command: '366', params: [client.nick, channel, 'End'] })
  },
  PRIVMSG: (client, { params, tags }, here) =>
    pass(here, client, { from: client.nick, params, label: tags.get('label') }),
  RELAYMSG(client, { params: [channel = '', from = '', text = ''], tags }, here) {
    const label = tags.get('label')
    if (here.server.relays) return pass(here, client, { from, params: [channel, text], label })
    const params = ['RELAYMSG', 'PRIVS_NEEDED', 'You are no operator.']
    return write(client, { label, command: 'FAIL', params })
  },
}

function pass(
  { clients }: Here,
  client: Client,
  { from, params, label }: { from: string; params: readonly string[]; label: string | undefined },
): void {
  for (const one of clients) if (one !== client) write(one, { from, command: 'PRIVMSG', params })
  if (label !== undefined) write(client, { label, command: 'ACK', params: [] })
}

function welcome(client: Client): void {
  write(client, { command: '001', params: [client.nick, 'Welcome'] })
  write(client, { command: '422', params: [client.nick, 'No MOTD'] })
}

function write(
  { socket }: Client,
  line: { from?: string; label?: string | undefined; command: string; params: readonly string[] },
): void {
  const { from, label, command, params } = line
  const source = from === undefined ? 'irc.test' : `${from}!~u@host`
  const tags = label === undefined ? '' : `@label=${label} `
  socket.write(`${tags}${formatMessage({ source, command, params })}\r\n`)
}
