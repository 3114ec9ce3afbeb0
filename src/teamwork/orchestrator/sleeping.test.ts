import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { createOrchestrator } from './create.ts'
import type { OrchestratorDeps } from './deps.ts'
import type { Caller, Orchestrator } from './orchestrator.ts'

const person: Caller = { name: 'user', kind: 'human' }
let world: FakeWorld
let orchestrator: Orchestrator
beforeEach(async () => {
  world = await openFakeWorld()
  const teams = new Map([['alpha', { name: 'alpha', path: tmpdir() }]])
  // Only the names and folders of teams, and the limit, are read here.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  orchestrator = createOrchestrator({ ...world, config } as unknown as OrchestratorDeps)
})
afterEach(() => world.end())

test('[TEA15] an agent in which a teammate works is put to sleep only by force', async () => {
  const { session } = orchestrator.tell(person, {
    to: 'alpha',
    message: 'go',
    patience: { until: 'accepted' },
  })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const agent = world.agents[0]!
  const task = { task_id: 'a1', tool_use_id: 'toolu_1', task_type: 'local_agent', description: 'PM' }
  agent.print({ type: 'system', subtype: 'task_started', ...task })
  agent.answerTurn('It is under way.')
  expect(world.sessions.live(session).current).toBeUndefined()
  const sleeping = orchestrator.sleep(person, 'alpha', { force: false })
  await expect(sleeping).rejects.toMatchObject({
    code: 'TEAM_BUSY',
    message: expect.stringContaining('teammate at work'),
  })
  expect(agent.closed).toBe(false)
  expect(await orchestrator.sleep(person, 'alpha', { force: true })).toMatchObject({ wasAwake: true })
  expect(agent.closed).toBe(true)
})

test('[TEA15] a sleep is over when the process is gone', async () => {
  orchestrator.tell(person, { to: 'alpha', message: 'go', patience: { until: 'accepted' } })
  await expect.poll(() => world.agents[0]?.sent.length).toBe(1)
  const agent = world.agents[0]!
  agent.answerTurn('done')
  await world.settle()
  let leave: () => void = () => undefined
  agent.close = () => new Promise((resolve) => (leave = () => resolve(agent.exit())))
  let isOver = false
  const sleeping = orchestrator.sleep(person, 'alpha', { force: false }).then(() => (isOver = true))
  await world.settle()
  expect(isOver).toBe(false)
  leave()
  await sleeping
  expect(world.sessions.pool.list()).toEqual([])
})

test('[TEA15] a session without a process is given as it is, and is put to sleep by nobody', async () => {
  expect(await orchestrator.sleep(person, 'alpha', { force: false })).toEqual({
    session: null,
    wasAwake: false,
  })
  const session = world.sessions.open('user', 'alpha').id
  expect(await orchestrator.sleep(person, 'alpha', { force: false })).toMatchObject({
    session: { session, state: 'asleep' },
    wasAwake: false,
  })
})
