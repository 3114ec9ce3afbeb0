import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  const teams = new Map(['alpha', 'beta'].map((name) => [name, { name, path: tmpdir(), description: '' }]))
  // Only the names and folders of teams, and the limit, are read here.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  orchestrator = createOrchestrator({ ...world, config } as unknown as OrchestratorDeps)
})
afterEach(() => world.end())

/** A turn that ends at a limit of which nobody says when it is over. */
async function meetLimit(to: string, caller: Caller = person): Promise<Telling> {
  const telling = orchestrator.tell(caller, { to, message: `for ${to}`, patience: { until: 'ended' } })
  await world.settle()
  const agent = world.agents.find(({ sent }) => sent.some(({ text }) => text.includes(`for ${to}`)))!
  agent.answerTurn("You've hit your limit", { is_error: true, api_error_status: 429 })
  await world.settle()
  return telling
}

test('[TEA75] [TEA76] who waited is told when it runs again and as what, and everything about it says so', async () => {
  const { turn, outcome } = await meetLimit('alpha')
  const [{ limited } = {}] = orchestrator.sessions()
  expect(limited).toMatchObject({ retryOf: turn, for: 'quota', byHand: false, preview: 'for alpha' })
  expect(await outcome).toMatchObject({
    status: 'quota',
    advice: expect.stringContaining(`as ${limited?.turn}`),
  })
  expect(orchestrator.teams()).toMatchObject([{ name: 'alpha', queued: 1, limited: 1 }, { limited: 0 }])
  const { turns } = orchestrator.report(person, { team: 'alpha' })
  expect(turns).toMatchObject([
    { turn, how: 'quota', retriedBy: limited?.turn, retryOf: null },
    {
      turn: limited?.turn,
      retryOf: turn,
      state: 'queued',
      waitingFor: 'quota',
      advice: expect.stringMatching(/runs again on its own at .*iris retry/),
    },
  ])
  const { turns: marks } = orchestrator.session(turns[0]!.session, 10)
  expect(marks.map(({ retryOf, waitingFor }) => [retryOf, waitingFor])).toEqual([
    [null, null],
    [turn, 'quota'],
  ])
  expect(marks.map(({ rehearsed }) => rehearsed)).toEqual([false, false])
})

test('[TEA76] what only a person lets run says which limit it met, also while another turn of its session runs', async () => {
  const tell = (message: string) =>
    orchestrator.tell(person, { to: 'alpha', message, patience: { until: 'accepted' } }).turn
  tell('one')
  await world.settle()
  world.agents[0]!.print({ type: 'system', subtype: 'init' })
  world.agents[0]!.print({ type: 'result', subtype: 'error_max_budget_usd', num_turns: 1 })
  await world.settle()
  const second = tell('two')
  await world.settle()
  const [{ limited } = {}] = orchestrator.sessions()
  expect(orchestrator.findTurn(second)).toMatchObject({ state: 'delivered', waitingFor: null })
  expect(orchestrator.findTurn(limited!.turn)).toMatchObject({
    waitingFor: 'budget',
    advice: expect.stringContaining('only when a person says so'),
  })
})

test('[TEA74] a person runs what met a limit of one team, of one turn or of all', async () => {
  await meetLimit('alpha')
  await meetLimit('beta', { name: 'alpha', kind: 'human' })
  const [beta, alpha] = orchestrator.sessions().map(({ limited }) => limited!.turn)
  expect(orchestrator.retry(person, { turn: alpha })).toEqual({ turns: [alpha] })
  expect(orchestrator.retry(person, {})).toEqual({ turns: [beta] })
  expect(orchestrator.retry(person, { team: 'alpha' })).toEqual({ turns: [] })
  expect(() => orchestrator.retry(person, { team: 'nobody' })).toThrow(
    expect.objectContaining({ code: 'TEAM_UNKNOWN' }),
  )
  expect(world.events('turn.released').map(({ turn }) => turn)).toEqual([alpha, beta])
})

test('[TEA74] what was dropped by somebody else meanwhile is not among what is left', async () => {
  await meetLimit('alpha')
  await meetLimit('beta')
  const [beta, alpha] = orchestrator.sessions().map(({ limited }) => limited!.turn)
  const leaving = orchestrator.leave({})
  await orchestrator.drop(person, 'beta', beta!)
  expect(await leaving).toEqual({ turns: [alpha] })
})

test('[TEA74] what is left is dropped; what has begun meanwhile goes on', async () => {
  await meetLimit('alpha')
  await meetLimit('beta')
  const [beta, alpha] = orchestrator.sessions().map(({ limited }) => limited!.turn)
  orchestrator.retry(person, { turn: beta })
  await world.settle()
  expect(await orchestrator.leave({})).toEqual({ turns: [alpha] })
  expect([orchestrator.findTurn(alpha!).how, orchestrator.findTurn(beta!).state]).toEqual([
    'cancelled',
    'delivered',
  ])
})
