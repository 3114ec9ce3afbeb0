import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTaskWorld, type TaskWorld } from './world.suite.ts'

let world: TaskWorld
beforeEach(() => {
  world = openTaskWorld()
})
afterEach(() => world.end())

const by = 'user'
const become = (name: string, to: 'complete' | 'failed' | 'skipped' | 'pending' | 'deferred' | 'cancelled') =>
  world.tasks.become({ name, by }, { to })

test('[TSK1] teams whose folders are in one repository share its tasks, also through a link or a worktree', async () => {
  const repository = world.team('shop', 'repo')
  world.git('repo', 'init', '-q')
  world.git(
    'repo',
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b.c',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'one',
  )
  world.git('repo', 'worktree', 'add', '-q', '../beside')
  world.team('inner', 'repo/packages/inner')
  world.team('beside', 'beside')
  symlinkSync(repository, join(world.folder, 'linked'))
  world.team('linked')
  world.team('other')
  await world.add('One')
  const keys = async (team: string) =>
    (await world.tasks.list({ team, limit: 10 })).tasks.map(({ key }) => key)
  for (const team of ['shop', 'inner', 'beside', 'linked'])
    expect([team, await keys(team)]).toEqual([team, ['shop-1']])
  expect(await keys('other')).toEqual([])
})

test('[TSK1] a project whose folder is away is the one it was', async () => {
  await world.add('One')
  rmSync(join(world.folder, 'shop'), { recursive: true })
  expect((await world.add('Two')).key).toBe('shop-2')
  world.team('gone')
  rmSync(join(world.folder, 'gone'), { recursive: true })
  await expect(world.add('Three', [], { team: 'gone' })).rejects.toMatchObject({
    code: 'TEAM_FOLDER_MISSING',
  })
})

test('[TSK2] a slug is the name of the first team in letters, digits and -, with a number when it is taken', async () => {
  world.team('a.b_c')
  world.team('a-b-c')
  expect((await world.add('One', [], { team: 'a.b_c' })).key).toBe('a-b-c-1')
  expect((await world.add('One', [], { team: 'a-b-c' })).key).toBe('a-b-c-2-1')
  await world.restart()
  expect((await world.add('Two', [], { team: 'a.b_c' })).key).toBe('a-b-c-2')
  expect(world.tasks.get('a-b-c-2-1').project).toBe('a-b-c-2')
})

test('[TSK3] a task is named by its key or its id, and a number is given once', async () => {
  const one = await world.add('One')
  become('shop-1', 'cancelled')
  expect(world.tasks.get(one.task)).toEqual(world.tasks.get('shop-1'))
  expect((await world.add('Two')).key).toBe('shop-2')
  expect(() => world.tasks.get('shop-3')).toThrow(expect.objectContaining({ code: 'TASK_UNKNOWN' }))
})

test('[TSK4] a task waits until what it waits for is complete, or a person waives it', async () => {
  await world.add('One')
  await world.add('Two', ['shop-1'])
  expect(await world.statuses()).toEqual({ One: 'ready', Two: 'pending' })
  expect(world.tasks.get('shop-2').why).toBe('Waits for shop-1.')
  world.tasks.waive({ name: 'shop-2', by: 'ann' }, 'shop-1')
  expect(world.tasks.get('shop-2')).toMatchObject({
    status: 'ready',
    edges: [{ name: 'shop-1', waivedBy: 'ann' }],
  })
  await world.add('Three', ['shop-1'])
  become('shop-1', 'complete')
  expect(await world.statuses()).toEqual({ One: 'complete', Two: 'ready', Three: 'ready' })
})

test('[TSK4] a task for the case that another fails is ready when it has, and skipped when it is complete', async () => {
  await world.add('Try')
  await world.add('Undo')
  await world.add('After undo', ['shop-2'])
  world.tasks.link({ name: 'shop-2', by }, { type: 'on_failure_of', other: 'shop-1' })
  expect(await world.statuses()).toMatchObject({ Undo: 'pending' })
  become('shop-1', 'failed')
  expect(await world.statuses()).toMatchObject({ Undo: 'ready', 'After undo': 'pending' })
  become('shop-1', 'pending')
  become('shop-1', 'complete')
  expect(await world.statuses()).toMatchObject({ Undo: 'skipped', 'After undo': 'blocked' })
})

test('[TSK5] a parent has the status of its parts together, and they wait for what it waits for', async () => {
  await world.add('First')
  await world.add('Parent', ['shop-1'])
  await world.add('Part one')
  await world.add('Part two')
  await world.add('After parent', ['shop-2'])
  for (const name of ['shop-3', 'shop-4']) world.tasks.link({ name, by }, { type: 'parent', other: 'shop-2' })
  expect(await world.statuses()).toMatchObject({ Parent: 'pending', 'Part one': 'pending' })
  become('shop-1', 'complete')
  expect(await world.statuses()).toMatchObject({
    Parent: 'pending',
    'Part one': 'ready',
    'After parent': 'pending',
  })
  become('shop-3', 'complete')
  expect(await world.statuses()).toMatchObject({ Parent: 'in_progress' })
  become('shop-4', 'complete')
  expect(await world.statuses()).toMatchObject({ Parent: 'complete', 'After parent': 'ready' })
  expect(() => become('shop-2', 'failed')).toThrow(expect.objectContaining({ code: 'TASK_STATUS_REFUSED' }))
  expect((await world.tasks.plan('shop')).order).toEqual(['shop-5'])
})

test('[TSK6] what waits for a task that failed is blocked, however far, until somebody changes it', async () => {
  await world.add('One')
  await world.add('Two', ['shop-1'])
  await world.add('Three', ['shop-2'])
  for (const how of ['failed', 'skipped', 'cancelled'] as const) {
    become('shop-1', how)
    expect(await world.statuses()).toMatchObject({ Two: 'blocked', Three: 'blocked' })
    expect(world.tasks.get('shop-2').why).toMatch(
      /^Waits for shop-1, which (failed|was skipped|was cancelled)\.$/,
    )
    become('shop-1', 'pending')
    expect(await world.statuses()).toMatchObject({ Two: 'pending', Three: 'pending' })
  }
})

test('[TSK7] an edge that closes a circle is refused with the circle; so are edges to itself and out of the project', async () => {
  world.team('other')
  await world.add('One')
  await world.add('Two', ['shop-1'])
  await world.add('Three', ['shop-2'])
  await world.add('Elsewhere', [], { team: 'other' })
  const link = (name: string, other: string, type: 'blocks' | 'parent' | 'link' = 'blocks') =>
    world.tasks.link({ name, by }, { type, other })
  expect(() => link('shop-1', 'shop-3')).toThrow(
    expect.objectContaining({
      code: 'TASK_CYCLE',
      message: 'That would be a circle: shop-1 → shop-3 → shop-2 → shop-1.',
    }),
  )
  expect(() => link('shop-1', 'shop-1')).toThrow(expect.objectContaining({ code: 'TASK_EDGE_INVALID' }))
  expect(() => link('shop-1', 'other-1')).toThrow(expect.objectContaining({ code: 'TASK_EDGE_INVALID' }))
  expect(world.tasks.get('shop-1').edges).toEqual([])
  // Three would be a part of what it waits for.
  expect(() => link('shop-2', 'shop-3', 'parent')).toThrow(expect.objectContaining({ code: 'TASK_CYCLE' }))
  expect(link('shop-1', 'shop-3', 'link').edges).toHaveLength(1)
})

test('[TSK8] the order goes by priority, phase and number, and never against an edge', async () => {
  await world.add('Page', [], { phase: 'ui' })
  await world.add('Table', [], { phase: 'database' })
  await world.add('Late')
  await world.add('Urgent', ['shop-3'], { priority: 0 })
  await world.add('Odd', [], { phase: 'launch' })
  const plan = await world.tasks.plan('shop')
  expect(plan.order).toEqual(['shop-2', 'shop-1', 'shop-3', 'shop-4', 'shop-5'])
  expect(plan.waves).toEqual([['shop-2', 'shop-1', 'shop-3', 'shop-5'], ['shop-4']])
  expect(plan.warnings).toEqual([expect.stringContaining('"launch"')])
  world.tasks.prioritize({ name: 'shop-3', by }, 0)
  expect((await world.tasks.plan('shop')).order.slice(0, 2)).toEqual(['shop-3', 'shop-4'])
})

test('[TSK8] [TSK9] tasks that write one file are told as pairs; the first that is not finished owns it', async () => {
  const files = [{ path: 'src/a.ts', action: 'UPDATE' as const }]
  await world.add('One', [], { files })
  await world.add('Two', [], { files })
  await world.add('Reader', [], { files: [{ path: 'src/a.ts', action: 'READ' }] })
  const plan = await world.tasks.plan('shop')
  expect(plan.conflicts).toEqual([{ path: 'src/a.ts', tasks: ['shop-1', 'shop-2'] }])
  expect(plan.owners).toEqual([{ path: 'src/a.ts', task: 'shop-1' }])
  become('shop-1', 'complete')
  expect((await world.tasks.plan('shop')).owners).toEqual([{ path: 'src/a.ts', task: 'shop-2' }])
})

test('[TSK10] each change is recorded with who made it, and one that is refused leaves nothing', async () => {
  await world.add('One')
  await world.add('Two')
  world.tasks.become({ name: 'shop-1', by: 'ann' }, { to: 'skipped', reason: 'Not needed' })
  world.tasks.link({ name: 'shop-2', by: 'ann' }, { type: 'blocks', other: 'shop-1' })
  const before = world.events().length
  expect(() => become('shop-1', 'failed')).toThrow(expect.objectContaining({ code: 'TASK_STATUS_REFUSED' }))
  await expect(world.add('Three', ['shop-9'])).rejects.toMatchObject({ code: 'TASK_UNKNOWN' })
  expect(world.events().length).toBe(before)
  expect((await world.add('Three')).key).toBe('shop-3')
  expect(world.events().map(({ type, data }) => ({ type, data }))).toMatchObject([
    { type: 'task.created', data: { key: 'shop-1', by: 'user', title: 'One' } },
    { type: 'task.created', data: { key: 'shop-2' } },
    {
      type: 'task.changed',
      data: { key: 'shop-1', by: 'ann', was: 'pending', status: 'skipped', reason: 'Not needed' },
    },
    { type: 'task.linked', data: { key: 'shop-2', other: 'shop-1', type: 'blocks', how: 'added' } },
    { type: 'task.created', data: { key: 'shop-3' } },
  ])
})

test('[TSK11] [TSK12] what is not possible is refused with the ways that are; who saw another status is told', async () => {
  await world.add('One')
  become('shop-1', 'complete')
  expect(() => become('shop-1', 'skipped')).toThrow('shop-1 is complete. It can become: pending.')
  expect(() => world.tasks.become({ name: 'shop-1', by }, { to: 'pending', from: 'ready' })).toThrow(
    expect.objectContaining({ code: 'TASK_CHANGED' }),
  )
  expect(world.tasks.become({ name: 'shop-1', by }, { to: 'pending', from: 'complete' }).status).toBe('ready')
})

test('[TSK6] [TSK8] in any graph no task is ready before what it waits for, and the order holds every open task once', async () => {
  const graph = fc.array(fc.array(fc.nat({ max: 20 }), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(graph, fc.array(fc.nat({ max: 19 }), { maxLength: 12 }), async (shape, finished) => {
      const own = openTaskWorld()
      try {
        await build(own, shape, finished)
        await expectSound(own)
      } finally {
        await own.end()
      }
    }),
    { numRuns: 15 },
  )
})

/** Makes a task for each list of what it waits for, and ends some of them. */
async function build(own: TaskWorld, shape: readonly number[][], finished: readonly number[]): Promise<void> {
  for (const [place, waits] of shape.entries()) {
    const earlier = new Set(waits.filter((other) => other < place))
    await own.add(
      `t${place}`,
      [...earlier].map((other) => `shop-${other + 1}`),
    )
  }
  for (const place of new Set(finished.filter((at) => at < shape.length)))
    own.tasks.become({ name: `shop-${place + 1}`, by }, { to: place % 3 === 0 ? 'failed' : 'complete' })
}

async function expectSound(own: TaskWorld): Promise<void> {
  const { tasks } = await own.tasks.list({ team: 'shop', limit: 100 })
  const { order } = await own.tasks.plan('shop')
  const place = new Map(order.map((key, at) => [key, at]))
  const open = tasks.filter(({ status }) => status !== 'complete').map(({ key }) => key)
  expect(order.toSorted()).toEqual(open.toSorted())
  for (const { key, status, edges } of tasks) {
    const states = edges.map(({ name }) => own.tasks.get(name).status)
    const isHeld = states.some((state) => ['failed', 'blocked'].includes(state))
    if (status === 'ready') expect(states.every((state) => state === 'complete')).toBe(true)
    if (status === 'blocked') expect(isHeld).toBe(true)
    for (const { name } of edges.filter((edge) => place.has(edge.name) && place.has(key)))
      expect(place.get(name)).toBeLessThan(place.get(key) ?? -1)
  }
}
