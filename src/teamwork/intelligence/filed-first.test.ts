import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newsOf } from '../../contract/index.ts'
import { inboxNotifies } from '../../core/inbox/index.ts'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
beforeEach(async () => (world = await openIrisWorld()))
afterEach(() => world.end())

const doubtful = 'The page renders. Want me to look at the footer?'
const settled = () => world.events('question.settled').map(({ data }) => data)

describe('[IRI43] while the model thinks', () => {
  let say: (words: string) => void
  beforeEach(() => {
    const said = new Promise<string>((resolve) => (say = resolve))
    world.script = () => said
  })
  const asked = async () => {
    const told = await world.answer(doubtful)
    await until(() => world.asked.length === 1)
    return told
  }
  const need = '{"verdict":"needs_answer","reason":"it stops there"}'

  test('[INB40] the question is in the inbox as an offer; its word makes it a need in place, which is told', async () => {
    const { session, turn } = await asked()
    const [before] = world.open()
    expect(before).toMatchObject({ type: 'preference', urgency: 'low', tags: ['offer'] })
    expect(settled()).toEqual([])
    say(need)
    await until(() => settled().length === 1)
    const ask = before!.ask
    expect(world.open()).toMatchObject([
      { ask, type: 'blocking', urgency: 'high', tags: ['needs_answer'], expiresAt: null },
    ])
    expect(world.events('ask.weighed')).toMatchObject([
      { session, turn, data: { ask, team: 'alpha', type: 'blocking', urgency: 'high' } },
    ])
    expect(world.events('ask.opened')).toHaveLength(1)
    expect(settled()).toMatchObject([{ how: 'filed', by: 'model', ask }])
    const told = newsOf([inboxNotifies(world.asks)], world.events('ask.weighed')[0]!)
    expect(told).toMatchObject({ kind: 'ask', urgency: 'high', title: 'alpha asks you something' })
  })

  test('what it calls an offer stays as it is, without an event', async () => {
    await asked()
    say('{"verdict":"offer","reason":"more is offered"}')
    await until(() => settled().length === 1)
    expect(world.open()).toMatchObject([{ urgency: 'low', tags: ['offer'] }])
    expect(world.events('ask.weighed')).toEqual([])
  })

  test('what asks nothing is withdrawn, with the reason', async () => {
    await asked()
    const ask = world.open()[0]!.ask
    say('{"verdict":"none","reason":"it goes on"}')
    await until(() => settled().length === 1)
    expect(world.asks.view(ask)).toMatchObject({ state: 'withdrawn', closedFor: 'asks nothing after all' })
    expect(settled()).toMatchObject([{ how: 'dropped', by: 'model', ask }])
  })

  test('[INB40] what somebody answered meanwhile stays answered', async () => {
    await asked()
    const ask = world.open()[0]!.ask
    await world.asks.answer(ask, { who: { kind: 'human', name: 'user' }, input: { text: 'yes' } })
    say(need)
    await until(() => settled().length === 1)
    expect(world.asks.view(ask)).toMatchObject({ state: 'answered', urgency: 'low' })
    expect(world.events('ask.weighed')).toEqual([])
    expect(world.events('ask.opened')).toHaveLength(1)
  })

  test('[IRI3] a restart files nothing twice, and the next daemon asks the model again', async () => {
    await asked()
    const ask = world.open()[0]!.ask
    const closed = world.iris.close()
    say(need)
    await closed
    expect(settled()).toEqual([])
    world.script = () => need
    await world.reopen()
    await until(() => settled().length === 1)
    expect(world.open()).toMatchObject([{ ask, urgency: 'high' }])
    expect(world.events('ask.opened')).toHaveLength(1)
    expect(world.asked).toHaveLength(2)
  })
})
