import { tmpdir } from 'node:os'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IrisError, type SessionId } from '../../contract/index.ts'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Caller, Patience, Telling, Ways } from './orchestrator.ts'
import { tell, tellBatched, type TellDeps } from './tell.ts'

let world: FakeWorld
beforeEach(async () => (world = await openFakeWorld()))
afterEach(() => world.end())

const ways: Ways = {
  answer: (ask) => `answering ${ask}`,
  read: (team) => `reading ${team}`,
  readAll: (turn) => `reading ${turn}`,
}

function put(caller: Caller, to: string, patience: Patience = { until: 'ended' }): Telling {
  return say('x', { caller, to, patience })
}
function say(
  message: string,
  { caller, to, patience }: { caller: Caller; to: string; patience: Patience },
): Telling {
  const teams = new Map(['alpha', 'beta'].map((name) => [name, { name, path: tmpdir() }]))
  // Telling reads only the names and folders of teams.
  const config = () => ({ teams, agent: { hopLimit: 12 } }) as unknown as CompiledConfig
  const deps = { ...world, config, stopping$: NEVER } as unknown as TellDeps
  return tell(deps, caller, { to, message, patience, ways })
}
const person: Caller = { name: 'user', kind: 'human' }
const agentOf = (name: string, session: SessionId): Caller => ({ name, kind: 'agent', session })

test('[TEA8] a message without text, above 8 MiB, or above 15 MiB once it is a line of JSON, is refused and queues nothing', () => {
  const mebibyte = 1024 * 1024
  const saying = (message: string) => () =>
    say(message, { caller: person, to: 'alpha', patience: { until: 'accepted' } })
  expect(saying(' \n')).toThrow(expect.objectContaining({ code: 'MESSAGE_EMPTY' }))
  const refused = ['x'.repeat(8 * mebibyte + 1), 'ü'.repeat(4 * mebibyte + 1), '\u0001'.repeat(3 * mebibyte)]
  for (const message of refused)
    expect(saying(message)).toThrow(expect.objectContaining({ code: 'BODY_TOO_LARGE' }))
  expect(world.events('turn.accepted')).toEqual([])
  for (const message of ['x'.repeat(8 * mebibyte), 'ü'.repeat(4 * mebibyte)]) saying(message)()
  expect(world.events('turn.accepted')).toHaveLength(2)
})

test('[TEA36] a circle of waiting agents is refused; the receipt alone is taken', () => {
  const first = put(person, 'alpha')
  const second = put(agentOf('alpha', first.session), 'beta')
  const third = put(agentOf('beta', second.session), 'alpha')
  const alpha = agentOf('alpha', third.session)
  expect(() => put(alpha, 'beta')).toThrow(expect.objectContaining({ code: 'TELL_CYCLE' }))
  expect(put(alpha, 'beta', { until: 'accepted' }).session).toBe(second.session)
})

test('[TEA36] a circle over a turn that is still queued is refused too', () => {
  const alpha = agentOf('alpha', put(person, 'alpha').session)
  const beta = agentOf('beta', put(alpha, 'beta', { until: 'accepted' }).session)
  const again = agentOf('alpha', put(beta, 'alpha', { until: 'accepted' }).session)
  put(again, 'beta')
  expect(() => put(beta, 'alpha')).toThrow(expect.objectContaining({ code: 'TELL_CYCLE' }))
})

test('[TEA36] who only took a receipt waits for nobody', () => {
  const alpha = agentOf('alpha', put(person, 'alpha').session)
  const beta = agentOf('beta', put(alpha, 'beta', { until: 'accepted' }).session)
  const again = agentOf('alpha', put(beta, 'alpha', { until: 'accepted' }).session)
  expect(put(again, 'beta').session).toBe(beta.session)
})

test('[TEA38] an ask reaches a caller that waits in its outcome, and one that stopped waiting in its session', async () => {
  Object.assign(world.team, { grantPermission: 'forward' })
  const alpha = agentOf('alpha', put(person, 'alpha').session)
  const telling = put(alpha, 'beta')
  await expect.poll(() => world.agents.length).toBe(2)
  const asking = (request: string) => ({
    type: 'control_request',
    request_id: request,
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't' },
  })
  const gone = put(alpha, 'beta')
  gone.stopWaiting()
  world.agents[1]!.print(asking('r1'))
  expect(await telling.outcome).toMatchObject({ status: 'needs_permission' })
  expect(world.forwarded).toEqual([])
  world.agents[1]!.answerTurn('1')
  await expect.poll(() => world.sessions.live(gone.session).current?.row.id).toBe(gone.turn)
  world.agents[1]!.print(asking('r2'))
  expect(world.forwarded).toMatchObject([{ request: 'r2', turn: gone.turn, forwardedTo: alpha.session }])
})

test('[PRJ5] [TEA8] a tell waits for no folder that hangs: one that is missing or silent is said, and nothing is left behind', async () => {
  const teams = new Map([['alpha', { name: 'alpha', path: '/projects/alpha' }]])
  const config = () => ({ teams, agent: { hopLimit: 12 } }) as unknown as CompiledConfig
  const silent = new IrisError('TEAM_FOLDER_SILENT', 'silent')
  const given = [() => Promise.resolve(false), () => Promise.reject(silent)]
  const codes = given.map(async (isThere) => {
    const deps = { ...world, config, projects: { isThere }, stopping$: NEVER } as unknown as TellDeps
    const input = { to: 'alpha', message: 'x', patience: { until: 'accepted' as const } }
    return tellBatched(deps, person, input).catch((error: unknown) => (error as IrisError).code)
  })
  expect(await Promise.all(codes)).toEqual(['TEAM_FOLDER_MISSING', 'TEAM_FOLDER_SILENT'])
  expect(world.sessions.list()).toEqual([])
})

test('[TEA5] whoever runs out of patience gets what was said so far, whoever waits to the end the answer', async () => {
  const short = put(person, 'alpha', { until: 'ended', within: 500 })
  const long = put(person, 'alpha')
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const [agent] = world.agents
  agent!.print({ type: 'system', subtype: 'init' })
  agent!.print({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'half' }] } })
  await world.settle()
  world.clock.advance(500)
  expect(await short.outcome).toMatchObject({ status: 'delivered', text: 'half', durationMs: 500 })
  agent!.answerTurn('the first')
  await world.settle()
  agent!.answerTurn('the second')
  expect(await long.outcome).toMatchObject({ status: 'answered', text: 'the second', advice: null })
})

const wants = (tool: string, input: object, request = 'r1') => ({
  type: 'control_request',
  request_id: request,
  request: { subtype: 'can_use_tool', tool_name: tool, input, tool_use_id: 't' },
})

test('[TEA80] whoever runs out of patience during a wait is sent to the ask, in the words of its way in', async () => {
  const telling = put(person, 'alpha', { until: 'ended', within: 500 })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  world.agents[0]!.print({ type: 'system', subtype: 'init' })
  world.agents[0]!.print(wants('Bash', { command: 'rm -rf build' }))
  await world.settle()
  const [ask] = world.asks.list({ state: 'open', limit: 1 }).asks
  world.clock.advance(500)
  const outcome = await telling.outcome
  expect(outcome).toMatchObject({ status: 'needs_permission', waitingFor: 'permission', ask: ask!.ask })
  expect(outcome.advice).toContain(`until ${ask!.ask} is answered: it wants to use Bash: rm -rf build.`)
  expect(outcome.advice).toContain(`answer it with answering ${ask!.ask}`)
  expect(outcome.advice).toContain('reading alpha')
})

test('[TEA80] who may not answer is told who may', async () => {
  const alpha = agentOf('alpha', put(person, 'alpha').session)
  const telling = put(alpha, 'beta', { until: 'ended', within: 500 })
  await expect.poll(() => world.agents.length).toBe(2)
  world.agents[1]!.print(wants('ExitPlanMode', { plan: 'First this' }))
  await world.settle()
  world.clock.advance(500)
  const { status, waitingFor, advice } = await telling.outcome
  expect([status, waitingFor]).toEqual(['needs_answer', 'plan'])
  expect(advice).toContain('it wants its plan approved: First this. You may not answer it; a person may.')
  expect(advice).not.toContain('answering')
})

test('[TEA80] whoever waits behind a turn that stands still is sent to its ask', async () => {
  put(person, 'alpha')
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  world.agents[0]!.print(wants('Bash', { command: 'rm -rf build' }))
  await world.settle()
  const [ask] = world.asks.list({ state: 'open', limit: 1 }).asks
  const telling = put(person, 'alpha', { until: 'ended', within: 500 })
  await world.settle()
  world.clock.advance(500)
  const { status, waitingFor, ask: own, advice } = await telling.outcome
  expect([status, waitingFor, own]).toEqual(['queued', 'turn', null])
  expect(advice).toMatch(/^It waits for the previous turn\. alpha /)
  expect(advice).toContain(`until ${ask!.ask} is answered: it wants to use Bash: rm -rf build.`)
  expect(advice).toContain(`answer it with answering ${ask!.ask}`)
})

test('[TEA82] work, the queue and the wait for an answer are told apart', async () => {
  const telling = put(person, 'alpha')
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const [agent] = world.agents
  agent!.print({ type: 'system', subtype: 'init' })
  await world.settle()
  world.clock.advance(1000)
  agent!.print(wants('Bash', { command: 'make' }, 'r1'))
  await world.settle()
  world.clock.advance(5000)
  agent!.print(wants('Bash', { command: 'make test' }, 'r2'))
  await world.settle()
  world.clock.advance(3000)
  for (const { ask } of world.asks.list({ state: 'open', limit: 2 }).asks)
    await world.asks.answer(ask, { who: { kind: 'human', name: 'user' }, input: { choose: 'y' } })
  world.clock.advance(2000)
  agent!.answerTurn('Made.')
  const { durationMs, queuedMs, waitedMs } = await telling.outcome
  // Settling takes some ms of the clock each time.
  const isNear = (ms: number, wanted: number) => ms >= wanted && ms < wanted + 100
  expect([isNear(durationMs, 11_000), queuedMs, isNear(waitedMs, 8000)]).toEqual([true, 0, true])
})
