import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type Build } from '../../../contract/index.ts'
import { openCoordinatorWorld, type CoordinatorWorld } from './world.suite.ts'

let world: CoordinatorWorld
beforeEach(async () => void (world = await openCoordinatorWorld()))
afterEach(() => world.end())

/** A build of two tasks of the team `shop` has ended like this. */
async function ended(outcome: 'failed' | 'stopped' | 'complete', more: Partial<Build> = {}): Promise<void> {
  const keys: string[] = []
  for (const title of ['one', 'two']) {
    const wanted = { team: 'shop', title, text: '', priority: 2, files: [], waitsFor: [] }
    keys.push((await world.tasks.create(wanted, 'user')).key)
  }
  const build = newId('bld')
  const tasks = keys.map((key) => ({ key, endedAt: 1 }))
  // What the coordinator reads of a build.
  const made = {
    build,
    key: 'shop-b1',
    team: 'shop',
    project: 'shop',
    tasks,
    endedAt: 1,
    partOf: null,
    why: 'No task is complete.',
    ...more,
  }
  world.builds.push(made as unknown as Build)
  const data = { build, key: 'shop-b1', outcome, reason: '', branch: null }
  world.log.write((append) => append({ type: 'build.ended', data }))
  await world.coordinator.settled()
}

test('[CRD8] a build that failed is asked about once, with what is left for its own team and for those that have less to do', async () => {
  await ended('failed')
  expect(world.asks()).toMatchObject([
    {
      type: 'clarifying',
      default: 'Leave it',
      context: 'No task is complete.',
      questions: [
        {
          options: [
            { label: 'Try what is left again', description: '2 tasks, in another build' },
            { label: 'Give what is left to others', description: 'They have less to do. till: 2 tasks' },
            { label: 'Leave it' },
          ],
        },
      ],
    },
  ])
  expect(world.ruled('redistribute')).toMatchObject([
    { inputs: { tasks: ['shop-1', 'shop-2'], from: 'shop', takers: [{ id: 'till', load: 0 }] } },
  ])
  await world.restart()
  expect(world.asks()).toHaveLength(1)
  await world.answer('Leave it')
  expect(world.builds).toHaveLength(1)
  expect(world.concerns()).toMatchObject([{ endedAt: expect.any(Number) }])
})

test('[CRD8] what a person stopped, a part of another build and one that is complete are nobody’s question; a limit is', async () => {
  await ended('complete')
  await ended('stopped')
  await ended('failed', { partOf: 'shop-b9' })
  expect(world.asks()).toEqual([])
})

test('[CRD9] the build that a person wants is started once, wherever the daemon is killed meanwhile', async () => {
  for (const step of ['before', 'after'] as const) {
    world.builds.length = 0
    await ended('failed')
    world.atStart = killAt(step)
    await world.answer('Try what is left again')
    world.atStart = async () => undefined
    await world.restart()
    expect(world.builds).toHaveLength(2)
    expect(world.asks()).toEqual([])
  }
  expect(world.events('build.started')).toHaveLength(2)
})

/** The daemon that is at it learns no more of the start. */
function killAt(step: 'before' | 'after'): CoordinatorWorld['atStart'] {
  return (at) => {
    if (at !== step) return Promise.resolve()
    world.coordinator.context.wake = () => undefined
    const { rows } = world.coordinator.context
    rows.put = () => {
      throw new Error('killed')
    }
    return Promise.reject(new Error('killed'))
  }
}

test('[CRD9] what is left may go to a team that has less to do', async () => {
  await ended('failed')
  await world.answer('Give what is left to others')
  expect(world.builds.map(({ key, team }) => [key, team])).toEqual([
    ['shop-b1', 'shop'],
    ['shop-b2', 'till'],
  ])
  await world.restart()
  expect(world.builds).toHaveLength(2)
  expect(world.events('coordinator.acted')).toMatchObject([{ data: { action: 'REDISTRIBUTE' } }])
})

test('[CRD9] a person who starts a build of those tasks has answered', async () => {
  await ended('failed')
  const data = { build: newId('bld'), key: 'shop-b2', team: 'shop', tasks: ['shop-2'], by: 'user' }
  world.log.write((append) => append({ type: 'build.started', data }))
  await world.coordinator.settled()
  expect(world.asks()).toEqual([])
})
