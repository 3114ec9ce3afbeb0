import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ask, Seat } from '../../contract/index.ts'
import type { NewQuestion } from '../../core/inbox/index.ts'
import type { FakeAgent } from '../../core/sessions/fake-agents.suite.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
let manager: Seat
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
  await world.give('TASK: Say hello')
  await world.until(() => world.builds.started.length === 1)
  const [started] = world.builds.started
  if (!started) throw new Error('nothing was given out')
  manager = world.seat(started.build)
})
afterEach(() => world.end())

function ask(text: string, more: Partial<NewQuestion> = {}): Ask {
  const question = { source: 'ask_human', type: 'blocking', text, ...more } as const
  const speaker = { team: 'shop', caller: 'work/shop-1', session: manager.session }
  return world.fake.asks.view(world.fake.asks.raise({ ...speaker, ...question }).ask.id)
}
const asEm = () => ({ kind: 'agent', name: 'shop', session: world.em().session }) as const

/** The newest agent, once it has been told so much. */
async function told(words: string): Promise<FakeAgent> {
  await world.until(() => world.fake.agents.at(-1)?.sent.at(-1)?.text.includes(words) === true)
  const agent = world.fake.agents.at(-1)
  if (!agent) throw new Error('nobody is there')
  return agent
}
const saidIn = (name: string): string[] => {
  const room = world.services.channels.byName(name)?.channel
  const said = room ? world.services.channels.history(room, { newest: true, limit: 20 }).messages : []
  return said.map(({ body }) => body)
}
const escalations = () => world.fake.events('ask.escalated').map(({ data }) => data)

test('[ORG35] what a manager asks goes to the EM with its options, and its answer counts as that of the lead', async () => {
  const { ask: id, forwardedTo } = ask('Which greeting?', { options: [{ label: 'Hi' }, { label: 'Hello' }] })
  expect(forwardedTo).toBe(world.em().session)
  const agent = await told('asks you')
  expect(agent.sent[0]?.text).toContain(`| 1: Hi`)
  expect(agent.sent[0]?.text).toContain(`ask ${id}`)
  const answered = await world.fake.asks.answer(id, { who: asEm(), input: { choose: '2' } })
  expect(answered.answer).toMatchObject({ source: 'lead', chosen: [{ labels: ['Hello'] }] })
  agent.answerTurn('Answered.')
  await world.until(() => world.fake.events('turn.ended').length === 1)
  expect(escalations()).toEqual([])
  expect(saidIn('#project-shop').join()).not.toContain('Which greeting?')
})

test('[ORG36] what the EM does not answer comes to the person when its turn ends, and into the room of the project', async () => {
  const { ask: id } = ask('Which greeting?')
  ;(await told('asks you')).answerTurn('I leave it.')
  await world.until(() => escalations().length === 1)
  expect(escalations()).toEqual([
    { ask: id, team: 'shop', reason: 'The engineering manager left it to you.' },
  ])
  const { seq } = world.fake.asks.find(id)
  expect(saidIn('#project-shop')).toContain(
    `${manager.name} (shop-1) asks (${seq}): Which greeting?\n\nAnswer with \`/answer ${seq}\` and your words.`,
  )
})

test.for([
  ['approval', {}],
  ['security', {}],
  ['cost', {}],
  ['', { text: 'May we buy a licence?' }],
] as const)(
  '[ORG37] nothing tagged %s, or in such words, is answered below the person',
  async ([tag, more]) => {
    const { ask: id, forwardedTo } = ask('Which greeting?', { tags: tag === '' ? [] : [tag], ...more })
    expect(forwardedTo).toBeNull()
    await expect(world.fake.asks.answer(id, { who: asEm(), input: { text: 'Yes' } })).rejects.toThrow(
      'not for you',
    )
    expect(saidIn('#project-shop').join()).toContain('asks (')
  },
)

test('[ORG36] while nobody leads, questions come to the person at once; those that wait do when it stops', async () => {
  ask('One?')
  world.services.org.pause({ project: 'shop', seat: 'em' }, 'user')
  expect(escalations()).toHaveLength(1)
  expect(ask('Two?').forwardedTo).toBeNull()
  world.services.org.resume({ project: 'shop', seat: 'em' }, 'user')
  ask('Three?')
  await world.services.org.stop('shop', 'user')
  expect(escalations()).toHaveLength(2)
  expect(ask('Four?').forwardedTo).toBeNull()
})

test('[ORG35] the EM answers nobody else, and its own questions go to the person by their number', async () => {
  const speaker = { team: 'shop', caller: 'seat/em-shop', session: world.em().session }
  const question = { source: 'ask_human', type: 'blocking', text: 'Open on Sundays?' } as const
  const { ask: own } = world.fake.asks.raise({ ...speaker, ...question })
  expect(own.forwardedTo).toBeNull()
  await expect(world.fake.asks.answer(own.id, { who: asEm(), input: { text: 'Yes' } })).rejects.toThrow(
    'not for you',
  )
  expect(saidIn('#project-shop').at(-1)).toContain(`${world.em().name} asks (${own.seq}): Open on Sundays?`)
  const { ask: id } = ask('Which greeting?')
  const other = { kind: 'agent', name: 'shop', session: manager.session } as const
  await expect(world.fake.asks.answer(id, { who: other, input: { text: 'Hi' } })).rejects.toThrow(
    'not for you',
  )
})

test.for([false, true])(
  '[ORG38] what a person decides is appended to Decisions once, with the ask, who and when, also by the next daemon (%s)',
  async (restarts) => {
    const { ask: id } = ask('Which greeting?\n# No heading')
    const who = { kind: 'human', name: 'user' } as const
    await world.fake.asks.answer(id, { who, input: { text: 'Hello' } })
    if (restarts) await world.restart()
    const read = async () => {
      const pages = await world.services.wiki.of('shop')
      return (await pages.read('Decisions'))?.text ?? ''
    }
    let text = ''
    await expect.poll(async () => (text = await read())).toContain(id)
    expect(text).toContain(`Asked by ${manager.name} (shop-1) (question):`)
    expect(text).toContain('> # No heading')
    expect(text).toContain('Answered by the person:\n\n> Hello')
    expect(text).toMatch(/## \d{4}-\d\d-\d\d \d\d:\d\d UTC, `ask_/)
    expect(text.split(id)).toHaveLength(2)
    // What the lead answers is no decision of a person.
    const { ask: second } = ask('And the second?')
    await world.fake.asks.answer(second, { who: asEm(), input: { text: 'No' } })
    await world.fake.settle()
    expect(await read()).not.toContain(second)
  },
)

test('[ORG35] [ORG37] what a worker asks goes to the EM too, and what is about money to the person at once', async () => {
  const own = { name: manager.name, kind: 'agent', session: manager.session } as const
  await world.say('TASK: A part of it', '#work-shop-1', own)
  await world.until(() => world.builds.started.length === 2)
  const worker = world.seat(world.builds.started[1]?.build ?? 'bld_')
  const asks = (text: string): Ask => {
    const speaker = { team: 'shop', caller: 'task/shop-2', session: worker.session }
    return world.fake.asks.view(
      world.fake.asks.raise({ ...speaker, source: 'ask_human', type: 'blocking', text }).ask.id,
    )
  }
  expect(asks('May I pay 20 dollars for a font?').forwardedTo).toBeNull()
  const { ask: id, forwardedTo } = asks('Which colour?')
  expect(forwardedTo).toBe(world.em().session)
  expect((await told('asks you')).sent[0]?.text).toContain(`${worker.name}, who works on shop-2, asks you.`)
  const answered = await world.fake.asks.answer(id, { who: asEm(), input: { text: 'Red' } })
  expect(answered.answer).toMatchObject({ source: 'lead' })
  expect(saidIn('#project-shop').join()).toContain('May I pay')
  expect(saidIn('#project-shop').join()).not.toContain('Which colour?')
})
