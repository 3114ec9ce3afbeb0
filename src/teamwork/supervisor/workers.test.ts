import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomFrom, seedOf } from '../../../test/support/points.ts'
import type { Caller, Seat, TaskFile } from '../../contract/index.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
let manager: Seat
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
  manager = await managerOf('One', ['a.txt'])
})
afterEach(() => world.end())

const filesOf = (paths: string[]): TaskFile[] => paths.map((path) => ({ path, action: 'UPDATE' }))

/** A manager of a new task, in its seat. */
async function managerOf(title: string, files: string[]): Promise<Seat> {
  const wanted = { team: 'shop', title, text: '', priority: 2, files: filesOf(files), waitsFor: [] }
  const { key, task } = await world.services.tasks.create(wanted, 'user')
  await world.give(`TASK: ${key}`)
  await world.until(() => world.builds.started.some((one) => one.task === task))
  return world.seat(world.builds.started.find((one) => one.task === task)?.build ?? 'bld_')
}

const callerOf = (seat: Seat): Caller => {
  const found = world.services.org.seatOf(seat.session)
  if (!found) throw new Error('it has no seat')
  return {
    name: 'shop',
    kind: 'agent',
    task: world.services.tasks.get(seat.task?.key ?? '').task,
    seat: found,
  }
}
/** A task that a manager makes with its tool. */
const makePart = (title: string, files: string[], more: { waitsFor?: string[]; by?: Seat } = {}) => {
  const { waitsFor = [], by = manager } = more
  const check = { command: 'true', expected: { exit: 0 } }
  const wanted = { team: 'shop', title, text: '', priority: 2, files: filesOf(files), waitsFor, check }
  return world.operations.createTask(wanted, callerOf(by), () => undefined)
}
const give = (body: string, by = manager) => world.giveAs(by, body)
const dispatchOf = (task: string) => world.org().dispatches.find((one) => one.task === task)
const until = (task: string, state: string) => world.until(() => dispatchOf(task)?.state === state)
const buildOf = (key: string) =>
  world.builds.started.findLast(({ task }) => task === world.services.tasks.get(key).task)?.build ?? 'bld_'
const saidIn = (name: string): string[] => {
  const room = world.services.channels.byName(name)?.channel
  const said = room ? world.services.channels.history(room, { newest: true, limit: 50 }).messages : []
  return said.map(({ body }) => body)
}
const toldTo = ({ session }: Seat): string[] =>
  world.fake
    .events('turn.accepted')
    .filter((event) => event.session === session)
    .map(({ data }) => String(Reflect.get(Object(data), 'preview')))
/** Everybody who was told something since the last time says that it is done. */
function answering(): () => void {
  const answered = new Map<object, number>()
  return () => {
    for (const agent of world.fake.agents) {
      if (agent.closed || agent.sent.length <= (answered.get(agent) ?? 0)) continue
      answered.set(agent, agent.sent.length)
      agent.answerTurn('Done.')
    }
  }
}

test('[ORG46] a manager gives out in its room what it made itself; from anybody else, and elsewhere, it is text', async () => {
  const { key, checkBy } = await makePart('Two', ['b.txt'])
  // Who does the part does not say what proves it.
  expect(checkBy).toBeNull()
  const em = { name: world.em().name, kind: 'agent', session: world.em().session } as const
  const own = { name: manager.name, kind: 'agent', session: manager.session } as const
  await world.say(`TASK: ${key}`, '#work-shop-1')
  await world.say(`TASK: ${key}`, '#work-shop-1', em)
  await world.say(`TASK: ${key}`, '#work-shop-1', { name: manager.name, kind: 'agent' })
  await world.say(`TASK: ${key}`, '#standup-shop', own)
  await world.say(`Later TASK: ${key}`, '#work-shop-1', own)
  expect(world.org().dispatches).toHaveLength(1)
  await give(`TASK: ${key}`)
  await until(key, 'started')
  await give('TASK: Make a third\nin words')
  await until('shop-3', 'started')
  expect(world.services.tasks.get('shop-3')).toMatchObject({ title: 'Make a third', text: 'in words' })
  const whole = world.builds.started[0]?.build
  expect(world.builds.started.slice(1)).toMatchObject([
    { role: 'seated-worker', partOf: whole },
    { role: 'seated-worker', partOf: whole },
  ])
  const seats = [world.seat(buildOf(key)), world.seat(buildOf('shop-3'))]
  expect(seats).toMatchObject([
    { kind: 'worker', key: 'shop-1-w1', lead: 'shop-1', rooms: ['#work-shop-1'] },
    { kind: 'worker', key: 'shop-1-w2', lead: 'shop-1', rooms: ['#work-shop-1'] },
  ])
  expect(saidIn('#work-shop-1')).toContain(`${seats[0]?.name} takes shop-2 "Two".`)
  expect(saidIn('#standup-shop').join()).not.toContain('takes shop-2')
})

test('[ORG46] [ORG19] what a manager did not make, what overlaps, and what waits for its own task is refused in words', async () => {
  const other = await managerOf('Other', ['o.txt'])
  await makePart('Theirs', ['t.txt'], { by: other })
  await makePart('Mine', ['a.txt'])
  await makePart('Late', ['l.txt'], { waitsFor: ['shop-1'] })
  await makePart('Apart', ['o.txt'])
  for (const key of ['shop-3', 'shop-2', 'shop-4', 'shop-5', 'shop-6', 'shop-99']) await give(`TASK: ${key}`)
  await world.until(() => world.fake.events('org.refused').length === 6)
  expect(world.fake.events('org.refused').map(({ data }) => Reflect.get(Object(data), 'reason'))).toEqual([
    'shop-3 is no part of your task: make one with task_create.',
    'shop-2 is given out already.',
    'shop-4 and shop-1 both write "a.txt". Take it out of your own files with task_plan first, then give it out again.',
    'shop-5 waits for your own task, which waits for its parts.',
    'shop-6 and shop-2 both write "o.txt". Let one wait for the other, or give it out when shop-2 is done.',
    expect.stringContaining('shop-99'),
  ])
  expect(toldTo(manager)).toHaveLength(6)
  expect(saidIn('#work-shop-1').at(-1)).toContain('Not given out')
  // The EM has nothing to do with it.
  expect(toldTo(world.em())).toEqual([])
})

test('[ORG2] [ORG47] a manager has no more workers than it may, those counted that did not begin; it waits for all, and each other manager has its own', async () => {
  for (const letter of ['b', 'c', 'd']) await makePart(letter, [`${letter}.txt`])
  for (const key of ['shop-2', 'shop-3', 'shop-4']) await give(`TASK: ${key}`)
  await world.until(() => typeof dispatchOf('shop-4')?.why === 'string')
  expect(['shop-2', 'shop-3', 'shop-4'].map((key) => dispatchOf(key)?.state)).toEqual([
    'started',
    'started',
    'waiting',
  ])
  expect(dispatchOf('shop-4')?.why).toBe('It waits for a free worker.')
  expect(world.builds.waitsFor(manager.session)).toBe('It waits for its workers: shop-2, shop-3, shop-4.')
  expect(world.builds.waitsFor(world.em().session)).toBeNull()
  const other = await managerOf('Other', ['o.txt'])
  await makePart('Part', ['p.txt'], { by: other })
  await give('TASK: shop-6', other)
  await until('shop-6', 'started')
  world.endBuild(buildOf('shop-2'))
  await until('shop-4', 'started')
})

test('[ORG49] what passed is brought in while the manager rests, and told to it; what failed is told at once', async () => {
  await makePart('Two', ['b.txt'])
  await makePart('Three', ['c.txt'])
  await give('TASK: shop-2')
  await give('TASK: shop-3')
  await until('shop-3', 'started')
  world.services.sessions.put({ session: manager.session, message: 'go', author: 'user', fromSession: null })
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  world.seat(buildOf('shop-2'))
  world.endBuild(buildOf('shop-2'))
  await until('shop-2', 'proved')
  await world.fake.settle()
  expect(world.builds.broughtIn).toEqual([])
  expect(world.builds.waitsFor(manager.session)).toBe('It waits for its workers: shop-2, shop-3.')
  world.fake.agents[0]?.answerTurn('I wait.')
  await until('shop-2', 'ended')
  expect(world.builds.broughtIn).toEqual([buildOf('shop-2')])
  expect(toldTo(manager).at(-1)).toContain('Iris merged it into your checkout')
  world.endBuild(buildOf('shop-3'), 'failed')
  await until('shop-3', 'ended')
  expect(toldTo(manager).at(-1)).toContain('shop-3 "Three" ended as failed')
  expect(world.builds.waitsFor(manager.session)).toBeNull()
  expect(world.org().seats.find(({ key }) => key === 'shop-1-w1')?.state).toBe('closed')
})

test('[ORG34] [ORG47] who takes over from a manager is told of the parts that are out', async () => {
  await makePart('Two', ['b.txt'])
  await give('TASK: shop-2')
  await until('shop-2', 'started')
  world.services.org.replace({ project: 'shop', seat: 'shop-1' }, 'user')
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  const told = world.fake.agents[0]?.sent[0]?.text ?? ''
  expect(told).toContain(`You take over from ${manager.name}`)
  expect(told).toContain('It waits for its workers: shop-2. You are told when they are done')
})

test('[ORG49] a manager merges itself what does not fit, by commands that nobody is asked about', async () => {
  await makePart('Two', ['b.txt'])
  await give('TASK: shop-2')
  await until('shop-2', 'started')
  const commands = ['git merge build/shop-b2', 'git add -A', 'git commit --no-edit']
  world.builds.brings = { is: 'refused', words: 'These files conflict:\nb.txt', commands }
  world.endBuild(buildOf('shop-2'))
  await until('shop-2', 'ended')
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  const told = world.fake.agents[0]?.sent[0]?.text ?? ''
  expect(told).toContain('| b.txt')
  for (const command of commands) expect(told).toContain(command)
  expect(saidIn('#work-shop-1').at(-1)).toContain('does not fit into the checkout of its manager')
})

test('[ORG50] the workers of a manager leave with it, and what it gave out ends', async () => {
  for (const letter of ['b', 'c', 'd']) {
    await makePart(letter, [`${letter}.txt`])
    await give(`TASK: ${letter}`)
  }
  await world.until(() => world.builds.started.length === 3)
  const parts = world.builds.started.slice(1)
  for (const { build } of parts) world.seat(build)
  world.endBuild(buildOf('shop-1'), 'failed')
  await world.until(() => world.org().dispatches.every(({ state }) => state === 'ended'))
  await world.until(() => world.builds.started.every(({ isOpen }) => !isOpen))
  expect(world.org().seats.filter(({ state }) => state !== 'closed')).toMatchObject([{ key: 'em' }])
  // Only the end of the task itself is news to the EM.
  expect(toldTo(world.em())).toHaveLength(1)
})

/** The worker of a part is told something, and its conversation is so full, in percent; then its part is complete. */
async function complete(key: string, percent: number): Promise<Seat> {
  const seat = world.seat(buildOf(key))
  const { session } = seat
  world.services.sessions.put({ session, message: `work on ${key}`, author: 'user', fromSession: null })
  const agentOf = () => world.fake.agents.find(({ sent }) => sent.at(-1)?.text === `work on ${key}`)
  await world.until(() => agentOf() !== undefined)
  const agent = agentOf()
  const usage = { input_tokens: 10, cache_read_input_tokens: percent * 2000 - 10 }
  const content = [{ type: 'text', text: 'Hm.' }]
  agent?.print({ type: 'assistant', message: { id: key, model: 'claude-sonnet-4-5', usage, content } })
  agent?.answerTurn('Done.')
  await world.fake.settle()
  world.endBuild(buildOf(key))
  await world.until(() => dispatchOf(key)?.state !== 'started')
  return seat
}
const seatOf = (key: string) => world.org().seats.find((one) => one.key === key)

test('[ORG51] a worker whose conversation has room rests, and gets the next part that touches its files; another part gets somebody new', async () => {
  await makePart('Two', ['b.txt'])
  await give('TASK: shop-2')
  await until('shop-2', 'started')
  const first = await complete('shop-2', 40)
  expect(seatOf('shop-1-w1')).toMatchObject({ state: 'resting', name: first.name })
  // It has nothing to work in, so nobody calls it.
  await give(`@${first.name} well done`)
  expect(toldTo(first)).toHaveLength(1)
  const move = () => world.services.org.handOver({ project: 'shop', seat: 'shop-1-w1' })
  expect(move).toThrow('rests between two parts')
  await makePart('Three', ['c.txt'])
  await makePart('Four', ['x.txt', 'b.txt'])
  await world.restart()
  await give('TASK: shop-3')
  await give('TASK: shop-4')
  await until('shop-4', 'started')
  expect(world.builds.started.slice(2)).toMatchObject([{ session: undefined }, { session: first.session }])
  expect(world.seat(buildOf('shop-3'))).toMatchObject({ key: 'shop-1-w2' })
  expect(world.seat(buildOf('shop-4'))).toMatchObject({
    key: 'shop-1-w1',
    name: first.name,
    session: first.session,
    task: { key: 'shop-4' },
  })
  expect(saidIn('#work-shop-1')).toContain(`${first.name} goes on with shop-4 "Four".`)
  expect(world.fake.events('seat.rested', 'seat.moved').map(({ type }) => type)).toEqual([
    'seat.rested',
    'seat.moved',
  ])
  // At 60% there is no room for another.
  await complete('shop-4', 60)
  expect(seatOf('shop-1-w1')).toMatchObject({ state: 'closed', shifts: [{ how: 'done' }] })
})

test('[ORG51] [ORG52] a manager names the worker that is to have a part, which then is not called besides, and is waited for', async () => {
  await makePart('Two', ['b.txt'])
  await makePart('Three', ['c.txt'])
  await makePart('Four', ['d.txt'])
  await give('TASK: shop-2')
  await until('shop-2', 'started')
  const { name, session } = world.seat(buildOf('shop-2'))
  await give('TASK: @Nobody shop-3')
  await give(`TASK: @${world.em().name} shop-3`)
  expect(dispatchOf('shop-3')).toBeUndefined()
  await give(`TASK: @${name} shop-3 next`)
  await until('shop-3', 'waiting')
  await world.until(() => dispatchOf('shop-3')?.why === 'It waits for the worker that it is for.')
  await give('TASK: shop-4')
  await until('shop-4', 'started')
  expect(toldTo({ session } as Seat)).toEqual([])
  await complete('shop-2', 10)
  await until('shop-3', 'started')
  expect(world.builds.started.at(-1)).toMatchObject({ session })
  // It is claimed, so that nobody gives it another part before it has begun this one.
  await makePart('Five', ['b.txt'])
  world.endBuild(buildOf('shop-4'))
  await give('TASK: shop-5')
  await until('shop-5', 'started')
  expect(world.builds.started.at(-1)).toMatchObject({ session: undefined })
})

test('[ORG51] no more workers rest than a manager may have, and all leave with it', async () => {
  for (const number of [2, 3, 4]) {
    await makePart(`${number}`, [`${number}.txt`])
    await give(`TASK: shop-${number}`)
    await until(`shop-${number}`, 'started')
    await complete(`shop-${number}`, 10)
  }
  expect(['shop-1-w1', 'shop-1-w2', 'shop-1-w3'].map((key) => seatOf(key)?.state)).toEqual([
    'closed',
    'resting',
    'resting',
  ])
  world.endBuild(buildOf('shop-1'))
  await world.until(() => world.org().seats.every(({ key, state }) => key === 'em' || state === 'closed'))
})

test('[ORG45] a part whose worker crashed for good goes to somebody else twice, then to #errors, its manager and the person', async () => {
  await makePart('Two', ['b.txt'])
  await give('TASK: shop-2')
  await until('shop-2', 'started')
  const build = buildOf('shop-2')
  const names = [world.seat(build).name]
  for (let times = 1; times <= 2; times += 1) {
    const reassign = world.builds.reassigns(build)
    if (!reassign) throw new Error('nobody takes it')
    world.fake.log.write((append) => reassign(append))
    names.push(world.org().seats.find(({ key }) => key === 'shop-1-w1')?.name ?? '')
    expect(saidIn('#work-shop-1').at(-1)).toContain(`${names.at(-1)} takes it (${times} of 2).`)
    await world.restart()
  }
  expect(new Set(names).size).toBe(3)
  expect(world.builds.reassigns(build)).toBeUndefined()
  expect(saidIn('#errors-shop').at(-1)).toContain('shop-2 was given out 3 times')
  expect(toldTo(manager)).toEqual([expect.stringContaining('shop-2 was given out 3 times')])
})

test('[ORG29] of many TASK: messages of managers over restarts none is lost, and none is given out or brought in twice', async () => {
  const isWhole = process.env['IRIS_FAULTS'] === 'all'
  const [count, restarts] = isWhole ? [300, 40] : [16, 5]
  const seed = seedOf()
  const random = randomFrom(seed)
  const answerAll = answering()
  let killing = false
  world.builds.at = (step) => {
    if (!killing || random() < 0.5) return
    killing = false
    throw new Error(`killed ${step} it`)
  }
  for (let number = 0; number < count; number += 1) {
    await give(`TASK: number ${number}`)
    for (const { build, isOpen } of world.builds.started.slice(1))
      if (isOpen && random() < 0.4) world.endBuild(build)
    answerAll()
    if (random() >= restarts / count) continue
    killing = random() < 0.5
    await world.restart()
  }
  await world.until(() => {
    world.fake.clock.advance(1000)
    for (const { build, isOpen } of world.builds.started.slice(1)) if (isOpen) world.endBuild(build)
    answerAll()
    return world.builds.waitsFor(manager.session) === null
  }, 300_000)
  const parts = world.builds.started.slice(1)
  const titles = parts.map(({ task }) => world.services.tasks.get(task).title)
  const wanted = Array.from({ length: count }, (_, number) => `number ${number}`)
  expect(titles.toSorted(), `seed ${seed}`).toEqual(wanted.toSorted())
  // Merging again finds it merged; the manager is told of each once.
  expect(new Set(world.builds.broughtIn)).toEqual(new Set(parts.map(({ build }) => build)))
  expect(toldTo(manager).filter((words) => words.includes('merged it into your checkout'))).toHaveLength(
    count,
  )
}, 600_000)
