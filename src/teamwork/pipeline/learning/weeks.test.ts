import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLearningWorld, type LearningWorld } from './world.suite.ts'

const hour = 3_600_000
const day = 24 * hour
/** A Monday, in the morning, wherever the test runs. */
const monday = new Date(2026, 0, 5, 9).getTime()

let world: LearningWorld
beforeEach(async () => {
  world = await openLearningWorld(monday + 2 * day)
})
afterEach(() => world.end())

const weeks = () => world.learning.weeks(10).weeks
const learn = (text: string, kind: 'gotcha' | 'pattern' = 'gotcha'): void => {
  const by = { name: 'user', kind: 'human' } as const
  world.lessons.record({ project: 'shop', kind, text, isConfirmed: true, by })
}
/** The machine slept: no timer ran. */
const sleep = (ms: number): Promise<void> => {
  world.fake.clock.setDate(ms)
  return world.restart()
}

test('[LRN9] a week in which something was learned is summed up on Monday morning, one without is not', async () => {
  learn('Name the column before the type.')
  learn('Read examples first.', 'pattern')
  await sleep(3 * day)
  expect(weeks()).toEqual([])
  await sleep(2 * day)
  expect(weeks()).toMatchObject([
    { until: monday + 7 * day, patterns: 1, gotchas: 1, confirmed: 0, promoted: 0, inUse: 2 },
  ])
  expect(weeks()[0]?.text).toMatch(/^Last week 1 pattern and 1 gotcha were found/)
  expect(world.events('week.summed')).toHaveLength(1)
  await sleep(7 * day)
  expect(weeks()).toHaveLength(1)
})

test('[LRN9] restarts tell no week twice, weeks away skip nothing, and what is learned on a Monday waits for the next', async () => {
  learn('One.')
  await sleep(5 * day)
  await sleep(hour)
  await sleep(hour)
  learn('Two is learned while the daemon runs.')
  expect(weeks()).toHaveLength(1)
  await sleep(21 * day)
  expect(weeks().map(({ gotchas }) => gotchas)).toEqual([1, 1])
  expect(weeks()[0]?.text).toMatch(/^Since /)
  await world.restart()
  expect(world.events('week.summed')).toHaveLength(2)
})

test('[LRN9] the daemon looks by itself, each hour', () => {
  learn('One.')
  world.fake.clock.advance(5 * day + hour)
  expect(weeks()).toHaveLength(1)
})
