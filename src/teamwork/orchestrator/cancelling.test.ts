import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createOrchestrator } from './create.ts'
import type { OrchestratorDeps } from './deps.ts'
import type { Caller, Orchestrator, Telling } from './orchestrator.ts'

const person: Caller = { name: 'user', kind: 'human' }
let world: FakeWorld
let orchestrator: Orchestrator
beforeEach(async () => {
  world = await openFakeWorld()
  const teams = new Map(['alpha', 'beta'].map((name) => [name, { name, path: tmpdir() }]))
  // Only the names and folders of teams, and the limit, are read here.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  orchestrator = createOrchestrator({ ...world, config } as unknown as OrchestratorDeps)
})
afterEach(() => world.end())

const tell = (caller: Caller, message: string): Telling =>
  orchestrator.tell(caller, { to: 'alpha', message, patience: { until: 'ended' } })

test('[TEA60] who waits for a dropped turn is told at once, with what to do next', async () => {
  tell(person, 'one')
  const queued = tell(person, 'two')
  await world.settle()
  expect(await orchestrator.cancel(person, 'alpha', queued.turn)).toEqual({
    turn: queued.turn,
    how: 'cancelled',
    advice: null,
  })
  expect(await queued.outcome).toMatchObject({
    status: 'cancelled',
    text: '',
    advice: expect.stringContaining('before it reached the agent'),
  })
})

test('[TEA60] with nothing under way the queue is named', async () => {
  world.sessions.pause()
  const first = tell(person, 'one')
  const idle = { turn: null, how: null }
  expect(await orchestrator.cancel(person, 'alpha')).toEqual({
    ...idle,
    advice: `No turn is under way, but one waits. Name a turn to drop it; the next is ${first.turn}.`,
  })
  tell(person, 'two')
  expect(await orchestrator.cancel(person, 'alpha')).toMatchObject({
    ...idle,
    advice: expect.stringContaining('but 2 wait'),
  })
  expect(await orchestrator.cancel(person, 'beta')).toEqual({ ...idle, advice: null })
})

test('[TEA60] a turn of another session, an unknown one and an ended one are errors', async () => {
  const { turn } = tell(person, 'one')
  await world.settle()
  const code = (error: string) => expect.objectContaining({ code: error })
  await expect(orchestrator.cancel(person, 'beta', turn)).rejects.toEqual(code('TURN_NOT_HERE'))
  await expect(orchestrator.cancel(person, 'alpha', newId('trn'))).rejects.toEqual(code('TURN_NOT_HERE'))
  world.agents[0]?.answerTurn('1')
  await expect(orchestrator.cancel(person, 'alpha', turn)).rejects.toEqual(code('TURN_ENDED'))
})

test('[TEA60] an agent drops only what its own session told', async () => {
  const [mine, other] = ['user', 'alpha'].map((caller) => world.sessions.open(caller, 'beta').id)
  const agentIn = (session: typeof mine): Caller => ({
    name: 'beta',
    kind: 'agent',
    ...(session ? { session } : {}),
  })
  tell(agentIn(mine), 'one')
  const queued = tell(agentIn(mine), 'two')
  await world.settle()
  const refused = orchestrator.cancel(agentIn(other), 'alpha', queued.turn)
  await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const told = tell(person, 'of a person')
  const foreign = orchestrator.cancel(agentIn(mine), 'alpha', told.turn)
  await expect(foreign).rejects.toMatchObject({ code: 'TURN_NOT_HERE' })
  expect(await orchestrator.cancel(agentIn(mine), 'alpha', queued.turn)).toMatchObject({ how: 'cancelled' })
})

test('[TEA61] drop is for who may cancel, in the session of the turn, and says how it ended', async () => {
  const { turn: running, session } = tell(person, 'one')
  const { turn } = tell(person, 'two')
  await world.settle()
  const waits = orchestrator.session(session, 10).turns.map(({ waitingFor }) => waitingFor)
  expect([waits, orchestrator.waitingFor(session, turn)]).toEqual([[null, 'turn'], 'turn'])
  const code = (error: string) => expect.objectContaining({ code: error })
  await expect(orchestrator.drop(person, 'beta', turn)).rejects.toEqual(code('TURN_NOT_HERE'))
  await expect(orchestrator.drop(person, 'alpha', running)).rejects.toEqual(code('TURN_BEGUN'))
  expect(await orchestrator.drop(person, 'alpha', turn)).toEqual({ turn, how: 'cancelled' })
})
