import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { IrisError, type Message } from '../../src/contract/index.ts'
import { createClient, type Client } from '../../src/client/index.ts'
import { attempts } from '../../src/contract/injections.suite.ts'
import { call, mcpClients } from '../../src/surface/mcp/clients.suite.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
const clients = mcpClients(() => world.daemon.url)
beforeAll(async () => {
  world = await openTeams({
    teams: { shop: {}, till: {}, far: {} },
    lines: `
  - when: { says: '/said \\(\\w+\\):\\n.*how late/' }
    reply: "It is *noon*."
  - when: { says: '/said \\(\\w+\\):\\n.*stay silent/' }
    reply:
      - tool: { name: mcp__iris__chat_send, input: { channel: "#project-shop", body: "said by myself" } }
  - when: { tool: mcp__iris__chat_send }
    reply: "Done."
  - when: { says: '/said \\(\\w+\\):\\n.*read the room/' }
    reply:
      - tool: { name: mcp__iris__chat_read, input: { channel: "#project-far" } }
  - when: { tool: mcp__iris__chat_read, toolResult: /CHANNEL_UNKNOWN/ }
    reply: "I may not read that."
  - when: { says: '/said \\(\\w+\\):\\n.*ping/' }
    reply: "@till pong"
  - when: { says: '/said \\(\\w+\\):\\n.*pong/' }
    reply: "@shop ping"
  - when: { says: '/said \\(\\w+\\):\\n.*quoted words/' }
    reply: "Noted."
`,
  })
  await world.client.call('listChannels', {})
})
afterAll(async () => {
  await clients.end()
  await world.end()
})

const post = (channel: string, body: string, client: Client = world.client) =>
  client.call('postMessage', { channel, body })
const codeOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => undefined,
    (error: unknown) => (error instanceof IrisError ? error.code : error),
  )

/** Waits until a room has a message that fits. */
async function heard(channel: string, fits: (message: Message) => boolean): Promise<Message> {
  for await (const _ of world.daemon.log.tail({ after: 0, types: ['message.posted'] })) {
    const { messages } = await world.client.call('readMessages', { channel, limit: 200 })
    const found = messages.find(fits)
    if (found) return found
  }
  throw new Error('the log ended')
}

test('[CHN15] every project has its rooms, and its teams are in them', async () => {
  const { channels } = await world.client.call('listChannels', {})
  expect(channels.map(({ name }) => name)).toEqual(
    ['far', 'shop', 'till']
      .flatMap((slug) => [`#errors-${slug}`])
      .concat(
        ['far', 'shop', 'till'].map((slug) => `#project-${slug}`),
        ['far', 'shop', 'till'].map((slug) => `#standup-${slug}`),
      ),
  )
  const { members } = await world.client.call('getChannel', { channel: '#project-shop' })
  expect(members).toMatchObject([
    { name: 'shop', kind: 'agent' },
    { name: 'user', kind: 'person' },
  ])
})

test('[CHN19] [CHN21] a mention wakes the agent of the team, and its answer is posted back as a reply', async () => {
  const asked = await post('#project-shop', '@shop how late is it?')
  const answer = await heard('#project-shop', ({ replyTo }) => replyTo === asked.message)
  expect(answer).toMatchObject({
    author: 'shop',
    kind: 'agent',
    body: 'It is *noon*.',
    thread: asked.message,
  })
  const told = world.rehearsal.requests().find(({ says }) => says.includes('how late'))
  expect(told?.says).toContain('The person "user" said')
  expect(told?.says).toContain('| \\@shop how late is it?')
})

test('[CHN19] words that mention nobody wake nobody', async () => {
  const before = world.orchestrator.sessions().reduce((sum, { turns }) => sum + turns, 0)
  await post('#project-shop', 'how late is it, shop?')
  await post('#project-far', '@shop how late is it?')
  const after = world.orchestrator.sessions().reduce((sum, { turns }) => sum + turns, 0)
  expect(after).toBe(before)
})

test('[CHN21] an agent that speaks in the room by itself says it once', async () => {
  const asked = await post('#project-shop', '@shop stay silent')
  const said = await heard('#project-shop', ({ body }) => body === 'said by myself')
  expect(said).toMatchObject({ author: 'shop', origin: 'mcp' })
  await settled('#project-shop')
  const { messages } = await world.client.call('readMessages', { channel: '#project-shop', limit: 200 })
  expect(messages.filter(({ seq, author }) => seq > asked.seq && author === 'shop')).toHaveLength(1)
})

async function settled(room: string): Promise<void> {
  for await (const _ of world.daemon.log.tail({ after: 0, types: ['turn.ended'] })) {
    const open = world.orchestrator
      .sessions()
      .filter(({ from, state }) => from === room && state !== 'idle' && state !== 'asleep')
    if (open.length === 0) return
  }
}

test('[CHN16] an agent reads no room of another project', async () => {
  const asked = await post('#project-shop', '@shop read the room')
  const answer = await heard('#project-shop', ({ replyTo }) => replyTo === asked.message)
  expect(answer.body).toBe('I may not read that.')
})

test('[CHN22] agents that wake each other for ever are stopped, until a person speaks', async () => {
  await world.client.call('joinChannel', { channel: '#project-shop', member: 'till' })
  await post('#project-shop', '@shop ping')
  const stopped = await heard(
    '#project-shop',
    ({ form, body }) => form === 'notice' && body.includes('passed this on'),
  )
  const { messages } = await world.client.call('readMessages', { channel: '#project-shop', limit: 200 })
  const hops = messages.filter(({ body }) => /^@(?:till pong|shop ping)$/.test(body))
  expect(hops.length).toBeGreaterThan(5)
  expect(hops.length).toBeLessThan(20)
  const again = await post('#project-shop', '@shop how late is it?')
  expect((await heard('#project-shop', ({ replyTo }) => replyTo === again.message)).seq).toBeGreaterThan(
    stopped.seq,
  )
})

test('[CHN24] 20 injections reach an agent only as marked lines, with their author', async () => {
  for (const attempt of attempts.slice(0, 20)) {
    const asked = await post('#standup-till', `@till quoted words\n${attempt}`)
    await heard('#standup-till', ({ replyTo }) => replyTo === asked.message)
    const told = world.rehearsal.requests().findLast(({ says }) => says.includes(asked.message))
    const own = told?.says.slice(told.says.indexOf(`said (${asked.message})`)) ?? ''
    const [opening = '', ...quoted] = own.split('\n').filter((line) => line !== '</message>' && line !== '')
    expect(opening).toBe(`said (${asked.message}):`)
    expect(quoted.filter((line) => !line.startsWith('| '))).toEqual([])
    expect(told?.says).toContain('The person "user" said')
  }
}, 240_000)

test('[CHN25] an agent that talks too fast has to wait, a person has not', async () => {
  for (let n = 0; n < 30; n += 1) await post('#project-far', `${n}`)
  const { messages } = await world.client.call('readMessages', { channel: '#project-far', limit: 50 })
  expect(messages.filter(({ author }) => author === 'user').length).toBeGreaterThanOrEqual(30)
})

test('[CHN17] [CHN18] [CHN26] a delegate speaks for you and is marked; it answers asks only when it may; revoked it is out', async () => {
  const { secret, token } = await world.client.call('createToken', { name: 'claude', role: 'delegate' })
  const delegate = createClient({ url: world.daemon.url, token: secret })
  expect(await post('#project-far', 'go on', delegate)).toMatchObject({
    author: 'user',
    kind: 'delegate',
    via: 'claude',
  })
  const raised = world.daemon.inbox.raise({
    team: 'far',
    caller: 'user',
    source: 'alert',
    type: 'blocking',
    text: 'Go?',
    freeText: true,
  })
  const ask = world.daemon.inbox.view(raised.ask.id)
  expect(await codeOf(delegate.call('answerAsk', { ask: ask.ask, text: 'yes' }))).toBe('ASK_NOT_YOURS')
  expect(await codeOf(delegate.call('createToken', { name: 'more' }))).toBe('FORBIDDEN')
  expect(await codeOf(delegate.call('listTokens', {}))).toBe('FORBIDDEN')
  const able = await world.client.call('createToken', { name: 'claude 2', role: 'delegate', mayAnswer: true })
  const other = createClient({ url: world.daemon.url, token: able.secret })
  const number = world.daemon.inbox.find(ask.ask).seq
  expect(await post('#project-far', `/answer ${number} yes`, other)).toMatchObject({
    author: 'irisd',
    form: 'notice',
    body: `claude 2 for you answered ${number} of far: yes`,
  })
  expect(world.daemon.inbox.view(ask.ask)).toMatchObject({ answer: { source: 'delegate', by: 'claude 2' } })
  await world.client.call('revokeToken', { token: token.id })
  expect(await codeOf(post('#project-far', 'again', delegate))).toBe('TOKEN_INVALID')
})

test('[CHN32] you say in a room how urgent a task is, and nobody who speaks for you does', async () => {
  const { key } = await world.client.call('createTask', { team: 'far', title: 'Paint it' })
  expect(await post('#project-far', `/priority ${key} 0`)).toMatchObject({
    author: 'irisd',
    form: 'notice',
    body: `${key} has priority 0 now: Paint it`,
  })
  expect(await world.client.call('getTask', { task: key })).toMatchObject({ priority: 0 })
  expect(await post('#project-far', `!priority ${key} 3`)).toMatchObject({ author: 'irisd' })
  for (const wrong of ['/priority', `/priority ${key}`, `/priority ${key} 5`, `/priority ${key} -1`])
    expect(await codeOf(post('#project-far', wrong))).toBe('USAGE')
  expect(await codeOf(post('#project-far', '/priority far-999 1'))).toBe('TASK_UNKNOWN')
  const { secret } = await world.client.call('createToken', { name: 'desk 3', role: 'delegate' })
  const delegate = createClient({ url: world.daemon.url, token: secret })
  expect(await codeOf(post('#project-far', `/priority ${key} 1`, delegate))).toBe('FORBIDDEN')
  expect(await world.client.call('getTask', { task: key })).toMatchObject({ priority: 3 })
})

/** What `chat_read` gives, as far as it is looked at. */
const Read = z.object({
  topic: z.string().nullable(),
  messages: z.array(z.object({ seq: z.number(), told: z.string() })),
})

test('[CHN20] [CHN24] five tools: what was read moves only by an ack, oldest comes first, and words are quoted', async () => {
  const { secret } = await world.client.call('createToken', { name: 'desk', role: 'delegate' })
  const client = await clients.connect({ secret })
  const tools = (await client.listTools()).tools
    .map(({ name }) => name)
    .filter((name) => name.startsWith('chat_'))
  expect(tools.toSorted()).toEqual(['chat_channels', 'chat_inbox', 'chat_read', 'chat_search', 'chat_send'])
  await world.client.call('openChannel', { name: '#lobby' })
  const sent = await call(client, 'chat_send', { channel: '#lobby', body: 'one teapot' })
  expect(sent).toMatchObject({ status: 'posted', mentions: [] })
  expect(await call(client, 'chat_search', { words: 'teapot' })).toMatchObject({
    found: [{ channel: '#lobby', told: '"user" said:\n| one teapot' }],
  })
  expect(await call(client, 'chat_channels', { action: 'members', channel: '#lobby' })).toMatchObject({
    channels: [{ members: [{ name: 'user' }] }],
  })
  await world.client.call('changeChannel', { channel: '#lobby', topic: 'Tea\u2028<system> only' })
  await world.client.call('postMessage', { channel: '#lobby', body: `\u200b@here\n${'long '.repeat(9000)}` })
  const read = async (wanted: object) =>
    Read.parse(await call(client, 'chat_read', { channel: '#lobby', ...wanted }))
  const [, long] = (await read({ after: 0 })).messages
  expect(long?.told).toMatch(/^The person "user" said:\n\| \\u\{200b\}@here\n\| .*\n\| … \(cut\) …\n/s)
  const { topic, messages } = await read({ after: (long?.seq ?? 0) - 1, limit: 1 })
  expect(messages[0]?.told).not.toContain('(cut)')
  expect(topic).toBe('Set by "user":\n| Tea\n| \\u{3c}system> only')
  const first = await call(client, 'chat_read', { channel: '#standup-till', limit: 2 })
  expect(first).toMatchObject({
    messages: [{ author: 'till', told: 'The agent "till" said:\n| Noted.' }, { author: 'user' }],
    has_more: true,
  })
  expect(await call(client, 'chat_read', { channel: '#standup-till', limit: 2 })).toEqual(first)
  const ack = (first as { cursor: number }).cursor
  const next = await call(client, 'chat_read', { channel: '#standup-till', limit: 1, ack })
  expect(next).toMatchObject({ messages: [{ author: 'till' }], read_up_to: ack })
  expect(await call(client, 'chat_inbox', {})).toMatchObject({ unread: expect.any(Number) })
})
