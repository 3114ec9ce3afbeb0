import { tmpdir } from 'node:os'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionId } from '../../contract/index.ts'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Caller } from './orchestrator.ts'
import { tell, type TellDeps } from './telling.ts'

let world: FakeWorld
const refused: string[] = []
beforeEach(async () => {
  refused.length = 0
  world = await openFakeWorld()
})
afterEach(() => world.end())

function pass(caller: Caller, to: string): SessionId {
  const teams = new Map(['alpha', 'beta'].map((name) => [name, { name, path: tmpdir() }]))
  // Telling reads only the names and folders of teams, and the limit.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  const onRefusedHop = (_: SessionId, reason: string) => void refused.push(reason)
  const deps = { ...world, config, onRefusedHop, stopping$: NEVER } as unknown as TellDeps
  return tell(deps, caller, { to, message: 'x', patience: { until: 'accepted' } }).session
}

test('[IRI21] two teams that pass a message on are stopped, and a person starts the count again', () => {
  const person: Caller = { name: 'user', kind: 'human' }
  let session = pass(person, 'alpha')
  const names = ['alpha', 'beta']
  const hop = (n: number): void => {
    const caller: Caller = { name: names[n % 2]!, kind: 'agent', session }
    session = pass(caller, names[(n + 1) % 2]!)
  }
  for (const n of [0, 1, 2, 3]) hop(n)
  expect(() => hop(4)).toThrow(expect.objectContaining({ code: 'TELL_HOPS' }))
  expect(refused).toHaveLength(1)
  session = pass(person, 'alpha')
  for (const n of [0, 1, 2, 3]) hop(n)
  expect(() => hop(4)).toThrow(/without a word from a person/)
})
