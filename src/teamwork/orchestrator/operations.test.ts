import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IrisError, type CallParsed } from '../../contract/index.ts'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { createOrchestrator } from './create.ts'
import type { OrchestratorDeps } from './deps.ts'
import { teamOperations } from './operations.ts'
import type { Caller } from './orchestrator.ts'

const person: Caller = { name: 'user', kind: 'human' }
let world: FakeWorld
let call: ReturnType<typeof teamOperations>
beforeEach(async () => {
  world = await openFakeWorld()
  const teams = new Map(['alpha', 'beta'].map((name) => [name, { name, path: tmpdir(), description: '' }]))
  // Only the names and folders of teams, and the limits, are read here.
  const config = () => ({ teams, settings: {}, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  const projects = createProjects({ clock: systemClock, threads: 1 })
  call = teamOperations(createOrchestrator({ ...world, config, projects } as unknown as OrchestratorDeps))
})
afterEach(() => world.end())

let hangUps: (() => void)[] = []
beforeEach(() => (hangUps = []))
const onHangUp = (then: () => void): void => void hangUps.push(then)
const by = (caller: Caller) => [caller, onHangUp] as const
const tell = (message: string, more: Partial<CallParsed<'tellTeam'>> = {}) =>
  call.tellTeam({ to: 'alpha', message, timeout: -1, ...more }, ...by(person))
const sent = (count: number) => expect.poll(() => world.agents[0]?.sent.length).toBe(count)
const queued = (count: number) => expect.poll(() => world.events('turn.accepted').length).toBe(count)
const said = { type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'Half.' }] } }

test('[HTTP16] patience is none, to the end, or so many ms, and the turn goes on whoever stops waiting', async () => {
  expect(await tell('one')).toMatchObject({ status: 'accepted', to: 'alpha', from: 'user' })
  await sent(1)
  const toTheEnd = tell('two', { timeout: 0 })
  await queued(2)
  const forAMoment = tell('three', { timeout: 500 })
  await queued(3)
  world.agents[0]!.answerTurn('first')
  await sent(2)
  world.agents[0]!.print(said)
  world.clock.advance(500)
  expect(await forAMoment).toMatchObject({ status: 'queued', text: '' })
  world.agents[0]!.answerTurn('second')
  expect(await toTheEnd).toMatchObject({ status: 'answered', final: 'second' })
  await sent(3)
  expect(hangUps).toHaveLength(3)
  for (const hangUp of hangUps) hangUp()
  world.agents[0]!.answerTurn('third')
  await world.settle()
  const { turns } = await call.readTurns({ team: 'alpha', limit: 50 }, ...by(person))
  expect(turns.map(({ how }) => how)).toEqual(['answered', 'answered', 'answered'])
})

test('[HTTP36] a team is named as to or as toTeam', async () => {
  expect(await call.tellTeam({ toTeam: 'beta', message: 'x', timeout: -1 }, ...by(person))).toMatchObject({
    to: 'beta',
  })
})

test('[HTTP18] a team is told with your session with it; one that is not there is unknown', async () => {
  expect(call.getTeam({ team: 'beta' }, ...by(person))).toMatchObject({
    team: { name: 'beta' },
    awake: false,
    session: null,
  })
  await tell('one', { fromTeam: 'beta' })
  await sent(1)
  expect(call.getTeam({ team: 'alpha' }, ...by(person))).toMatchObject({ awake: false, session: null })
  expect(call.getTeam({ team: 'alpha' }, ...by({ name: 'beta', kind: 'human' }))).toMatchObject({
    awake: true,
    session: { from: 'beta', to: 'alpha', state: 'working' },
  })
  expect(() => call.getTeam({ team: 'gamma' }, ...by(person))).toThrow(
    expect.objectContaining({ code: 'TEAM_UNKNOWN' }),
  )
})

test('[HTTP18] [TEA60] [TEA61] cancel takes also what waits, drop only that', async () => {
  await tell('one')
  await tell('two')
  await tell('three')
  await sent(1)
  const { turns } = await call.readTurns({ team: 'alpha', limit: 50 }, ...by(person))
  const [running, second, third] = turns.map(({ turn }) => turn)
  await expect(call.dropTurn({ team: 'alpha', turn: running! }, ...by(person))).rejects.toMatchObject({
    code: 'TURN_BEGUN',
  })
  expect(await call.dropTurn({ team: 'alpha', turn: second! }, ...by(person))).toEqual({
    turn: second,
    how: 'cancelled',
  })
  expect(await call.cancelTurn({ team: 'alpha', turn: third! }, ...by(person))).toEqual({
    turn: third,
    how: 'cancelled',
    advice: null,
  })
  expect(await call.cancelTurn({ team: 'beta' }, ...by(person))).toEqual({
    turn: null,
    how: null,
    advice: null,
  })
})

test('[TEA14] to cancel when nothing runs but something waits says what to do', async () => {
  world.beforeLaunch(new Promise(() => undefined))
  world.presence(() => Promise.reject(new Error('no folder')))
  const waits = /^No turn is under way, but one waits\. Name a turn to drop it; the next is trn_/
  await tell('one')
  await world.settle()
  expect(await call.cancelTurn({ team: 'alpha' }, ...by(person))).toMatchObject({
    turn: null,
    advice: expect.stringMatching(waits),
  })
  await tell('two')
  await world.settle()
  expect(await call.cancelTurn({ team: 'alpha' }, ...by(person))).toMatchObject({
    advice: expect.stringContaining('but 2 wait.'),
  })
})

test('[TEA64] nobody waits longer than ten seconds for an agent that does not start; the turn does', async () => {
  world.presence(() => Promise.reject(new IrisError('TEAM_FOLDER_MISSING', 'no folder')))
  const outcome = Promise.resolve(tell('one', { timeout: 0 }))
  let isOver = false
  void outcome.then(() => (isOver = true))
  const pass = async (ms: number) => {
    world.clock.advance(ms)
    await world.settle()
  }
  await queued(1)
  await world.settle()
  for (let second = 0; second < 9; second += 1) await pass(1000)
  expect(isOver).toBe(false)
  for (let second = 0; second < 5; second += 1) await pass(1000)
  expect(await outcome).toMatchObject({ status: 'queued', waitingFor: 'agent' })
  const { turns } = await call.readTurns({ team: 'alpha', limit: 50 }, ...by(person))
  expect(turns).toMatchObject([{ state: 'queued', how: null, waitingFor: 'agent' }])
})

test('[TEA16] [TEA17] a session is begun anew or removed, and who has none removes none', async () => {
  await tell('one')
  await sent(1)
  world.agents[0]!.answerTurn('1')
  await world.settle()
  const before = world.sessions.find('user', 'alpha')!
  const { session } = await call.rebootSession({ team: 'alpha' }, ...by(person))
  expect(session).toMatchObject({ session: before.id })
  expect(world.sessions.find('user', 'alpha')!.conversation).not.toBe(before.conversation)
  expect(await call.removeSession({ team: 'alpha' }, ...by(person))).toEqual({ session: before.id })
  expect(await call.removeSession({ team: 'alpha' }, ...by(person))).toEqual({ session: null })
})

test('[TEA17] a removal is over when the process is gone', async () => {
  await tell('one')
  await sent(1)
  const agent = world.agents[0]!
  agent.answerTurn('1')
  await world.settle()
  let leave: () => void = () => undefined
  agent.close = () => new Promise((resolve) => (leave = () => resolve(agent.exit())))
  let isOver = false
  const removing = Promise.resolve(call.removeSession({ team: 'alpha' }, ...by(person)))
  void removing.then(() => (isOver = true))
  await world.settle()
  expect(isOver).toBe(false)
  leave()
  await removing
})

test('[TEA8] the name of an unknown team is shown as it was given, and a long one is cut', () => {
  const told = (team: string) => () => call.getTeam({ team }, ...by(person))
  expect(told('../x')).toThrow('There is no team "../x".')
  expect(told('x'.repeat(81))).toThrow(`There is no team "${'x'.repeat(80)}…".`)
})

test('[HTTP34] sessions come in pages, the last used first, and null is after the last', async () => {
  for (const from of ['alpha', 'beta', 'gamma']) {
    world.sessions.open(from, 'alpha')
    world.clock.advance(10)
  }
  const first = await call.listSessions({ limit: 2 }, ...by(person))
  expect(first.sessions.map(({ from }) => from)).toEqual(['gamma', 'beta'])
  const second = await call.listSessions({ limit: 2, before: first.next! }, ...by(person))
  expect([second.sessions.map(({ from }) => from), second.next]).toEqual([['alpha'], null])
  const all = await call.listSessions({ limit: 3 }, ...by(person))
  expect([all.sessions.length, all.next]).toEqual([3, null])
  expect((await call.listSessions({ team: 'beta', limit: 3 }, ...by(person))).sessions).toEqual([])
})
