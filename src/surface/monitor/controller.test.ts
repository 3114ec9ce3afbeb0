import { expect, test } from 'vitest'
import { IrisError } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { createController, type Controller } from './controller.ts'
import type { Feed } from './feed.ts'
import { facts, noon, permission, session, team } from './scenes.suite.ts'
import { emptyTail } from './tail.ts'

const ask = permission('shop')
const work = session('shop', { state: 'working', agent: 'agt_1' })

/** A monitor over facts that stand still, whose daemon refuses everything. */
function open(): {
  controller: Controller
  clock: ReturnType<typeof manualClock>
  followed: unknown[]
  quits: number
} {
  const clock = manualClock(noon)
  const followed: unknown[] = []
  const known = facts({ teams: [team('shop', { asks: 1 })], sessions: [work], asks: [ask] })
  const feed: Feed = {
    facts: () => known,
    freshness: () => ({ at: 'live', since: noon, isBack: false }),
    tail: () => emptyTail(undefined),
    follow: (session) => void followed.push(session),
    client: () => ({
      call: () => Promise.reject(new IrisError('ASK_ANSWERED', 'That was answered by docs.')),
      events: () => {
        throw new Error('not asked for')
      },
      tell: () => {
        throw new Error('not asked for')
      },
    }),
    onChange: () => undefined,
    open: () => undefined,
    close: () => undefined,
  }
  const world = { clock, followed, quits: 0 }
  const controller = createController({
    feed,
    clock,
    size: { columns: 80, rows: 24 },
    onQuit: () => (world.quits += 1),
  })
  controller.open()
  return Object.assign(world, { controller })
}

test('[MON12] what goes wrong is said with the way out, and the same ask can be answered again', async () => {
  const { controller, clock } = open()
  controller.press({ text: 'y' })
  expect(controller.model().view.pending).toBe(ask.ask)
  await expect
    .poll(() => controller.model().view.notice)
    .toMatchObject({
      words: 'That was answered by docs.',
      advice: expect.stringContaining('the first answer counts'),
      tone: 'bad',
    })
  expect(controller.model().view.pending).toBeNull()
  clock.advance(60_000)
  expect(controller.model().view.notice?.tone).toBe('bad')
  controller.press({ name: 'down' })
  expect(controller.model().view.notice).toBeNull()
  controller.close()
})

test('[MON5] the session of the chosen line is followed, and time moves by itself', () => {
  const { controller, clock, followed } = open()
  expect(followed.at(-1)).toBe(work.session)
  let told = 0
  const stop = controller.subscribe(() => (told += 1))
  clock.advance(3000)
  expect([told, controller.model().now]).toEqual([3, noon + 3000])
  stop()
  controller.resize({ columns: 100, rows: 30 })
  expect([told, controller.model().size.rows]).toEqual([3, 30])
  controller.close()
  clock.advance(3000)
  expect(controller.model().now).toBe(noon + 3000)
})

test('[MON11] what is only worth a glance goes by itself, and q leaves', () => {
  const world = open()
  const { controller, clock } = world
  controller.press({ text: 'y' })
  controller.press({ name: 'tab' })
  controller.press({ text: 'q' })
  expect(world.quits).toBe(1)
  clock.advance(10_000)
  expect(controller.model().view.notice).toBeNull()
  controller.close()
})
