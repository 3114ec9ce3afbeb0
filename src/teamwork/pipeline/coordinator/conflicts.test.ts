import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Task } from '../../../contract/index.ts'
import { openCoordinatorWorld, type CoordinatorWorld } from './world.suite.ts'

let world: CoordinatorWorld
beforeEach(async () => void (world = await openCoordinatorWorld()))
afterEach(() => world.end())

const signal = new AbortController().signal

async function worker(name: string, priority: number, file = 'a.ts'): Promise<Task> {
  const files = [{ path: file, action: 'UPDATE' as const }]
  const task = await world.tasks.create(
    { team: 'shop', title: name, text: '', priority, files, waitsFor: [] },
    'user',
  )
  const session = newId('ses')
  world.leases.register(task.task, { name, session })
  await world.leases.take(task.task, { session, waitMs: 0, signal })
  await world.coordinator.settled()
  return task
}

const outcomes = () =>
  world.ruled('conflict').map(({ about, outcome }) => [about, (outcome as { action: string }).action])

test('[CRD10] files that another task has are denied; waiting makes a task more urgent, so that the holder is to give way; then they are granted', async () => {
  const holder = await worker('one', 2)
  await worker('two', 2)
  expect(outcomes()).toEqual([['shop-2', 'DENY']])
  await world.pass(9)
  expect(outcomes()).toHaveLength(1)
  await world.pass(5)
  expect(outcomes().at(-1)).toEqual(['shop-2', 'PREEMPT'])
  world.leases.release(holder.task, 'user')
  await world.coordinator.settled()
  expect(outcomes().at(-1)).toEqual(['shop-2', 'GRANT'])
  expect(world.concerns()).toMatchObject([{ kind: 'conflict', action: 'GRANT', endedAt: expect.any(Number) }])
})

test('[CRD10] a more urgent task has the holder give way, where its work is saved and not before', async () => {
  const holder = await worker('one', 2)
  await worker('two', 0)
  expect(outcomes()).toEqual([['shop-2', 'PREEMPT']])
  const { leases } = world.leases.list(undefined)
  expect(leases.map(({ key }) => key)).toEqual(['shop-1'])
  expect(world.leases.checkpoint(holder.task, leases[0]?.fence ?? 0)).toEqual({
    status: 'preempted',
    for: ['shop-2'],
  })
  await world.coordinator.settled()
  expect(outcomes().slice(1)).toEqual([
    ['shop-2', 'GRANT'],
    ['shop-1', 'DENY'],
  ])
})
