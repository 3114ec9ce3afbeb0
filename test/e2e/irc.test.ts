import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enter, openClient, type TestClient } from '../../src/surface/irc/client.suite.ts'
import { openDaemon } from '../support/daemon.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { freePort } from '../support/ports.ts'

const clock = leapingClock()
let world: Awaited<ReturnType<typeof openDaemon>>
let port: number
let secret: string
const clients: TestClient[] = []
beforeAll(async () => {
  port = await freePort()
  world = await openDaemon(`settings:\n  httpPort: 0\nirc:\n  port: ${port}\n`, clock)
  secret = (await world.client.call('createToken', { name: 'irc' })).secret
  await world.client.call('openChannel', { name: '#plans', topic: 'What is next' })
})
afterAll(async () => {
  for (const client of clients) client.end()
  await world.end()
})

const capabilities = 'server-time message-tags echo-message batch labeled-response draft/chathistory'
const come = async (password: string, wanted = capabilities): Promise<TestClient> => {
  const client = await enter(port, { nick: 'whoever', password, capabilities: wanted })
  clients.push(client)
  return client
}
const post = (body: string) => world.client.call('postMessage', { channel: '#plans', body })

test('[IRC20] nobody comes in without a token, on this machine too, and a wrong one is none', async () => {
  for (const words of [[], ['PASS iris_wrong'], ['PASS']]) {
    const client = await openClient(port)
    client.send(...words, 'NICK user', 'USER user 0 * :x')
    expect(await client.closed).toMatch(/^ERROR .*token/)
  }
})

test.skipIf(process.getuid?.() !== 0)(
  '[IRC20] another user of this machine does not come in either',
  async () => {
    const words = String.raw`exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'NICK user\r\nUSER user 0 * :x\r\n' >&3; id -u; cat <&3`
    const child = spawn('bash', ['-c', words], { uid: 65_534, cwd: '/' })
    const said = await text(child.stdout)
    expect(said).toMatch(/^65534\n.* 464 /)
    expect(said).not.toMatch(/ 001 /)
  },
)

test('[IRC21] whoever the token names is who speaks, whatever nick was asked for', async () => {
  const client = await come(secret)
  client.send('@label=one PRIVMSG #plans :hello from a client')
  expect(await client.line(/hello from a client/)).toMatch(/label=one.*:user!whoever@\S+ PRIVMSG #plans/)
  const { messages } = await world.client.call('readMessages', { channel: '#plans', limit: 1 })
  expect(messages[0]).toMatchObject({ author: 'user', kind: 'person', body: 'hello from a client' })
  client.send('NICK shop')
  expect(await client.line(/ 432 /)).toMatch(/Your nick is user/)
})

test('[IRC22] what is said elsewhere is heard, long or short, once and in order', async () => {
  const client = await come(secret)
  await client.settle()
  for (const word of ['one', 'two', 'three\n\nfour']) await post(word)
  await client.line(/ four$/)
  const plain = await come(secret, 'server-time')
  client.send('CHATHISTORY LATEST #plans * 3')
  const shown = await client.settle()
  const words = shown.filter((line) => line.includes('PRIVMSG')).map((line) => line.split(' ').at(-1))
  expect(words).toEqual(['one', 'two', 'three', 'four'])
  plain.end()
})

test('[IRC23] a client that cannot ask for the past is shown the last lines when it comes in', async () => {
  await post('said before')
  const client = await openClient(port)
  clients.push(client)
  client.send('CAP REQ :server-time', `PASS ${secret}`, 'NICK x', 'USER x 0 * :x', 'CAP END')
  expect(await client.line(/said before/)).toMatch(/^@time=\S+ :user!\S+ PRIVMSG #plans/)
})

test('[IRC22] [IRC28] who comes back while others talk is shown each line once, whether it is past or just being said', async () => {
  const basic = Buffer.from(`\0returning\0${secret}`).toString('base64')
  const shown: string[] = []
  const said: string[] = []
  for (let visit = 0; visit < 8; visit += 1) {
    const words = Array.from({ length: 20 }, (_, n) => `line ${visit}.${n}`)
    const posting = Promise.all(words.map(post))
    const client = await openClient(port)
    client.send('CAP REQ :sasl server-time', 'AUTHENTICATE PLAIN', `AUTHENTICATE ${basic}`)
    await client.line(/ 903 /)
    client.send('NICK user', 'USER user 0 * :x', 'CAP END', 'JOIN #plans')
    const posted = await posting
    const newest = posted.reduce((one, other) => (other.seq > one.seq ? other : one))
    const lines = await client.through(new RegExp(` PRIVMSG #plans :${newest.body}$`))
    lines.push(...(await client.settle()))
    shown.push(...lines.flatMap((line) => / PRIVMSG #plans :(line .*)$/.exec(line)?.[1] ?? []))
    said.push(...posted.toSorted((one, other) => one.seq - other.seq).map(({ body }) => body))
    client.end()
    await client.closed
  }
  expect(shown.slice(-said.length + 20)).toEqual(said.slice(20))
})

test('[IRC24] an observer reads and does not write', async () => {
  const looker = await world.client.call('createToken', { name: 'looker', role: 'observer' })
  const client = await come(looker.secret)
  client.send('PRIVMSG #plans :may I')
  expect(await client.line(/FAIL PRIVMSG/)).toMatch(/READ_ONLY/)
})

test('[IRC25] a token that is revoked ends its connections', async () => {
  const lent = await world.client.call('createToken', { name: 'lent' })
  const client = await come(lent.secret)
  // It is looked for such every five seconds. Just now it was: what is said next is refused before the connection ends.
  clock.leap(5000)
  await world.client.call('revokeToken', { token: lent.token.id })
  client.send('PRIVMSG #plans :still here')
  expect(await client.line(/ 404 /)).toMatch(/not valid any more/)
  clock.leap(5000)
  expect(await client.closed).toMatch(/counts no more/)
})

test('[IRC26] a room there is not, and one that nobody may see, is the same to who asks', async () => {
  const client = await come(secret)
  client.send('JOIN #nothing')
  expect(await client.line(/ 403 /)).toMatch(/#nothing/)
  client.send('TOPIC #plans :What comes after')
  expect(await client.line(/TOPIC/)).toMatch(/#plans :What comes after/)
  expect(await world.client.call('getChannel', { channel: '#plans' })).toMatchObject({
    channel: { topic: 'What comes after' },
  })
})

test('[IRC27] an ask is answered from a client, once, and the room sees by whom', async () => {
  const { ask } = world.daemon.inbox.raise({
    team: 'far',
    caller: 'user',
    source: 'alert',
    type: 'blocking',
    text: 'Go?',
    freeText: true,
  })
  const number = world.daemon.inbox.find(ask.id).seq
  const client = await come(secret)
  client.send(`@label=answer PRIVMSG #plans :/answer ${number} yes`)
  expect(await client.line(/answered/)).toMatch(
    new RegExp(`:irisd!\\S+ NOTICE #plans :You answered ${number} of far: yes$`),
  )
  expect(await client.line(/label=answer/)).toMatch(/ ACK$/)
  expect(world.daemon.inbox.view(ask.id)).toMatchObject({
    state: 'answered',
    answer: { chosen: [{ text: 'yes' }] },
  })
  client.send(`PRIVMSG #plans :!answer ${number} no`)
  expect(await client.line(/ 404 /)).toMatch(new RegExp(`#plans :No ask ${number} is open`))
})

test('[IRC12] [IRC20] by TLS a client comes in with a token, and knows the certificate; without a certificate nothing listens elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'iris-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  execFileSync('openssl', ['req', '-x509', ...newKey, '-out', cert, '-days', '2', ...subject], {
    stdio: 'ignore',
  })
  const own = await freePort()
  const secure = await openDaemon(
    `settings:\n  httpPort: 0\nirc:\n  port: ${own}\n  cert: ${cert}\n  key: ${key}\n`,
  )
  try {
    const token = (await secure.client.call('createToken', { name: 'tls' })).secret
    const client = spawn('openssl', [
      's_client',
      '-connect',
      `127.0.0.1:${own}`,
      '-quiet',
      '-CAfile',
      cert,
      '-verify_return_error',
    ])
    client.stdin.write(`PASS ${token}\r\nNICK x\r\nUSER x 0 * :x\r\nQUIT\r\n`)
    expect(await text(client.stdout)).toMatch(/ 001 user :Welcome to Iris, user![\s\S]*ERROR :Closing link/)
    const plain = await openClient(own)
    plain.send(`PASS ${token}`, 'NICK x', 'USER x 0 * :x')
    expect(await plain.closed).not.toMatch(/001/)
  } finally {
    await secure.end()
    rmSync(folder, { recursive: true })
  }
  const open = await openDaemon(`settings:\n  httpPort: 0\nirc:\n  port: ${own}\n  host: 0.0.0.0\n`)
  try {
    await expect(openClient(own)).rejects.toThrow(/ECONNREFUSED/)
    expect(readFileSync(join(open.home, 'logs', 'irisd.log'), 'utf8')).toContain('only with a certificate')
  } finally {
    await open.end()
  }
})

test('[IRC28] two clients of one person are told apart by the names they log in with', async () => {
  const come = async (name: string): Promise<TestClient> => {
    const client = await openClient(port)
    clients.push(client)
    const login = Buffer.from(`\0${name}\0${secret}`).toString('base64')
    client.send('CAP REQ :sasl server-time', 'AUTHENTICATE PLAIN', `AUTHENTICATE ${login}`)
    client.send('NICK x', 'USER x 0 * :x', 'CAP END')
    await client.line(/ 376 /)
    return client
  }
  const words = async (client: TestClient): Promise<string[]> =>
    (await client.settle()).flatMap((line) => / PRIVMSG #plans :?(.*)$/.exec(line)?.[1] ?? [])
  const [home, away] = [await come('home'), await come('away')]
  for (const client of [home, away]) await client.settle()
  away.send('QUIT')
  await away.closed
  await post('while one was away')
  expect(await words(home)).toEqual(['while one was away'])
  home.send('QUIT')
  await home.closed
  expect(await words(await come('away'))).toEqual(['while one was away'])
  expect(await words(await come('home'))).toEqual([])
})
