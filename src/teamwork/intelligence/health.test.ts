import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../contract/index.ts'
import { failedModel, remedyFor } from './remedies.ts'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
beforeEach(async () => (world = await openIrisWorld()))
afterEach(() => world.end())

async function fail(
  times: number,
  more: object = { is_error: true, subtype: 'error_during_execution' },
): Promise<SessionId> {
  const session = world.sessions.open('user', 'alpha').id
  for (let time = 0; time < times; time += 1) {
    const { id } = world.sessions.put({ session, message: 'x', author: 'user', fromSession: null })
    ;(await world.given(id)).answerTurn('', more)
    await until(() => world.sessions.turn(id).endedAt !== null)
  }
  await world.settle()
  return session
}

test('[IRI19] a session that keeps failing is brought to a person with what to do, once, with its events', async () => {
  const session = await fail(3)
  await until(() => world.open().length === 1)
  const [noticed] = world.events('problem.noticed')
  const failures = world.events('turn.ended').map(({ seq }) => seq)
  expect(noticed).toMatchObject({ session, data: { events: failures, recovery: 'Begin a new conversation' } })
  expect(world.open()[0]).toMatchObject({
    source: 'alert',
    kind: 'decision',
    tags: expect.arrayContaining(['health']),
  })
  await fail(3)
  expect(world.events('problem.noticed')).toHaveLength(1)
})

test('[IRI19] what the person chooses is done', async () => {
  const session = await fail(3)
  await until(() => world.open().length === 1)
  const { conversation } = world.sessions.byId(session)
  await world.say(world.open()[0]!.ask, 'Begin a new conversation')
  await until(() => world.events('problem.handled').length === 1)
  expect(world.sessions.byId(session).conversation).not.toBe(conversation)
  expect(world.events('problem.handled')).toMatchObject([
    { data: { ok: true, recovery: 'new_conversation', by: 'user' } },
  ])
})

test('[IRI19] an answer in between starts the count again, and failures of another hour do not count', async () => {
  await fail(2)
  await world.answer('Done.')
  await fail(2)
  expect(world.events('problem.noticed')).toEqual([])
  world.clock.advance(31 * 60_000)
  await fail(1)
  expect(world.events('problem.noticed')).toEqual([])
})

test('[IRI19] an agent that dies is counted once a death, at work and at rest', async () => {
  const session = world.sessions.open('user', 'alpha').id
  const start = async (): Promise<void> => {
    await world.sessions.wake(session)
    await until(() => world.sessions.pool.get(session) !== undefined)
  }
  const die = async (deaths: number): Promise<void> => {
    world.agents.at(-1)?.exit({ code: null, signal: 'SIGKILL' })
    await until(() => world.events('agent.exited').length === deaths)
    await world.settle()
  }
  await start()
  const { id } = world.sessions.put({ session, message: 'x', author: 'user', fromSession: null })
  await world.given(id)
  await die(1)
  await start()
  await die(2)
  expect(world.events('problem.noticed')).toEqual([])
  await start()
  await die(3)
  await until(() => world.open().length === 1)
  expect(world.events('problem.noticed')).toMatchObject([
    { data: { problem: 'its agent keeps dying', events: { length: 3 } } },
  ])
})

test('[IRI20] where the config says so an agent that falls silent is restarted without asking', async () => {
  world.agentConfig['features'] = { ...(world.agentConfig['features'] as object), autoRestart: true }
  const session = world.sessions.open('user', 'alpha').id
  for (let time = 0; time < 3; time += 1) {
    const { id } = world.sessions.put({ session, message: 'x', author: 'user', fromSession: null })
    await world.given(id)
    world.clock.advance(60_000)
    for (const agent of world.agents)
      agent.print({
        type: 'result',
        subtype: 'error_during_execution',
        is_error: true,
        num_turns: 1,
        terminal_reason: 'aborted_streaming',
      })
    world.clock.advance(60_000)
    await until(() => world.sessions.turn(id).endedAt !== null)
  }
  await until(() => world.events('problem.handled').length === 1)
  expect(world.events('problem.handled')).toMatchObject([{ data: { by: 'config', recovery: 'restart' } }])
  expect(world.open()).toEqual([])
})

test('[IRI20] switched off nothing is noticed', async () => {
  world.agentConfig['enabled'] = false
  await fail(4)
  expect(world.events('problem.noticed')).toEqual([])
})

const notLoggedIn = { is_error: true, result: 'Not logged in · Please run /login' }

test('[IRI34] what is advised follows the cause: who is not logged in is told how to log in, and no new conversation is offered', async () => {
  await fail(3, notLoggedIn)
  await until(() => world.open().length === 1)
  const [ask] = world.open()
  expect(ask?.text).toMatch(/it is not logged in\. Sign in with `claude auth login`/)
  expect(ask?.questions[0]?.options.map(({ label }) => label)).toEqual(['Restart its agent', 'Leave it'])
  expect(world.events('problem.noticed')).toMatchObject([
    { data: { problem: 'it is not logged in', recovery: 'Restart its agent' } },
  ])
})

test('[IRI34] a model of Iris that fails says what its cause advises', () => {
  const failed = (reason: string) => failedModel({ message: 'Not logged in · Please run /login', reason })
  expect(failed('auth')).toMatch(
    /^The model failed: Not logged in · Please run \/login\. Sign in with `claude/,
  )
  expect(failed('other')).toBe('The model failed: Not logged in · Please run /login.')
})

test('[IRI34] each cause has words and a way out of its own, and what has none keeps the general ones', () => {
  const of = (cause?: string) => remedyFor('errors', cause)
  const causes = [
    'auth',
    'billing',
    'overloaded',
    'server',
    'unreachable',
    'model-unknown',
    'prompt-too-long',
    'start',
  ]
  expect(new Set(causes.map((cause) => of(cause).words)).size).toBe(causes.length)
  expect(causes.filter((cause) => of(cause).offers.includes('new_conversation'))).toEqual(['prompt-too-long'])
  expect([of('other'), of(), of('constructor')].map(({ words }) => words)).toEqual(
    Array(3).fill('its turns keep failing'),
  )
  expect(remedyFor('crashes', 'auth').offers[0]).toBe('restart')
})

test('[IRI35] the ask is closed by itself once a turn is answered, and trouble of later is noticed again', async () => {
  await fail(3, notLoggedIn)
  await until(() => world.open().length === 1)
  await world.answer('Done.')
  await until(() => world.open().length === 0)
  expect(world.events('ask.withdrawn')).toMatchObject([{ data: { reason: 'it works again' } }])
  await fail(3)
  await until(() => world.open().length === 1)
})

test('[IRI35] with its session the ask goes, also when the Iris agent is switched off meanwhile', async () => {
  const session = await fail(3)
  await until(() => world.open().length === 1)
  world.agentConfig['enabled'] = false
  await world.sessions.remove(session, 'user')
  await until(() => world.open().length === 0)
  expect(world.events('ask.withdrawn')).toMatchObject([{ data: { reason: 'session deleted' } }])
})

test('[IRI35] what was over while nobody looked is closed at the start', async () => {
  const session = await fail(3)
  await until(() => world.open().length === 1)
  await world.iris.close()
  await world.sessions.remove(session, 'user')
  expect(world.open()).toHaveLength(1)
  await world.reopen()
  await until(() => world.open().length === 0)
})

test('[IRI35] one that a person dismissed does not keep the next trouble from being noticed', async () => {
  await fail(3)
  await until(() => world.open().length === 1)
  await world.asks.dismiss(world.open()[0]!.ask, 'user')
  await world.settle()
  await fail(3)
  await until(() => world.open().length === 1)
})
