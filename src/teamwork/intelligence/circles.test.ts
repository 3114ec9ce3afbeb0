import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../contract/index.ts'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
let session: SessionId
beforeEach(async () => {
  world = await openIrisWorld()
  session = world.sessions.open('beta', 'alpha').id
})
afterEach(() => world.end())

const reason = 'This was passed on 12 times without a word from a person.'
const stop = () => world.iris.stopped({ session, to: 'beta', message: 'your move', reason })
const told = () => world.sessions.list('alpha').map(({ id }) => world.sessions.lastTurn(id)?.message)

test('[IRI36] teams that were stopped are brought to a person once, with what was to be told', () => {
  stop()
  stop()
  expect(world.events('guard.refused')).toMatchObject([
    { session, data: { guard: 'hops', team: 'alpha', reason } },
    { session },
  ])
  expect(world.open()).toMatchObject([
    { kind: 'decision', urgency: 'high', team: 'alpha', session, text: expect.stringContaining(reason) },
  ])
  expect(world.open()[0]?.context).toContain('your move')
})

test('[IRI36] the word of a person goes to the team that was stopped, once, also after a restart', async () => {
  stop()
  await world.asks.answer(world.open()[0]!.ask, {
    who: { kind: 'human', name: 'user' },
    input: { text: 'take the second one' },
  })
  await until(() => told().length > 0 && told()[0] !== undefined)
  expect(told()).toEqual([expect.stringContaining('A person says: take the second one')])
  await world.iris.close()
  await world.reopen()
  await world.settle()
  expect(world.sessions.counts(session).turns).toBe(1)
})

test('[IRI36] left as it is, nothing is told', async () => {
  stop()
  await world.say(world.open()[0]!.ask, 'Leave it stopped')
  await world.settle()
  await until(
    () => world.sql.prepare('SELECT 1 FROM problem WHERE handledAt IS NOT NULL').get() !== undefined,
  )
  expect(told()).toEqual([undefined])
})

test('[IRI36] a person who tells one of the two something has said the word: the ask is closed', async () => {
  stop()
  const { id } = world.sessions.open('user', 'beta')
  world.sessions.put({ session: id, message: 'stop it, both', author: 'user', fromSession: null })
  await until(() => world.open().length === 0)
  expect(world.events('ask.withdrawn')).toMatchObject([{ data: { reason: 'told something else' } }])
})

test('[IRI36] that the stopped turn ends well changes nothing; with its session the ask goes', async () => {
  stop()
  const { id } = world.sessions.put({ session, message: 'x', author: 'beta', fromSession: session })
  ;(await world.given(id)).answerTurn('Done.')
  await until(() => world.events('question.judged').length === 1)
  await world.settle()
  expect(world.open()).toHaveLength(1)
  await world.sessions.remove(session, 'user')
  await until(() => world.open().length === 0)
})

test('[IRI36] what another team says is no word of a person', async () => {
  stop()
  const { id } = world.sessions.open('gamma', 'alpha')
  world.sessions.put({ session: id, message: 'hi', author: 'gamma', fromSession: session })
  await world.settle()
  await until(() => world.events('turn.accepted').length === 1)
  await world.settle()
  expect(world.open()).toHaveLength(1)
})
