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
  orchestrator = createOrchestrator({ ...world, config, asks: world.asks } as unknown as OrchestratorDeps)
})
afterEach(() => world.end())

test('[HTTP19] turns come in pages, oldest first, with where to go on, and null at the end', async () => {
  for (const message of ['one', 'two', 'three'])
    orchestrator.tell(person, { to: 'alpha', message, patience: { until: 'accepted' } })
  const first = orchestrator.report(person, { team: 'alpha', limit: 2 })
  expect(first.turns.map(({ message }) => message)).toEqual(['one', 'two'])
  expect(first.next).toBe(first.turns[1]?.turn)
  const second = orchestrator.report(person, { team: 'alpha', limit: 2, after: first.next! })
  expect([second.turns.map(({ message }) => message), second.next]).toEqual([['three'], null])
  await world.settle()
})
