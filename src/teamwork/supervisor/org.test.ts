import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomFrom, seedOf } from '../../../test/support/points.ts'
import { IrisError } from '../../contract/index.ts'
import type { FakeAgent } from '../../core/sessions/fake-agents.suite.ts'
import { openOrgWorld, type OrgWorld } from './world.suite.ts'

let world: OrgWorld
beforeEach(async () => {
  world = await openOrgWorld()
  await world.services.org.start('shop', 'user')
})
afterEach(() => world.end())

const add = (title: string, files: string[] = [], waitsFor: string[] = []) =>
  world.services.tasks.create(
    {
      team: 'shop',
      title,
      text: '',
      priority: 2,
      files: files.map((path) => ({ path, action: 'UPDATE' })),
      waitsFor,
    },
    'user',
  )
const states = () =>
  world
    .org()
    .dispatches.map(({ task, state }) => `${task} ${state}`)
    .toReversed()
const turnsOf = (session: string) =>
  world.fake.events('turn.accepted').filter((event) => event.session === session)

test('[ORG1] [ORG3] an organisation is started once, and opens its seat with its event', () => {
  expect(world.fake.events('org.started', 'seat.opened', 'shift.started').map(({ type }) => type)).toEqual([
    'org.started',
    'seat.opened',
    'shift.started',
  ])
  expect(world.services.sessions.byId(world.em().session)).toMatchObject({
    caller: 'seat/em-shop',
    team: 'shop',
  })
  expect(turnsOf(world.em().session)).toEqual([])
})

test('[ORG8] a mention, a direct message and a person’s TASK: wake a seat once, and no team', async () => {
  const { name, session } = world.em()
  await world.say(`@${name} hello`, '#project-shop')
  expect(turnsOf(session)).toHaveLength(1)
  await world.say('TASK: @shop is not meant', '#standup-shop')
  expect(turnsOf(session)).toHaveLength(1)
  await world.say('TASK: a shop', '#project-shop')
  expect(turnsOf(session)).toHaveLength(2)
  await world.say('TASK: by a team', '#project-shop', { name: 'shop', kind: 'agent' })
  expect(turnsOf(session)).toHaveLength(2)
  const direct = world.services.channels.direct({ name: 'user', kind: 'person' }, { name, kind: 'agent' })
  await world.say('psst', direct.name)
  expect(turnsOf(session)).toHaveLength(3)
  const woken = world.fake.events('turn.accepted').map((event) => event.session)
  // The team is mentioned by name once, and answers for itself.
  expect(woken.filter((one) => one !== session)).toHaveLength(1)
})

test('[ORG6] nobody is woken while the organisation is stopped; started again, it has the same EM', async () => {
  const { name, session } = world.em()
  await world.services.org.stop('shop', 'user')
  await world.say(`@${name} hello`, '#project-shop')
  await world.give('TASK: something')
  expect(turnsOf(session)).toEqual([])
  expect(world.org()).toMatchObject({ state: 'stopped', dispatches: [], seats: [{ nextLookAt: null }] })
  await world.services.org.start('shop', 'user')
  expect(world.em()).toMatchObject({ name, session })
})

test('[ORG14] [ORG15] [ORG16] only a TASK: of the EM in the standup gives something out, by key or made anew', async () => {
  const { key } = await add('One')
  const { name, session } = world.em()
  const em = { name, kind: 'agent', session } as const
  await world.say(`TASK: ${key}`, '#standup-shop')
  await world.say(`TASK: ${key}`, '#standup-shop', { name, kind: 'agent' })
  await world.say(`TASK: ${key}`, '#project-shop', em)
  await world.say(`Then TASK: ${key}`, '#standup-shop', em)
  await world.say('TASK: @Ramona look here', '#standup-shop', em)
  await world.say('TASK:  ', '#standup-shop', em)
  expect(world.org().dispatches).toEqual([])
  await world.give(`TASK: ${key}: the first`)
  await world.give('TASK: Make a second\nwith more words')
  await world.until(() => world.builds.started.length === 2)
  expect(states()).toEqual(['shop-1 started', 'shop-2 started'])
  expect(world.services.tasks.get('shop-2')).toMatchObject({
    title: 'Make a second',
    text: 'with more words',
  })
  expect(world.builds.started.map(({ role }) => role)).toEqual(['manager', 'manager'])
})

test('[ORG2] [ORG17] [ORG18] no more managers work than may; the next is given out when one ends, and the EM hears of it', async () => {
  // What `org.projects` says of this one goes before what holds for all.
  expect(world.org().limits).toEqual({ managers: 3, workers: 2, handOverAt: 80 })
  for (const title of ['a', 'b', 'c', 'd', 'e']) await add(title)
  for (let number = 1; number <= 5; number += 1) await world.give(`TASK: shop-${number}`)
  await world.until(() =>
    world.org().dispatches.every(({ state, why }) => state === 'started' || why !== null),
  )
  expect(states()).toEqual([
    'shop-1 started',
    'shop-2 started',
    'shop-3 started',
    'shop-4 waiting',
    'shop-5 waiting',
  ])
  const [first] = world.builds.started
  if (!first) throw new Error('nothing was started')
  world.endBuild(first.build)
  await world.until(() => world.builds.started.length === 4)
  expect(states()).toEqual([
    'shop-1 ended',
    'shop-2 started',
    'shop-3 started',
    'shop-4 started',
    'shop-5 waiting',
  ])
  expect(turnsOf(world.em().session).map(({ data }) => data)).toMatchObject([
    { preview: expect.stringContaining('shop-1') },
  ])
})

test('[ORG19] overlapping tasks are refused to the EM with the reason, unless one waits for the other', async () => {
  await add('One', ['a.txt', 'b.txt'])
  await add('Two', ['b.txt'])
  await add('Three', ['b.txt'], ['shop-1'])
  for (const task of ['shop-1', 'shop-2', 'shop-3', 'shop-1', 'shop-99']) await world.give(`TASK: ${task}`)
  await world.until(
    () => world.fake.events('org.refused').length === 3 && world.org().dispatches[2]?.why !== null,
  )
  expect(world.fake.events('org.refused').map(({ data }) => data)).toMatchObject([
    {
      reason:
        'shop-2 and shop-1 both write "b.txt". Let one wait for the other, or give it out when shop-1 is done.',
    },
    { reason: 'shop-1 is given out already.' },
    { reason: expect.stringContaining('shop-99') },
  ])
  expect(world.org().dispatches.filter(({ state }) => state === 'waiting')).toMatchObject([
    { task: 'shop-3' },
  ])
  expect(turnsOf(world.em().session)).toHaveLength(3)
})

test.each([
  ['not found', 'BUILD_EMPTY'],
  ['silent', 'TEAM_FOLDER_SILENT'],
] as const)(
  '[ORG19] [ORG29] a TASK: of a task that is ready is not refused because its project was %s just now: it waits, and others go on',
  async (_, code) => {
    let isFound = false
    world.builds.at = (step) => {
      if (isFound || step === 'after') return
      throw new IrisError(code, 'It could not be looked at.')
    }
    await add('One')
    await world.give('TASK: shop-1')
    const first = () => world.org().dispatches.at(-1)
    await world.until(() => first()?.why?.startsWith('It could not be begun just now') === true)
    expect(world.fake.events('org.refused')).toEqual([])
    isFound = true
    await world.until(() => {
      world.fake.clock.advance(1000)
      return first()?.state === 'started'
    })
    expect(world.builds.started).toHaveLength(1)
  },
)

test('[ORG29] of many TASK: messages over many restarts none is lost and none is given out twice', async () => {
  const isWhole = process.env['IRIS_FAULTS'] === 'all'
  const [count, restarts] = isWhole ? [1000, 50] : [40, 8]
  const seed = seedOf()
  const random = randomFrom(seed)
  let killing = false
  // The daemon dies before a build is there, or after it is and before anybody heard so.
  world.builds.at = (step) => {
    if (!killing || random() < 0.5) return
    killing = false
    throw new Error(`killed ${step} a start`)
  }
  for (let number = 0; number < count; number += 1) {
    await world.give(random() < 0.5 ? `TASK: number ${number}` : `TASK: number ${number}\nin words`)
    for (const { build, isOpen } of world.builds.started) if (isOpen && random() < 0.4) world.endBuild(build)
    if (random() < restarts / count) {
      killing = random() < 0.5
      await world.restart()
    }
  }
  const open = () =>
    world.fake.sql
      .prepare<{ n: number }>(`SELECT count(*) AS n FROM dispatch WHERE state IN ('waiting', 'started')`)
      .get()?.n
  await world.until(() => {
    world.fake.clock.advance(1000)
    for (const { build, isOpen } of world.builds.started) if (isOpen) world.endBuild(build)
    return open() === 0
  }, 300_000)
  const titles = world.builds.started.map(({ task }) => world.services.tasks.get(task).title)
  expect(titles.toSorted(), `seed ${seed}`).toEqual(
    Array.from({ length: count }, (_, number) => `number ${number}`).toSorted(),
  )
}, 600_000)

test('[ORG30] [ORG31] what the EM missed is looked for after 30, 60, 120 s; without anything unread no model is called', async () => {
  const { session } = world.em()
  const { clock } = world.fake
  const inSeconds = () => Math.round(((world.org().seats[0]?.nextLookAt ?? 0) - clock.now()) / 1000)
  expect(inSeconds()).toBe(30)
  clock.advance(30_000)
  expect(inSeconds()).toBe(60)
  clock.advance(60_000)
  expect(inSeconds()).toBe(120)
  for (let look = 0; look < 720; look += 1) clock.advance(120_000)
  expect(turnsOf(session)).toEqual([])
  await world.say('the shop should open on Sundays', '#project-shop')
  expect(turnsOf(session)).toEqual([])
  clock.advance(120_000)
  expect(turnsOf(session)).toMatchObject([
    { data: { preview: expect.stringContaining('nobody called you') } },
  ])
  expect(inSeconds()).toBe(30)
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  expect(world.fake.agents[0]?.sent[0]?.text).toContain('| user: the shop should open on Sundays')
  // One at work is never nudged, and nothing is told twice.
  clock.advance(1)
  await world.say('and on Mondays', '#project-shop')
  clock.advance(30_000)
  expect(turnsOf(session)).toHaveLength(1)
  world.fake.agents[0]?.answerTurn('Noted.')
  clock.advance(600_000)
  expect(turnsOf(session)).toHaveLength(2)
  // A day of looks: much work where others are at it too.
}, 120_000)

test('[ORG31] what the EM missed is found also when much before it is unread', async () => {
  const { session } = world.em()
  for (let n = 0; n < 30; n += 1) await world.say(`long ago ${n}`, '#project-shop')
  world.services.sessions.put({ session, message: 'hello', author: 'iris', fromSession: null })
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  world.fake.agents[0]?.answerTurn('Hello.')
  await world.until(() => world.em().state === 'idle')
  world.fake.clock.advance(1)
  await world.say('and on Mondays', '#project-shop')
  world.fake.clock.advance(30_000)
  await world.until(() => world.fake.agents[0]?.sent.length === 2)
  expect(world.fake.agents[0]?.sent[1]?.text).toContain('| user: and on Mondays')
})

test('[ORG65] a process that rests and gives no sign of life is ended, one at work is not; the next word starts another in the same conversation', async () => {
  const { name } = world.em()
  const { clock } = world.fake
  const exits = () => world.fake.events('agent.exited').map(({ data }) => Reflect.get(data, 'endedFor'))
  await world.say(`@${name} hello`, '#project-shop')
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  const [first] = world.fake.agents
  if (!first) throw new Error('nobody was started')
  first.isSilent = true
  // It prints something, so its turn goes on.
  clock.advance(15_000)
  first.print({ type: 'system', subtype: 'init' })
  clock.advance(15_000)
  await world.fake.settle()
  expect(exits()).toEqual([])
  first.isSilent = false
  first.answerTurn('Hello.')
  await world.until(() => world.em().state === 'idle')
  clock.advance(30_000)
  await world.fake.settle()
  expect(exits()).toEqual([])
  first.isSilent = true
  clock.advance(60_000)
  await world.until(() => exits().length === 1)
  expect(exits()).toEqual(['silent'])
  await world.say(`@${name} are you there?`, '#project-shop')
  await world.until(() => world.fake.agents[1]?.sent.length === 1)
  expect(world.fake.agents[1]?.conversation).toMatchObject({ how: 'resumed', id: first.conversation.id })
})

test('[ORG32] an EM that died is told where the page Sprint and the tasks differ, and not for ever', async () => {
  const { name, session } = world.em()
  await add('One')
  await add('Two')
  const pages = await world.services.wiki.of('shop')
  const text =
    '| Task | Who | Status |\n| --- | --- | --- |\n| shop-1 | – | done |\n| shop-2 | – | open |\n| shop-7 | – | x |\n'
  await pages.change('Sprint', { do: 'write', text }, { author: { name, kind: 'agent', task: null } })
  await world.say(`@${name} hello`, '#project-shop')
  for (let deaths = 0; deaths < 3; deaths += 1) {
    const told = deaths === 0 ? 'hello' : 'Your process died'
    await world.until(() => world.fake.agents[deaths]?.sent.at(-1)?.text.includes(told) === true)
    world.fake.agents[deaths]?.print({ type: 'system', subtype: 'init' })
    world.fake.agents[deaths]?.exit({ code: 1 })
    await world.until(() => world.fake.events('turn.ended').length === deaths + 1)
  }
  const [, recovery] = turnsOf(session)
  expect(recovery?.data).toMatchObject({
    preview: expect.stringContaining('Rebuild where you were from the wiki'),
  })
  const { message } = world.services.sessions.turn(
    world.services.sessions.turnsAfter(session, 0, 9)[1]?.id ?? 'trn_',
  )
  expect(message).toContain('- shop-1 is ready; the page does not say so.')
  expect(message).toContain('- shop-7 is on the page, and there is no such task.')
  expect(message).not.toContain('shop-2')
  await world.fake.settle()
  expect(turnsOf(session)).toHaveLength(3)
})

test('[ORG66] an EM whose conversation the CLI does not find any more is told so once, and where the page Sprint and the tasks differ', async () => {
  const { name, session } = world.em()
  await add('One')
  await world.give('TASK: shop-1')
  await world.say(`@${name} hello`, '#project-shop')
  await world.until(() => world.fake.agents[0]?.sent.length === 1)
  agentAt(0).answerTurn('Hello.')
  await world.until(() => world.em().state === 'idle')
  agentAt(0).exit()
  await world.say(`@${name} are you there?`, '#project-shop')
  await world.until(() => world.fake.agents[1]?.sent.length === 1)
  const errors = ['No conversation found with session ID: x']
  agentAt(1).print({ type: 'result', subtype: 'error_during_execution', is_error: true, errors })
  agentAt(1).exit({ code: 1 })
  await world.until(() => {
    world.fake.clock.advance(100)
    return world.fake.agents[2]?.sent.length === 1
  })
  const anew = agentAt(2)
  expect(anew.conversation.how).toBe('new')
  anew.answerTurn('Who are you?')
  await world.until(() => anew.sent.length === 2)
  const told = anew.sent.map(({ text }) => text).join('')
  expect(told).toContain('Your conversation is begun anew')
  expect(told).toContain('There is no page Sprint')
  expect(told).toContain('- shop-1 is given out and not on the page.')
  anew.answerTurn('Noted.')
  await world.until(() => world.em().state === 'idle')
  expect(turnsOf(session)).toHaveLength(3)
})

function agentAt(place: number): FakeAgent {
  const agent = world.fake.agents[place]
  if (!agent) throw new Error('nobody was started')
  return agent
}

test('[ORG7] a project replaces what its EM is told', async () => {
  const { name, session } = world.em()
  const duty = () => world.services.org.dutyOf(world.services.sessions.byId(session), undefined)
  expect(duty()?.appendSystemPrompt).toContain('You are the engineering manager')
  expect(duty()?.appendSystemPrompt).toContain(`Your name is ${name}: you lead the project \`shop\`.`)
  const folder = join(world.fake.folder, 'shop', '.iris', 'roles')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'em.md'), '---\nname: Boss\ndescription: Leads.\nmodel: opus\n---\nBe kind.\n')
  await world.services.org.stop('shop', 'user')
  await world.services.org.start('shop', 'user')
  expect(duty()).toMatchObject({ appendSystemPrompt: expect.stringMatching(/^Be kind\./), model: 'opus' })
})

test('[ORG12] the EM plans tasks of its own project only, and is not their worker', async () => {
  await add('One')
  const { tasks, org } = world.services
  const seat = org.seatOf(world.em().session)
  if (!seat) throw new Error('it has no seat')
  const em = { name: 'shop', kind: 'agent', seat } as const
  expect(tasks.own('shop-1', em)).toBe(tasks.get('shop-1').task)
  const other = { ...em, seat: { ...seat, leads: 'bakery' } }
  expect(() => tasks.own('shop-1', other)).toThrow('You lead bakery; this is a task of shop.')
  expect(() => tasks.seen('shop-1', other)).toThrow('You lead bakery')
  const { createTask, listTasks } = world.operations
  const check = { command: 'true', expected: { exit: 0 } }
  const wanted = { team: 'shop', title: 'Two', text: '', priority: 2, files: [], waitsFor: [], check }
  const never = (): void => undefined
  expect(await createTask(wanted, em, never)).toMatchObject({ checkBy: null })
  expect(await createTask(wanted, { name: 'shop', kind: 'agent' }, never)).toMatchObject({ checkBy: 'shop' })
  await expect(createTask(wanted, other, never)).rejects.toThrow('shop works elsewhere')
  const listed = await listTasks({ limit: 9, texts: 'none' }, em, never)
  expect(listed.tasks.every(({ project }) => project === 'shop')).toBe(true)
})
