import { tmpdir } from 'node:os'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFakeWorld, type FakeWorld } from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Caller } from './orchestrator.ts'
import type { RefusedHop } from './deps.ts'
import { tell, tellBatched, type TellDeps } from './tell.ts'

let world: FakeWorld
const refused: RefusedHop[] = []
beforeEach(async () => {
  refused.length = 0
  world = await openFakeWorld()
})
afterEach(() => world.end())

function deps(): TellDeps {
  const teams = new Map(['alpha', 'beta', ...chain].map((name) => [name, { name, path: tmpdir() }]))
  // Telling reads only the names and folders of teams, and the limit.
  const config = () => ({ teams, agent: { hopLimit: 4 } }) as unknown as CompiledConfig
  const onRefusedHop = (hop: RefusedHop) => {
    refused.push(hop)
    const data = { guard: 'hops' as const, team: 'alpha', reason: hop.reason }
    world.log.write((append) => append({ type: 'guard.refused', session: hop.session, data }))
  }
  const projects = { isThere: async () => true }
  return { ...world, config, projects, onRefusedHop, stopping$: NEVER } as unknown as TellDeps
}

const chain = ['one', 'two', 'three', 'four', 'five']
const person: Caller = { name: 'user', kind: 'human' }
const inputTo = (to: string) => ({ to, message: 'x', patience: { until: 'accepted' } as const })

/** A message of a person that alpha and beta have passed on four times. */
function passOn(): Caller {
  let { session } = tell(deps(), person, inputTo('alpha'))
  for (const [from, to] of [
    ['alpha', 'beta'],
    ['beta', 'alpha'],
    ['alpha', 'beta'],
    ['beta', 'alpha'],
  ] as const)
    session = tell(deps(), { name: from, kind: 'agent', session }, inputTo(to)).session
  return { name: 'alpha', kind: 'agent', session }
}

test('[IRI21] two teams that pass a message on are stopped, and a person starts the count again', () => {
  expect(() => tell(deps(), passOn(), inputTo('beta'))).toThrow(
    expect.objectContaining({ code: 'TELL_HOPS' }),
  )
  expect(() => tell(deps(), passOn(), inputTo('beta'))).toThrow(/without a word from a person/)
})

test('[IRI21] [IRI36] that a tell was refused stands, although the tell itself left nothing behind', async () => {
  let caller: Caller = person
  for (const to of chain) {
    const { session } = tell(deps(), caller, inputTo(to))
    caller = { name: to, kind: 'agent', session }
  }
  await expect(tellBatched(deps(), caller, inputTo('beta'))).rejects.toMatchObject({ code: 'TELL_HOPS' })
  expect(refused).toMatchObject([{ session: caller.session, to: 'beta', message: 'x' }])
  expect(world.events('guard.refused')).toMatchObject([{ session: caller.session, data: { guard: 'hops' } }])
  expect(world.events('turn.accepted')).toHaveLength(chain.length)
})
