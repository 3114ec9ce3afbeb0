import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import type { BuildFacts } from './facts.ts'
import { askWhatIsDue, hearQuestions } from './questions.ts'
import { openWorkWorld, type WorkWorld } from './world.suite.ts'

const minute = 60_000
let world: WorkWorld
beforeEach(() => {
  world = openWorkWorld(9)
  // Three such tasks took 8, 10 and 30 minutes: 10 is what is to be expected.
  const start = world.clock.now()
  for (const [place, took] of [8, 10, 30].entries())
    world.rows.setTask(world.row(place + 1), {
      outcome: 'complete',
      startedAt: start,
      endedAt: start + took * minute,
    })
  world.rows.setTask(world.row(4), { triedAt: start, session: newId('ses') })
})
afterEach(() => world.end())

const facts = (): BuildFacts => ({
  build: world.build(),
  rows: world.rows.tasksOf(world.build().id),
  atWork: 1,
  fences: new Map(),
  waiting: new Set(),
  toGiveWay: new Set(),
})
const choose = (label: string) =>
  world.inbox.answer(world.asks()[0]?.ask ?? 'ask_', {
    who: { kind: 'human', name: 'user' },
    input: { choose: label },
  })

test('[WRK23] a task that takes more than three times the median is asked about, once, and goes on when nobody answers', async () => {
  world.clock.advance(30 * minute)
  askWhatIsDue(world.context, facts())
  expect(world.asks()).toEqual([])
  world.clock.advance(minute)
  askWhatIsDue(world.context, facts())
  askWhatIsDue(world.context, facts())
  expect(world.asks()).toMatchObject([
    {
      type: 'educational',
      state: 'open',
      text: expect.stringContaining('shop-4 takes more than three times'),
      default: 'Continue, it is worth it',
    },
  ])
  world.rows.setTask(world.row(5), { triedAt: world.clock.now() })
  world.clock.advance(60 * minute)
  askWhatIsDue(world.context, facts())
  expect(world.asks()).toHaveLength(1)
})

test('[WRK23] where tasks take seconds, nobody is asked about one before it has taken two minutes', () => {
  const start = world.clock.now()
  for (const number of [1, 2, 3]) world.rows.setTask(world.row(number), { endedAt: start + 5000 })
  world.clock.advance(2 * minute - 1)
  askWhatIsDue(world.context, facts())
  expect(world.asks()).toEqual([])
  world.clock.advance(1)
  askWhatIsDue(world.context, facts())
  expect(world.asks()).toHaveLength(1)
})

test('[WRK23] the answer to it pauses the build, and is done once', async () => {
  world.clock.advance(31 * minute)
  askWhatIsDue(world.context, facts())
  await choose('Pause the build')
  await hearQuestions(world.context, facts())
  expect(world.build()).toMatchObject({ pausedFor: 'Paused by user.' })
  world.rows.set(world.build().id, { pausedAt: null, pausedFor: null })
  await hearQuestions(world.context, facts())
  expect(world.build().pausedAt).toBeNull()
})
