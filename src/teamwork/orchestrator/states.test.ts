import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createProjects } from '../../platform/projects/index.ts'
import { createOrchestrator } from './create.ts'
import type { OrchestratorDeps } from './deps.ts'
import type { Caller, Orchestrator } from './orchestrator.ts'

const person: Caller = { name: 'user', kind: 'human' }
let world: FakeWorld
let orchestrator: Orchestrator
beforeEach(async () => {
  world = await openFakeWorld()
  const folders = {
    alpha: tmpdir(),
    lost: join(tmpdir(), 'iris-no-such-folder'),
    beta: tmpdir(),
    gamma: tmpdir(),
  }
  const teams = new Map(Object.entries(folders).map(([name, path]) => [name, { name, path }]))
  const settings = { maxProcesses: 2 }
  // Only the names and folders of teams, and the limits, are read here.
  const config = () => ({ teams, settings, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  const projects = createProjects({ clock: systemClock, threads: 1 })
  orchestrator = createOrchestrator({ ...world, config, projects } as unknown as OrchestratorDeps)
})
afterEach(() => world.end())

const state = () => {
  const { awake, session } = orchestrator.isAwake(person, 'alpha')
  return [awake, session?.state]
}
const tell = (message: string) =>
  orchestrator.tell(person, { to: 'alpha', message, patience: { until: 'accepted' } })

test('[TEA15] [TEA66] whether a team is awake and what its session does follows from its process and its turn', async () => {
  expect(state()).toEqual([false, undefined])
  let start: () => void = () => undefined
  world.beforeLaunch(new Promise((resolve) => (start = resolve)))
  const waking = orchestrator.wake(person, 'alpha')
  await expect.poll(state).toEqual([false, 'starting'])
  start()
  expect(await waking).toMatchObject({ wasAwake: false })
  expect(state()).toEqual([true, 'idle'])
  expect(await orchestrator.wake(person, 'alpha')).toMatchObject({ wasAwake: true })
  tell('go')
  await world.settle()
  expect(state()).toEqual([true, 'working'])
  const agent = world.agents[0]!
  const request = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'make' },
    tool_use_id: 't1',
  }
  agent.print({ type: 'control_request', request_id: 'r1', request })
  await world.settle()
  expect(state()).toEqual([true, 'waiting'])
  agent.print({ type: 'control_cancel_request', request_id: 'r1' })
  agent.answerTurn('done')
  await world.settle()
  expect(state()).toEqual([true, 'idle'])
  await orchestrator.sleep(person, 'alpha', { force: false })
  expect(state()).toEqual([false, 'asleep'])
})

test('[TEA15] of each team it is told how many agents it has, what runs and waits there, and what it asks', async () => {
  const idle = { awake: false, agents: 0, running: 0, queued: 0, limited: 0, asks: 0, cutOff: 0 }
  const rest = { description: undefined, color: null, remote: false, costTodayUsd: 0, rehearsedTodayUsd: 0 }
  const [alpha, ...others] = orchestrator.teams()
  expect([alpha, others[1]]).toEqual([
    { name: 'alpha', path: tmpdir(), ...rest, ...idle },
    { name: 'beta', path: tmpdir(), ...rest, ...idle },
  ])
  tell('one')
  tell('two')
  await world.settle()
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't1' }
  world.agents[0]!.print({ type: 'control_request', request_id: 'r1', request })
  await world.settle()
  expect(orchestrator.teams({ name: 'alpha' })).toMatchObject([
    { name: 'alpha', awake: true, agents: 1, running: 1, queued: 1, limited: 0, asks: 1, cutOff: 0 },
  ])
  expect(orchestrator.teams({ name: 'beta' })).toMatchObject([{ name: 'beta', ...idle }])
})

test('[TEA66] a session whose tell starts its process is starting, and another of the team is not concerned', async () => {
  world.beforeLaunch(new Promise(() => undefined))
  tell('go')
  await world.settle()
  expect(state()).toEqual([false, 'starting'])
  expect(orchestrator.isAwake({ name: 'beta', kind: 'human' }, 'alpha')).toEqual({
    awake: false,
    session: null,
  })
})

test('[TEA53] of all teams as many are woken as there are places; whoever stays asleep is named with the reason', async () => {
  expect(await orchestrator.wakeAll(person)).toEqual([
    { team: 'alpha', awake: true, error: null },
    { team: 'lost', awake: false, error: expect.stringContaining('iris-no-such-folder') },
    { team: 'beta', awake: true, error: null },
    { team: 'gamma', awake: false, error: 'No slot is free: settings.maxProcesses is 2.' },
  ])
  expect(world.agents).toHaveLength(2)
  const again = await orchestrator.wakeAll(person)
  expect(again.map(({ awake }) => awake)).toEqual([true, false, true, false])
  expect(world.agents).toHaveLength(2)
})

test('[TEA53] a team whose process does not start stays asleep, with the reason', async () => {
  const failing = Promise.reject(new Error('No process.'))
  failing.catch(() => undefined)
  world.beforeLaunch(failing)
  const [alpha, , beta] = await orchestrator.wakeAll(person)
  expect([alpha, beta]).toEqual([
    { team: 'alpha', awake: false, error: 'No process.' },
    { team: 'beta', awake: false, error: 'No process.' },
  ])
})

test('[TEA5] [DMN5] a daemon that stops tells whoever waits how it stands', async () => {
  const waiting = orchestrator.tell(person, { to: 'alpha', message: 'go', patience: { until: 'ended' } })
  await world.settle()
  await orchestrator.close()
  expect(await waiting.outcome).toMatchObject({ status: 'delivered' })
})
