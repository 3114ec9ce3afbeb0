import { describe, expect, test } from 'vitest'
import type { SessionId, TurnId } from '../../contract/index.ts'
import type { FakeWorld } from './fake-agents.suite.ts'
import { openOneSession } from './one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, how, agent } = openOneSession((opened) => ({ world, session } = opened))

const put = (message: string) => world.put(session, message)

describe('starts', () => {
  test('[TEA31] a cold start on a full disk is tried again, and leaves no process behind', async () => {
    let launch: () => void = () => undefined
    world.beforeLaunch(new Promise((resolve) => (launch = resolve)))
    const turn = await put('one')
    world.fill(true)
    launch()
    await settle()
    expect([how(turn), world.agents.length, world.known.size]).toEqual([null, 1, 0])
    world.clock.advance(2000)
    await settle()
    world.fill(false)
    world.clock.advance(2000)
    await settle()
    expect([world.agents.length, world.known.size]).toEqual([2, 1])
    agent().answerTurn('1')
    expect(how(turn)).toBe('answered')
  })

  test('[TEA23] [TEA34] a process that starts too late is ended before another takes its place', async () => {
    let launch: () => void = () => undefined
    world.beforeLaunch(new Promise((resolve) => (launch = resolve)))
    const late = await put('one')
    world.clock.advance(20_000)
    await settle()
    expect([how(late), world.sessions.live(session).startFailure?.reason]).toEqual([
      null,
      'The process did not start within settings.spawnTimeout.',
    ])
    world.beforeLaunch(Promise.resolve())
    world.clock.advance(200)
    await settle()
    expect(world.agents).toHaveLength(0)
    launch()
    await settle()
    expect([world.agents.length, world.known.size]).toEqual([2, 1])
    expect(world.known.has(agent().id)).toBe(true)
    agent().answerTurn('1')
    expect(how(late)).toBe('answered')
  })
})

test('[TEA34] a process that starts too late is ended also when nobody tells its session anything more', async () => {
  let launch: () => void = () => undefined
  world.beforeLaunch(new Promise((resolve) => (launch = resolve)))
  await put('one')
  world.clock.advance(20_000)
  await settle()
  launch()
  await settle()
  expect([world.agents.length, world.known.size]).toEqual([1, 0])
})

describe('deleting', () => {
  test('[TEA17] a tell that comes during a delete runs in a session of its own', async () => {
    const running = await put('one')
    agent().print({ type: 'system', subtype: 'init' })
    const queued = await put('two')
    const former = agent()
    let leave: () => void = () => undefined
    former.close = () => new Promise((resolve) => (leave = () => resolve(former.exit())))
    const removed = world.sessions.remove(session, 'user')
    expect([how(running), how(queued)]).toEqual(['stopped', 'deleted'])
    const deleted = session
    expect(() =>
      world.sessions.put({ session: deleted, message: 'x', author: 'user', fromSession: null }),
    ).toThrow('There is no session')
    session = world.sessions.open('user', 'alpha').id
    expect(session).not.toBe(deleted)
    const turn = await put('three')
    leave()
    await removed
    await settle()
    expect(agent().sent.map(({ text }) => text)).toEqual(['three'])
    agent().answerTurn('3')
    expect([how(turn), former.sent.length]).toEqual(['answered', 1])
    await expect(world.sessions.wake(deleted)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[TEA17] a daemon killed during a delete ends the process when it is back', async () => {
    await put('one')
    agent().close = () => new Promise(() => undefined)
    void world.sessions.remove(session, 'user')
    await settle()
    expect(world.known.size).toBe(1)
    await world.restart()
    await settle()
    expect([world.known.size, world.sessions.pool.list(), world.sessions.list()]).toEqual([0, [], []])
  })
})

describe('permissions', () => {
  test.each([
    ['yes', true],
    ['no', false],
  ])(
    '[TEA24] [TEA26] an answer by policy %s that was not carried is carried after the restart',
    async (mode, allow) => {
      Object.assign(world.team, { grantPermission: mode })
      await put('one')
      const asking = agent()
      asking.answer = () => new Promise(() => undefined)
      const request = {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: 'ls' },
        tool_use_id: 't',
      }
      asking.print({ type: 'control_request', request_id: 'r1', request })
      await settle()
      const [ask] = world.asks.uncarried()
      expect(world.events('ask.answered').map(({ data }) => data)).toEqual([
        expect.objectContaining({ ask: ask!.id, allow, by: 'policy', source: 'policy', tool: 'Bash' }),
      ])
      expect(world.asks.holding(session)).toEqual([])
      expect(world.asks.list({ state: 'all', limit: 10 }).asks).toEqual([])
      asking.answer = (id) => Promise.resolve(void asking.answers.push(id))
      await world.restart()
      await settle()
      expect(asking.answers).toEqual(['r1'])
      expect(world.asks.uncarried()).toEqual([])
      expect(world.events('ask.answered', 'ask.opened')).toHaveLength(1)
    },
  )
})

describe('words', () => {
  test('[TEA32] of a running turn the last 1 Mi characters are kept, in few pieces or many', async () => {
    await put('one')
    const said = (text: string) => ({
      type: 'assistant',
      message: { id: 'm', content: [{ type: 'text', text }] },
    })
    const most = 1024 * 1024
    agent().print(said('first'))
    agent().print(said('x'.repeat(3 * most)))
    for (let n = 0; n < 3000; n += 1) agent().print(said(`piece ${n}`))
    const words = world.sessions.saidSoFar(session)
    expect([words.length, words.includes('first')]).toEqual([most, false])
    expect(words.endsWith('piece 2998\n\npiece 2999')).toBe(true)
    const { said: held, partial } = world.sessions.live(session).current!
    const characters = held.reduce((sum, { text }) => sum + text.length, partial.length)
    expect(characters).toBeLessThanOrEqual(2 * most)
  })
})

describe('what is asked for while nothing can be written', () => {
  const asked: Record<string, (running: TurnId, queued: TurnId) => unknown> = {
    cancel: (_, queued) => world.sessions.cancel(session, queued),
    drop: (_, queued) => world.sessions.drop(session, queued),
    'stop of what waits': (_, queued) => world.sessions.stop(queued),
    halt: () => world.sessions.halt(session, { graceMs: 0 }),
    reboot: () => world.sessions.reboot(session, 'user'),
    remove: () => world.sessions.remove(session, 'user'),
    put: () => world.sessions.put({ session, message: 'x', author: 'user', fromSession: null }),
  }

  test.each(Object.entries(asked))('[TEA31] a %s is refused, and no turn is lost', async (_, ask) => {
    const running = await put('one')
    const queued = await put('two')
    world.fill(true)
    await expect(async () => ask(running, queued)).rejects.toMatchObject({ code: 'DATABASE_READ_ONLY' })
    world.fill(false)
    await world.restart()
    await settle()
    for (let n = 0; n < 3 && how(queued) === null; n += 1) {
      agent().answerTurn(`${n}`)
      await settle()
    }
    expect([how(running), how(queued)]).not.toContain(null)
  })
})
