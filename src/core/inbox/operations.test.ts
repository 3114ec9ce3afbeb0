import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Caller, type Turn } from '../../contract/index.ts'
import { openInboxWorld, type InboxWorld } from './inbox.suite.ts'
import { inboxOperations } from './operations.ts'

const person: Caller = { name: 'beta', kind: 'human' }
let world: InboxWorld
let call: ReturnType<typeof inboxOperations>
beforeEach(() => {
  world = openInboxWorld()
  const turns = {
    findTurn: (turn: Turn['turn']) => ({ turn }) as Turn,
    saidBefore: (_: unknown, seq: number) => `said before ${seq}`,
  }
  call = inboxOperations({ inbox: world.inbox, turns })
})
afterEach(() => world.end())
const by = (caller: Caller) => [caller, () => undefined] as const

test('[HTTP20] one ask is given with its turn and what was said before it; without a turn there is neither', () => {
  const turn = newId('trn')
  const within = world.request({ turn })
  expect(call.getAsk({ ask: within.id }, ...by(person))).toEqual({
    ask: world.inbox.view(within.id),
    turn: { turn },
    said: `said before ${within.seq}`,
  })
  expect(call.getAsk({ ask: world.request().id }, ...by(person))).toMatchObject({ turn: null, said: '' })
})

test('[HTTP20] people see every ask and answer as the user; an agent sees what it may answer', async () => {
  world.policy.answerers = ['gamma']
  const secret = world.raise({ text: 'Open the port?', tags: ['security'] }).ask.id
  const questions = [world.raise({ text: 'One?' }), world.raise({ text: 'Two?' })].map(({ ask }) => ask.id)
  const all = await call.listAsks({ state: 'open', limit: 2 }, ...by(person))
  expect([all.asks.length, all.open, all.next === null]).toEqual([2, 3, false])
  const agent: Caller = { name: 'gamma', kind: 'agent', session: newId('ses') }
  const own = await call.listAsks({ state: 'open', limit: 1 }, ...by(agent))
  expect(own).toMatchObject({ asks: [{ kind: 'question' }], open: 2, next: null })
  expect(await call.answerAsk({ ask: questions[0]!, choose: 'SQLite' }, ...by(agent))).toMatchObject({
    answer: { by: 'gamma' },
  })
  await expect(
    Promise.resolve().then(() => call.answerAsk({ ask: secret, choose: 'SQLite' }, ...by(agent))),
  ).rejects.toMatchObject({ code: 'ASK_NOT_YOURS' })
  expect(await call.answerAsk({ ask: secret, choose: 'SQLite' }, ...by(person))).toMatchObject({
    answer: { by: 'user', source: 'user' },
  })
  expect(await call.dismissAsk({ ask: questions[1]! }, ...by(person))).toMatchObject({ state: 'dismissed' })
})

test('[INB25] judgment is switched for one team or for all, and what holds now is the answer', () => {
  expect(call.setJudgment({ on: true }, ...by(person))).toEqual({ everywhere: true, teams: [] })
  expect(call.setJudgment({ on: true, team: 'alpha' }, ...by(person))).toEqual({
    everywhere: true,
    teams: ['alpha'],
  })
  expect(call.setJudgment({ on: false }, ...by(person))).toEqual({ everywhere: false, teams: ['alpha'] })
  expect(call.getJudgment({}, ...by(person))).toEqual({ everywhere: false, teams: ['alpha'] })
})

test('[INB24] what was learned is listed until it is forgotten', async () => {
  for (let time = 0; time < 3; time += 1) {
    await world.inbox.answer(world.raise().ask.id, {
      who: { kind: 'human', name: 'user' },
      input: { choose: 'SQLite' },
    })
    world.clock.advance(2 * 24 * 3_600_000)
  }
  const { learned } = await call.listLearned({}, ...by(person))
  expect(learned).toMatchObject([{ answer: 'SQLite' }])
  const [{ key } = { key: '' }] = learned
  expect(call.forgetLearned({ key }, ...by(person))).toEqual({ key })
  expect(call.listLearned({}, ...by(person))).toEqual({ learned: [] })
})
