import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { askForCheck, hear, heardElsewhere, workLabels } from './asking.ts'
import type { WorkContext } from './context.ts'
import { openWorkWorld, type WorkWorld } from './world.suite.ts'

let world: WorkWorld
beforeEach(() => (world = openWorkWorld(3)))
afterEach(() => world.end())

const answer = async (text: string): Promise<void> => {
  const [ask] = world.asks()
  if (ask) await world.inbox.answer(ask.ask, { who: { kind: 'human', name: 'user' }, input: { text } })
}

test('[WRK22] a task that needs the command after its question was answered, and before the answer was heard, shares that answer', async () => {
  const { context } = world
  askForCheck(context, world.build(), world.row(1))
  await answer('npm test')
  askForCheck(context, world.build(), world.row(2))
  expect(world.asks()).toHaveLength(1)
  expect(world.row(2)).toMatchObject({ ask: world.row(1).ask, asked: 'no_check' })
  await hear(context, world.build(), world.row(1))
  await hear(context, world.build(), world.row(2))
  expect(world.build().command).toBe('npm test')
  expect([world.row(1), world.row(2)]).toMatchObject([{ ask: null }, { ask: null }])
})

test('[WRK22] one that was read before the answer was heard asks nobody and is looked at again', async () => {
  const { context } = world
  const stale = world.build()
  askForCheck(context, stale, world.row(1))
  await answer('npm test')
  await hear(context, stale, world.row(1))
  askForCheck(context, stale, world.row(3))
  expect(world.asks()).toHaveLength(1)
  expect(world.row(3).ask).toBeNull()
  expect(world.looks).toEqual([stale.id])
})

test('[WRK42] what was answered elsewhere about a task at work interrupts its agent and is done once', async () => {
  const cancelled: string[] = []
  const sessions = { cancel: async (session: string) => void cancelled.push(session) }
  const considered: string[] = []
  const consider = (build: string) => void considered.push(build)
  // Only what is asked of them here is there.
  const context = { ...world.context, sessions, consider } as unknown as WorkContext
  const session = newId('ses')
  world.rows.setTask(world.row(1), { session, turn: newId('trn'), attempt: 1, starts: 2, failures: 1 })
  const { ask } = world.inbox.raise({
    source: 'pm',
    kind: 'decision',
    type: 'blocking',
    text: 'shop-1 is stuck.',
    options: [{ label: workLabels.again }],
    team: 'shop',
    caller: 'shop-b1',
  })
  await world.inbox.answer(ask.id, {
    who: { kind: 'human', name: 'user' },
    input: { choose: workLabels.again },
  })
  const of = { task: world.tasks[0] ?? '', ask: ask.id }
  expect(heardElsewhere(context, world.build(), of)).toBe(true)
  expect(heardElsewhere(context, world.build(), of)).toBe(false)
  expect(considered).toEqual([world.build().id])
  await hear(
    { ...context, tasks: { get: () => ({ status: 'in_progress' }) } } as never,
    world.build(),
    world.row(1),
  )
  expect(cancelled).toEqual([session])
  expect(world.row(1)).toMatchObject({ ask: null, turn: null, starts: 0, attempt: 1 })
})
