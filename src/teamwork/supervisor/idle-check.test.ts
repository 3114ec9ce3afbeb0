import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseConfig, readEnvironment } from '../../platform/config/index.ts'
import { limitsOf } from './context.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
beforeEach(async () => {
  world = await openOrgWorld({ idleCheck: 'haiku' })
  await world.services.org.start('shop', 'user')
})
afterEach(() => world.end())

const told = () =>
  world.fake.events('turn.accepted').filter(({ session }) => session === world.em().session).length
const checks = () => world.fake.events('seat.checked').map(({ data }) => data)
const finds = (isIdle: boolean | undefined) =>
  void (world.judging.answer = () => Promise.resolve({ isIdle, costUsd: 0.001 }))

/** The EM is called, answers this in its room, and rests. */
async function promises(body: string): Promise<void> {
  await world.say(`@${world.em().name} how late is it?`, '#project-shop')
  await answers(body)
}

/** Its turn ends with these words, which are then in its room. */
async function answers(body: string): Promise<void> {
  await ends(body)
  const room = world.services.channels.byName('#project-shop')?.channel ?? 'chn_'
  await world.until(() => {
    const { messages } = world.services.channels.history(room, { newest: true, limit: 1 })
    return messages[0]?.body === body
  })
}

const sentTo = () => world.fake.agents.reduce((sum, { sent }) => sum + sent.length, 0)

/** The turn that waits for an answer gets one. */
async function ends(words = 'Done.'): Promise<void> {
  await world.until(() => sentTo() === told())
  const before = world.fake.events('turn.ended').length
  world.fake.agents.at(-1)?.answerTurn(words)
  await world.until(() => world.fake.events('turn.ended').length > before)
}

/** Looks once, and waits until the model was asked so often. */
async function checked(times: number): Promise<void> {
  await world.until(() => world.em().nextLookAt !== null)
  world.fake.clock.advance(120_000)
  await world.until(() => checks().length === times)
}

async function look(): Promise<void> {
  world.fake.clock.advance(120_000)
  await world.fake.settle()
}

test('[ORG60] it is off unless the config names a model: a day of looks asks none', async () => {
  world.configure({})
  await promises('I will look into it.')
  for (let n = 0; n < 720; n += 1) world.fake.clock.advance(120_000)
  await world.fake.settle()
  expect(world.judging.asked).toEqual([])
  expect(world.org().idleCheck).toBeNull()
  expect(told()).toBe(1)
}, 120_000)

test('[ORG60] [ORG61] the model is shown the last five minutes once for each new thing said, and who is at work is never asked about', async () => {
  await look()
  // Nothing was said yet.
  expect(world.judging.asked).toEqual([])
  await world.say('long ago', '#project-shop', { name: 'old', kind: 'agent' })
  await look()
  await ends()
  world.fake.clock.advance(600_000)
  await promises('It is noon.')
  world.judging.asked.length = 0
  for (let n = 0; n < 720; n += 1) await look()
  expect(world.judging.asked).toMatchObject([
    {
      model: 'haiku',
      name: world.em().name,
      said: `user: @${world.em().name} how late is it?\n${world.em().name}: It is noon.`,
    },
  ])
  expect(told()).toBe(2)
  await world.say(`@${world.em().name} and now?`, '#project-shop')
  await look()
  expect(world.judging.asked).toHaveLength(1)
  const { asked, costUsd, model } = world.org().idleCheck ?? {}
  expect({ asked, model }).toEqual({ asked: checks().length, model: 'haiku' })
  expect(costUsd).toBeCloseTo(0.001 * checks().length)
}, 120_000)

test('[ORG62] one that is stuck is told once, then a person is asked, once; what the person says reaches it', async () => {
  finds(false)
  await promises('I will tell you in a moment.')
  await checked(1)
  expect(checks()).toMatchObject([{ found: 'stuck', did: 'told' }])
  await ends()
  await checked(2)
  expect(checks().at(-1)).toMatchObject({ found: 'stuck', did: 'escalated' })
  const { asks } = world.fake.asks.list({ state: 'open', limit: 9 })
  expect(asks).toMatchObject([{ tags: ['stuck'], source: 'alert' }])
  for (let n = 0; n < 60; n += 1) await look()
  expect(checks()).toHaveLength(2)
  expect(told()).toBe(2)
  const who = { kind: 'human', name: 'user' } as const
  await world.fake.asks.answer(asks[0]?.ask ?? 'ask_', { who, input: { text: 'say the hour' } })
  expect(world.fake.events('turn.accepted').at(-1)?.data).toMatchObject({
    preview: expect.stringContaining('say the hour'),
  })
})

test('[ORG62] who is found idle again is no longer asked about; a restart forgets nothing', async () => {
  finds(false)
  await promises('In a moment.')
  await checked(1)
  await ends()
  await world.restart()
  await checked(2)
  expect(checks().at(-1)).toMatchObject({ did: 'escalated' })
  await promises('It is noon.')
  finds(true)
  await checked(3)
  expect(checks().at(-1)).toMatchObject({ found: 'idle', did: 'nothing' })
  expect(world.fake.asks.list({ state: 'open', limit: 9 }).asks).toEqual([])
})

test('[ORG62] [ORG63] one that was woken while the model thought, and one the model cannot judge, are not nudged', async () => {
  let say: (said: { isIdle: boolean; costUsd: number }) => void = () => undefined
  world.judging.answer = () => new Promise((resolve) => (say = resolve))
  await promises('In a moment.')
  await look()
  await world.say(`@${world.em().name} well?`, '#project-shop')
  say({ isIdle: false, costUsd: 0 })
  await world.until(() => checks().length === 1)
  expect(checks()).toMatchObject([{ found: 'stuck', did: 'nothing' }])
  expect(told()).toBe(2)
  await answers('Well, well.')
  finds(undefined)
  await checked(2)
  expect(checks().at(-1)).toMatchObject({ found: 'unknown', did: 'nothing' })
  for (let n = 0; n < 60; n += 1) await look()
  expect(checks()).toHaveLength(2)
})

test('[ORG60] a project may have another model, or none', () => {
  const text =
    'org: { idleCheck: haiku, projects: { shop: { idleCheck: off }, mill: { idleCheck: sonnet } } }'
  const config = () => parseConfig(text, readEnvironment({ HOME: '/home/ann' }))
  expect(['shop', 'mill', 'barn'].map((project) => limitsOf({ config }, project).idleCheck)).toEqual([
    null,
    'sonnet',
    'haiku',
  ])
})
