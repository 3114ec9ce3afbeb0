import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { createGuards } from './guards.ts'
import { createQueue } from './queue.ts'
import { openIrisWorld, until, type IrisWorld } from './world.suite.ts'

let world: IrisWorld
beforeEach(async () => (world = await openIrisWorld()))
afterEach(() => world.end())

test('[IRI10] an event that is not on the list is refused, with its reason', () => {
  const guards = createGuards(world)
  const about = { session: newId('ses'), team: 'alpha', caller: 'user', author: 'user' }
  expect(guards.admit({ ...about, type: 'turn.ended' })).toBe(true)
  expect(guards.admit({ ...about, type: 'agent.printed' })).toBe(false)
  expect(guards.admit({ ...about, type: 'turn.ended', author: 'iris' })).toBe(false)
  expect(world.events('guard.refused').map(({ data }) => data)).toEqual([
    { guard: 'whitelist', team: 'alpha', reason: 'agent.printed is not on the list' },
    { guard: 'attribution', team: 'alpha', reason: 'the Iris agent caused it itself' },
  ])
})

describe('the queue', () => {
  test('[IRI11] one at a time for a key, several keys at once, never more than it may', async () => {
    const queue = createQueue({ most: 2, onError: () => undefined })
    const started: string[] = []
    const gates: (() => void)[] = []
    const work = (name: string) => () => {
      started.push(name)
      return new Promise<void>((resolve) => gates.push(resolve))
    }
    for (const name of ['a1', 'a2', 'b1', 'c1']) queue.add(name[0]!, work(name))
    await until(() => started.length === 2)
    expect(started).toEqual(['a1', 'b1'])
    gates.shift()?.()
    await until(() => started.length === 3)
    gates.shift()?.()
    await until(() => started.length === 4)
    expect(started.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1'])
    for (const open of gates) open()
    await queue.close()
    await queue.close()
  })

  test('[IRI11] what fails does not stop the rest', async () => {
    const errors: unknown[] = []
    const done: string[] = []
    const queue = createQueue({ most: 1, onError: (error) => errors.push(error) })
    queue.add('a', () => Promise.reject(new Error('no')))
    queue.add('a', () => Promise.resolve(void done.push('a2')))
    await until(() => done.length === 1)
    expect(errors).toHaveLength(1)
    await queue.close()
  })
})

describe('the tables', () => {
  test('[IRI11] the questions of the inbox are seen under their old name, and go with their session', async () => {
    const { session } = await world.answer('Nothing was changed yet. Should I delete it?')
    await until(() => world.open().length === 1)
    const rows = () =>
      world.sql
        .prepare<{ status: string; question: string; to_team: string }>('SELECT * FROM pending_questions')
        .all()
    expect(rows()).toMatchObject([{ status: 'pending', question: 'Should I delete it?', to_team: 'alpha' }])
    await world.say(world.open()[0]!.ask, 'Yes')
    expect(rows()).toMatchObject([{ status: 'answered' }])
    expect(() => world.sql.prepare('DELETE FROM session WHERE id = ?').run(session)).not.toThrow(
      /no such table/,
    )
  })

  test('[IRI3] what was said before there was an Iris agent is not asked again', () => {
    const { seq } = world.sql.prepare<{ seq: number }>("SELECT seq FROM follower WHERE name = 'iris'").get()!
    expect(seq).toBeGreaterThanOrEqual(0)
  })
})
