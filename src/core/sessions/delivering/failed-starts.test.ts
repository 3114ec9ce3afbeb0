import { expect, test } from 'vitest'
import { IrisError, type ErrorCode, type SessionId, type TurnId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, how, agent } = openOneSession((opened) => ({ world, session } = opened))

const live = () => world.sessions.live(session)
const missing = (code: ErrorCode) => () => Promise.reject(new IrisError(code, `${code}, it said.`))
const present = () => Promise.resolve()

async function later(ms: number): Promise<void> {
  world.clock.advance(ms)
  await settle()
}

async function putMany(count: number): Promise<TurnId[]> {
  const turns: TurnId[] = []
  for (let n = 0; n < count; n += 1) turns.push(await put(`message ${n}`))
  return turns
}

/** Answers whatever is put, one turn after another. */
async function answerAll(turns: readonly TurnId[]): Promise<void> {
  for (const _ of turns) {
    agent().answerTurn('done')
    await settle()
  }
}

test.each(['CLAUDE_NOT_FOUND', 'TEAM_FOLDER_MISSING'] as const)(
  '[TEA64] %s ends no turn: all wait, and all are answered within a second of its return',
  async (code) => {
    world.presence(missing(code))
    const turns = await putMany(20)
    await later(600_000)
    expect(turns.map(how)).toEqual(turns.map(() => null))
    expect(live()).toMatchObject({ waitingFor: 'agent', startFailure: { reason: `${code}, it said.` } })
    expect(world.agents).toHaveLength(0)
    world.presence(present)
    await later(1000)
    await answerAll(turns)
    expect(turns.map(how)).toEqual(turns.map(() => 'answered'))
    expect([live().startFailure, live().waitingFor]).toEqual([undefined, null])
  },
)

test('[TEA64] what is absent is told once with the way out, however often it is looked for', async () => {
  world.presence(missing('CLAUDE_NOT_FOUND'))
  const turn = await put('one')
  for (let n = 0; n < 20; n += 1) await later(1000)
  expect(live().startFailure?.tries).toBeGreaterThan(10)
  expect(world.events('agent.start_failed')).toMatchObject([
    {
      session,
      data: {
        team: 'alpha',
        reason: 'CLAUDE_NOT_FOUND, it said.',
        advice: expect.stringContaining('npm install'),
        tries: 1,
      },
    },
  ])
  expect(world.events('turn.waiting')).toMatchObject([
    { turn, data: { for: 'agent', reason: expect.stringContaining('npm install') } },
  ])
})

test('[TEA64] nobody is ended to make room for what cannot start', async () => {
  const others = ['user', 'beta'].map((caller) => world.sessions.open(caller, 'beta').id)
  for (const other of others) {
    await world.put(other, 'hello')
    agent().answerTurn('hi')
    await settle()
  }
  world.presence(missing('CLAUDE_NOT_FOUND'))
  await put('one')
  await later(5000)
  expect(world.sessions.pool.list().map((pooled) => pooled.session)).toEqual(others)
})

test.each([
  'PIPE_UNREACHABLE',
  'PIPE_CLOSED',
  'PROCESS_DID_NOT_START',
  'AGENT_DID_NOT_END',
  'DISK_FULL',
] as const)(
  '[TEA64] a start hindered by %s is tried again with growing pauses and ends nothing',
  async (code) => {
    const tries: number[] = []
    world.presence(() => {
      tries.push(world.clock.now())
      return missing(code)()
    })
    const turns = await putMany(3)
    for (let n = 0; n < 300; n += 1) await later(1000)
    expect(turns.map(how)).toEqual([null, null, null])
    const pauses = tries.slice(1).map((at, n) => at - tries[n]!)
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
    expect(pauses.at(-1)).toBeLessThanOrEqual(61_000)
    expect(tries.length).toBeLessThan(12)
    world.presence(present)
    await later(60_000)
    await answerAll(turns)
    expect(turns.map(how)).toEqual(['answered', 'answered', 'answered'])
  },
)

test('[TEA64] a turn says that it waits for its agent once the second try failed too', async () => {
  world.presence(missing('PIPE_UNREACHABLE'))
  const turn = await put('one')
  expect(world.events('turn.waiting')).toEqual([])
  await later(200)
  expect(world.events('turn.waiting')).toMatchObject([
    { turn, data: { for: 'agent', reason: expect.stringContaining('PIPE_UNREACHABLE, it said.') } },
  ])
  expect(live().waitingFor).toBe('agent')
})

test('[TEA64] a pipe that is being found again while a former process is ended ends no turn', async () => {
  const first = await put('one')
  agent().answerTurn('1')
  await settle()
  agent().close = () => Promise.reject(new IrisError('PIPE_CLOSED', 'gone'))
  await world.sessions.sleep(session)
  world.dropping(missing('PIPE_CLOSED'))
  const turns = await putMany(5)
  await later(30_000)
  expect(turns.map(how)).toEqual(turns.map(() => null))
  world.dropping(() => Promise.resolve(true))
  await later(60_000)
  await answerAll(turns)
  expect([first, ...turns].map(how)).toEqual([...turns, first].map(() => 'answered'))
})

test('[TEA65] of a CLI that starts in vain the head of the queue ends after three processes, and nothing else does', async () => {
  const turns = await putMany(10)
  for (let n = 0; n < 200; n += 1) {
    if (world.sessions.pool.get(session)) agent().exit({ code: 1 })
    await later(5000)
  }
  expect(turns.map(how)).toEqual(['agent_died', ...turns.slice(1).map(() => null)])
  expect(live()).toMatchObject({
    waitingFor: 'agent',
    startFailure: { reason: expect.stringContaining('a complaint') },
  })
  // A thousand seconds: three starts for the head, then one a minute.
  expect(world.agents.length).toBeLessThan(25)
  await later(60_000)
  await answerAll(turns)
  expect(turns.map(how)).toEqual(['agent_died', ...turns.slice(1).map(() => 'answered')])
})

test('[TEA65] a second message that starts in vain is named with the command that drops it, and the next goes on', async () => {
  const [first, second, third] = await putMany(3)
  const failUntil = async (starts: number): Promise<void> => {
    while (world.agents.length < starts || world.sessions.pool.get(session)) {
      if (world.sessions.pool.get(session)) agent().exit({ code: 1 })
      await (world.agents.length < starts ? later(5000) : settle())
    }
  }
  await failUntil(5)
  expect(live().startFailure?.advice).toMatch(/^Try `claude`[^!]*complains of\.$/)
  await failUntil(6)
  expect([how(first!), how(second!), how(third!)]).toEqual(['agent_died', null, null])
  expect(live().startFailure?.advice).toContain(`drop it: \`iris cancel alpha --turn ${second!}\``)
  await world.sessions.drop(session, second!)
  await later(60_000)
  agent().answerTurn('3')
  await settle()
  expect([how(third!), live().startFailure]).toEqual(['answered', undefined])
})

/** Ends every process before it begins anything, for so long. */
async function breakFor(seconds: number): Promise<void> {
  for (let n = 0; n < seconds / 5; n += 1) {
    await later(5000)
    if (world.sessions.pool.get(session)) agent().exit({ code: 1 })
    await settle()
  }
}

test.each([
  ['a wake that works', () => world.sessions.wake(session)],
  ['a new daemon', () => world.restart()],
  ['a new conversation', () => world.sessions.reboot(session, 'user')],
] as const)('[TEA87] a broken CLI ends one message, not the next one after %s', async (_, between) => {
  const turns = await putMany(4)
  for (let n = 0; n < 5; n += 1) {
    await breakFor(120)
    expect(turns.map(how)).toEqual(['agent_died', null, null, null])
    await between()
    await settle()
  }
  await breakFor(120)
  expect(live().startFailure?.advice).toContain(`--turn ${turns[1]!}`)
  await later(60_000)
  await answerAll(turns)
  expect(turns.map(how)).toEqual(['agent_died', 'answered', 'answered', 'answered'])
})

test('[TEA87] messages that come one by one to a broken CLI wait behind the first', async () => {
  const turns: TurnId[] = []
  for (let n = 0; n < 4; n += 1) {
    turns.push(await put(`message ${n}`))
    await breakFor(60)
  }
  expect(turns.map(how)).toEqual(['agent_died', null, null, null])
  expect(world.events('turn.ended')).toMatchObject([{ data: { how: 'agent_died', cause: 'start' } }])
})

test('[TEA87] each head of the queue has three starts of its own before it is named, and none comes faster', async () => {
  const [, second, third] = await putMany(3)
  await breakFor(60)
  await world.sessions.drop(session, second!)
  const startsAt: number[] = []
  world.onMade(() => startsAt.push(world.clock.now()))
  await breakFor(90)
  expect(live().startFailure).toMatchObject({ turn: third, advice: expect.not.stringContaining('--turn') })
  await breakFor(120)
  expect(live().startFailure?.advice).toContain(`--turn ${third!}`)
  const pauses = startsAt.slice(1).map((at, n) => at - startsAt[n]!)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(60_000)
})

test('[TEA87] after a turn has begun, the next message may be given up', async () => {
  const [first, second, third] = await putMany(3)
  await breakFor(60)
  await later(60_000)
  agent().answerTurn('2')
  await settle()
  await breakFor(120)
  expect([first, second, third].map((turn) => how(turn!))).toEqual(['agent_died', 'answered', 'agent_died'])
})

test('[TEA65] starts that a lost pipe ended do not count', async () => {
  const turn = await put('one')
  for (let n = 0; n < 8; n += 1) {
    agent().exit({ how: 'lost', code: null })
    await later(60_000)
  }
  expect(how(turn)).toBeNull()
  agent().answerTurn('1')
  expect(how(turn)).toBe('answered')
})

test('[TEA65] once a turn has begun the count starts anew', async () => {
  for (const message of ['one', 'two', 'three']) {
    const turn = await put(message)
    for (let n = 0; n < 2; n += 1) {
      agent().exit({ code: 1 })
      await settle()
      await later(5000)
    }
    agent().answerTurn('1')
    await settle()
    expect(how(turn)).toBe('answered')
  }
})

test('[TEA64] a turn that waits for its agent can be dropped, and the next waits in its place', async () => {
  world.presence(missing('CLAUDE_NOT_FOUND'))
  const [first, second] = await putMany(2)
  await world.sessions.drop(session, first!)
  await later(1000)
  expect([how(first!), how(second!)]).toEqual(['cancelled', null])
  await world.sessions.drop(session, second!)
  await later(1000)
  expect(live().startFailure).toBeUndefined()
})

test('[TEA64] a wake that succeeds ends the wait at once', async () => {
  world.presence(missing('PIPE_UNREACHABLE'))
  const turn = await put('one')
  for (let n = 0; n < 100; n += 1) await later(1000)
  world.presence(present)
  await world.sessions.wake(session)
  await settle()
  agent().answerTurn('1')
  expect([how(turn), world.agents.length]).toEqual(['answered', 1])
})

test('[TEA64] a daemon that starts anew tries at once', async () => {
  world.presence(missing('PIPE_UNREACHABLE'))
  const turn = await put('one')
  for (let n = 0; n < 100; n += 1) await later(1000)
  world.presence(present)
  await world.restart()
  await settle()
  agent().answerTurn('1')
  expect(how(turn)).toBe('answered')
})

test('[TEA66] a process that never takes input after a wake is starting until then, and ended', async () => {
  Object.assign(world.team, { sessionInitTimeout: 20_000 })
  let launch: () => void = () => undefined
  world.afterLaunch(new Promise((resolve) => (launch = resolve)))
  const waking = world.sessions.wake(session)
  const failed = expect(waking).rejects.toMatchObject({ code: 'AGENT_DID_NOT_ANSWER' })
  await settle()
  agent().ready = () => new Promise(() => undefined)
  launch()
  await settle()
  expect(live().isBeingWoken).toBe(true)
  await later(20_000)
  await failed
  expect([live().isBeingWoken, agent().closed, world.sessions.pool.get(session)]).toEqual([
    false,
    true,
    undefined,
  ])
  expect(world.events('agent.exited')).toMatchObject([{ data: { endedFor: 'silent' } }])
})

test('[TEA22] a process that the response clock ended says so', async () => {
  const turn = await put('one')
  agent().print({ type: 'system', subtype: 'init' })
  await later(60_000)
  expect(how(turn)).toBe('response_timeout')
  expect(world.events('agent.exited')).toMatchObject([{ data: { endedFor: 'silent' } }])
})
