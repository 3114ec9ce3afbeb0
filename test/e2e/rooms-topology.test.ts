import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { IrisError, type Message } from '../../src/contract/index.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

const clock = leapingClock()
let folder: string
let world: TeamWorld
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'iris-frail-'))
  const claudePath = writeFakeClaude(join(folder, 'claude'), 'init(); process.exit(1)')
  world = await openTeams({
    clock,
    teams: { shop: {}, till: {}, frail: { claudePath } },
    lines: `
  - when: { says: 'nobody knows what to say' }
    reply: [{ text: "No" }, { stop: refusal }]
  - when: { says: '/said \\(\\w+\\):\\n.*good morning/' }
    reply: "Good morning."
  - when: { says: '/said \\(\\w+\\):\\n.*TASK: sweep/' }
    reply: "Swept."
`,
  })
})
afterAll(async () => {
  await world.end()
  rmSync(folder, { recursive: true })
})

const read = async (channel: string) =>
  (await world.client.call('readMessages', { channel, limit: 200 })).messages
const codeOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => undefined,
    (error: unknown) => (error instanceof IrisError ? error.code : error),
  )

async function heard(channel: string, fits: (message: Message) => boolean): Promise<Message> {
  for await (const _ of world.daemon.log.tail({ after: 0, types: ['message.posted'] })) {
    const found = (await read(channel)).find(fits)
    if (found) return found
  }
  throw new Error('the log ended')
}

test('[CHN15] the room of a project is there for the first who speaks in it, though nobody has looked at rooms', async () => {
  const posted = await world.client.call('postMessage', { channel: '#standup-till', body: 'Hello.' })
  expect(await read('#standup-till')).toMatchObject([{ message: posted.message, body: 'Hello.' }])
  expect(await codeOf(world.client.call('postMessage', { channel: '#nowhere', body: 'x' }))).toBe(
    'CHANNEL_UNKNOWN',
  )
})

test('[CHN15] [CHN16] [CHN17] the room of a task opens with it, is for its worker, and is archived when it ends', async () => {
  const files = [{ path: 'a.ts', action: 'UPDATE' as const }]
  const task = await world.client.call('createTask', { team: 'shop', title: 'Paint it', files })
  const { secret } = await world.client.call('createToken', { name: 'till', role: 'worker', task: task.key })
  const worker = createClient({ url: world.daemon.url, token: secret })
  await worker.call('registerWorker', { task: task.key, pid: process.pid })
  const room = `#work-${task.key}`
  const posted = await worker.call('postMessage', { channel: room, body: 'I paint.' })
  expect(posted).toMatchObject({ author: 'worker-till', kind: 'worker' })
  expect((await worker.call('listChannels', {})).channels.map(({ name }) => name)).toEqual([
    '#standup-shop',
    room,
  ])
  expect(await codeOf(worker.call('readMessages', { channel: '#project-shop' }))).toBe('CHANNEL_UNKNOWN')
  expect((await worker.call('searchMessages', { words: 'paint' })).found).toHaveLength(1)
  await world.client.call('changeTask', { task: task.key, to: 'cancelled' })
  expect(await codeOf(worker.call('postMessage', { channel: room, body: 'more' }))).toBe('CHANNEL_ARCHIVED')
  expect(await read(room)).toHaveLength(1)
})

test('[CHN25] a worker that talks too fast has to wait', async () => {
  const task = await world.client.call('createTask', { team: 'shop', title: 'Talk' })
  const { secret } = await world.client.call('createToken', { name: 'loud', role: 'worker', task: task.key })
  const worker = createClient({ url: world.daemon.url, token: secret })
  const say = (n: number) => codeOf(worker.call('postMessage', { channel: '#standup-shop', body: `${n}` }))
  for (let n = 0; n < 10; n += 1) expect(await say(n)).toBeUndefined()
  // While it talks it may say a little more: how much depends on how long a call takes.
  const last = Promise.all(Array.from({ length: 20 }, (_, n) => say(n)))
  expect(await last).toContain('CHAT_RATE')
})

test('[CHN19] a direct message wakes without a mention, and TASK: wakes the agents of the room', async () => {
  const hello = await world.client.call('postMessage', { channel: '@till', body: 'good morning' })
  expect(await heard('@till', ({ replyTo }) => replyTo === hello.message)).toMatchObject({
    body: 'Good morning.',
  })
  const task = await world.client.call('postMessage', {
    channel: '#standup-till',
    body: 'TASK: sweep the floor',
  })
  expect(await heard('#standup-till', ({ replyTo }) => replyTo === task.message)).toMatchObject({
    author: 'till',
  })
})

test('[CHN23] what failed for good is a dead letter in the room of its project and in #errors, and an ask', async () => {
  const { outcome } = world.orchestrator.tell(world.user, {
    to: 'shop',
    message: 'nobody knows what to say',
    patience: { until: 'ended' },
  })
  expect((await outcome).status).not.toBe('answered')
  const letter = await heard('#errors-shop', ({ form }) => form === 'dead_letter')
  expect(letter).toMatchObject({
    author: 'irisd',
    body: expect.stringContaining('A tell to shop failed for good'),
  })
  expect((await read('#errors')).map(({ body }) => body)).toEqual([letter.body])
  expect(world.daemon.inbox.list({ state: 'open', limit: 10 }).asks).toMatchObject([
    { team: 'shop', source: 'alert' },
  ])
})

test('[CHN23] an agent that died twice in a row is a dead letter, and an ask', async () => {
  const tell = () => world.client.call('tellTeam', { to: 'frail', message: 'go', timeout: 0 })
  expect(await tell()).toMatchObject({ status: 'agent_died' })
  expect(await read('#errors-frail')).toEqual([])
  expect(await tell()).toMatchObject({ status: 'agent_died' })
  const letter = await heard('#errors-frail', ({ form }) => form === 'dead_letter')
  expect(letter.body).toContain('The agent of frail died 2 times in a row')
  expect((await read('#errors')).at(-1)?.body).toBe(letter.body)
  expect(world.daemon.inbox.list({ state: 'open', limit: 10 }).asks).toContainEqual(
    expect.objectContaining({ team: 'frail', source: 'alert' }),
  )
})

test('[CHN23] an ask that nobody answers is a dead letter after its third reminder', async () => {
  const { ask } = world.daemon.inbox.raise({
    team: 'till',
    caller: 'user',
    source: 'alert',
    type: 'blocking',
    text: 'Open the till?',
    freeText: true,
  })
  const minute = 60_000
  for (const [times, wait] of [5, 30, 30].entries()) {
    expect(await read('#errors-till')).toEqual([])
    clock.leap(wait * minute)
    await expect
      .poll(() =>
        world.events('ask.reminded').filter(({ data }) => Reflect.get(Object(data), 'ask') === ask.id),
      )
      .toHaveLength(times + 1)
  }
  expect(await read('#errors-till')).toMatchObject([
    {
      author: 'irisd',
      form: 'dead_letter',
      body: expect.stringContaining(`Nobody answered ${ask.id} of till`),
    },
  ])
})
