import { describe, expect, test } from 'vitest'
import type { Event, SessionId, TurnId } from '../../../contract/index.ts'
import type { FakeWorld } from '../fake-agents.suite.ts'
import { openOneSession } from '../one-session.suite.ts'

let world: FakeWorld
let session: SessionId
const { settle, put, agent } = openOneSession((opened) => ({ world, session } = opened))

const minute = 60_000
const sent = () => world.agents.flatMap((one) => one.sent.map(({ text }) => text))
const retryOf = (turn: TurnId) => world.sessions.retriedBy(turn)!
const goOn = expect.stringContaining('go on where you left off')

/** Ends the turn under way at the account limit, which is reset after so many ms where that is said. */
async function meetLimit(resetsIn?: number): Promise<void> {
  agent().print({ type: 'system', subtype: 'init' })
  const resetsAt = (world.clock.now() + (resetsIn ?? 0)) / 1000
  if (resetsIn !== undefined)
    agent().print({
      type: 'rate_limit_event',
      rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' },
    })
  agent().print({
    type: 'result',
    is_error: true,
    result: "You've hit your session limit",
    api_error_status: 429,
    num_turns: 1,
  })
  await settle()
}

async function passes(ms: number): Promise<void> {
  world.clock.advance(ms)
  await settle()
}

/** Spends what the team may spend today. */
async function spend(): Promise<void> {
  Object.assign(world.team, { budget: { day: 1 } })
  await put('dear')
  agent().answerTurn('done', { total_cost_usd: 2 })
  await settle()
}

describe('at the account limit', () => {
  test('[TEA71] a turn that ends there is put again at once, as one that names it, and runs once at the reset', async () => {
    const first = await put('one')
    await meetLimit(10 * minute)
    const retry = retryOf(first)
    expect(world.sessions.turn(retry)).toMatchObject({
      retryOf: first,
      message: 'one',
      how: null,
      author: 'user',
    })
    const [ended] = world.events('turn.ended') as Event<'turn.ended'>[]
    const at = world.usage.heldUntil()
    expect(ended?.data).toMatchObject({ how: 'quota', retry: { turn: retry, at } })
    expect(ended?.data.advice).toContain(`runs again on its own`)
    expect(ended?.data.advice).toContain(retry)
    expect(world.events('turn.accepted').map(({ data }) => data)).toMatchObject([
      {},
      { retryOf: first, preview: 'one', from: 'user', to: 'alpha', waits: false },
    ])
    expect(world.sessions.firstRetry(session)).toEqual({
      turn: retry,
      retryOf: first,
      for: 'quota',
      until: at,
      byHand: false,
      preview: 'one',
      since: world.sessions.turn(retry).acceptedAt,
    })
    await passes(10 * minute)
    agent().answerTurn('1')
    await settle()
    expect([world.sessions.turn(retry).how, world.sessions.firstRetry(session)]).toEqual(['answered', null])
    await passes(60 * minute)
    expect([sent().length, world.sessions.counts(session)]).toEqual([2, { turns: 2, queued: 0 }])
  })

  test('[TEA71] it stands where the one it takes up stood, before what was queued behind', async () => {
    await put('one')
    await put('two')
    await meetLimit(minute)
    expect(sent()).toEqual(['one'])
    await passes(minute)
    agent().answerTurn('1')
    await settle()
    agent().answerTurn('2')
    expect(sent()).toEqual(['one', goOn, 'two'])
  })

  test('[TEA71] a daemon that is killed meanwhile takes it up once, and one that dies before the reset too', async () => {
    const first = await put('one')
    agent().print({ type: 'system', subtype: 'init' })
    await settle()
    await world.restart()
    await settle()
    await meetLimit(minute)
    await world.restart()
    await settle()
    expect([sent(), world.sessions.live(session).waitingFor]).toEqual([['one'], 'quota'])
    await world.restart()
    await passes(minute)
    expect(sent()).toEqual(['one', goOn])
    await world.restart()
    await settle()
    agent().answerTurn('1')
    await settle()
    expect([world.sessions.turn(retryOf(first)).how, sent().length]).toEqual(['answered', 2])
    expect(world.events('turn.accepted')).toHaveLength(2)
  })

  test('[TEA72] it meets the limit again and waits again', async () => {
    const first = await put('one')
    await meetLimit(minute)
    await passes(minute)
    await meetLimit(minute)
    const second = retryOf(first)
    expect(world.sessions.turn(second).how).toBe('quota')
    expect(world.sessions.firstRetry(session)).toMatchObject({ retryOf: second, for: 'quota', byHand: false })
    expect(sent()).toHaveLength(2)
    await passes(minute)
    agent().answerTurn('1')
    expect(world.sessions.turn(retryOf(second)).how).toBe('answered')
  })

  test('[TEA72] a limit that says no time is tried after pauses that grow, and after eight times by nobody but a person', async () => {
    await put('one')
    const waited: number[] = []
    for (let time = 1; time <= 7; time += 1) {
      await meetLimit()
      const { until } = world.sessions.firstRetry(session)!
      const left = until! - world.clock.now()
      waited.push(Math.round(left / minute))
      await passes(left - minute / 2)
      expect(sent()).toHaveLength(time)
      await passes(minute / 2)
      expect(sent()).toHaveLength(time + 1)
    }
    expect(waited).toEqual([5, 15, 30, 60, 60, 60, 60])
    await meetLimit()
    expect(world.sessions.firstRetry(session)).toMatchObject({ for: 'quota', until: null, byHand: true })
    await passes(24 * 60 * minute)
    expect(sent()).toHaveLength(8)
    expect(world.sessions.counts(session).queued).toBe(1)
    // What is told meanwhile does not wait for it.
    await put('two')
    expect(sent().at(-1)).toBe('two')
    agent().answerTurn('2')
    await settle()
    const { turn } = world.sessions.firstRetry(session)!
    expect(world.sessions.release(session, turn, 'user')).toBe(true)
    await settle()
    expect(sent()).toHaveLength(10)
    await meetLimit()
    expect(world.sessions.firstRetry(session)).toMatchObject({ byHand: false })
  })

  test('[TEA72] a reset that is over already is none', async () => {
    await put('one')
    await meetLimit(-minute)
    expect(world.sessions.firstRetry(session)!.until).toBeGreaterThan(world.clock.now() + 4 * minute)
    await passes(minute)
    expect(sent()).toHaveLength(1)
  })

  test('[TEA73] in another conversation, where the message is not, it is told the message', async () => {
    await put('one')
    await meetLimit(minute)
    await world.sessions.reboot(session, 'user')
    await passes(minute)
    expect(sent()).toEqual(['one', 'one'])
  })

  test('[TEA74] a person lets it run before the reset, once, and says so in the log; if the limit still holds it waits again', async () => {
    const first = await put('one')
    await meetLimit(10 * minute)
    const retry = retryOf(first)
    expect(world.sessions.release(session, retry, 'user')).toBe(true)
    expect(world.sessions.release(session, retry, 'user')).toBe(false)
    await settle()
    expect(sent()).toHaveLength(2)
    expect(world.usage.heldUntil()).toBeGreaterThan(world.clock.now())
    expect(world.events('turn.released')).toMatchObject([{ turn: retry, data: { by: 'user' } }])
    await meetLimit(20 * minute)
    await passes(10 * minute)
    expect(sent()).toHaveLength(2)
    await passes(10 * minute)
    expect(sent()).toHaveLength(3)
  })

  test('[TEA74] one that is left never runs, and what was queued behind it does', async () => {
    const first = await put('one')
    const behind = await put('two')
    await meetLimit(minute)
    await world.sessions.drop(session, retryOf(first))
    expect(world.sessions.turn(retryOf(first)).how).toBe('cancelled')
    await passes(minute)
    expect(sent()).toEqual(['one', 'two'])
    agent().answerTurn('2')
    expect([world.sessions.turn(behind).how, world.sessions.firstRetry(session)]).toEqual(['answered', null])
  })

  test('[TEA71] with its session it is deleted', async () => {
    const first = await put('one')
    await meetLimit(minute)
    await world.sessions.remove(session, 'user')
    await passes(minute)
    expect([world.sessions.turn(retryOf(first)).how, sent().length]).toEqual(['deleted', 1])
    expect(world.sessions.retries()).toEqual([])
  })

  test('[TEA75] what one session told another is still told by it, and both steps of it are heard', async () => {
    const heard: unknown[] = []
    world.hearTold(({ turn, step }) => void heard.push([turn.retryOf, step === 'put' ? step : step.ended]))
    const teller = world.sessions.open('user', 'beta').id
    const { id } = world.sessions.put({ session, message: 'x', author: 'beta', fromSession: teller })
    await settle()
    await meetLimit(minute)
    await passes(minute)
    agent().answerTurn('1')
    expect(world.sessions.turn(retryOf(id))).toMatchObject({
      fromSession: teller,
      author: 'beta',
      how: 'answered',
    })
    expect(heard).toEqual([
      [null, 'put'],
      [null, 'quota'],
      [id, 'put'],
      [id, 'answered'],
    ])
  })
})

describe('at a budget', () => {
  test('[TEA71] [TEA29] what it refused waits for room and runs when the budget is raised, in order', async () => {
    await spend()
    const [first, second] = [await put('one'), await put('two')]
    expect([first, second].map((turn) => world.sessions.turn(turn).how)).toEqual(['budget', 'budget'])
    expect(world.sessions.live(session).waitingFor).toBe('budget')
    expect(world.sessions.openTurns()).toMatchObject([{ team: 'alpha', running: 0, queued: 2, limited: 2 }])
    const said = world.events('turn.waiting').length
    await passes(5 * minute)
    expect(world.events('turn.waiting')).toHaveLength(said)
    Object.assign(world.team, { budget: { day: 5 } })
    world.sessions.configChanged()
    await settle()
    expect(sent()).toEqual(['dear', 'one'])
    agent().answerTurn('1')
    await settle()
    agent().answerTurn('2')
    expect(sent()).toEqual(['dear', 'one', 'two'])
    expect(world.sessions.turn(retryOf(second)).how).toBe('answered')
  })

  test('[TEA71] of several that wait the one that meets another limit keeps its place', async () => {
    await spend()
    await put('one')
    await put('two')
    Object.assign(world.team, { budget: { day: 5 } })
    world.sessions.configChanged()
    await settle()
    await meetLimit(minute)
    await passes(minute)
    agent().answerTurn('1')
    await settle()
    expect(sent()).toEqual(['dear', 'one', goOn, 'two'])
  })

  test('[TEA72] a budget of the day has room tomorrow, also for another daemon', async () => {
    await spend()
    await put('one')
    const midnight = new Date(world.clock.now()).setHours(24, 0, 0, 0)
    expect(world.sessions.firstRetry(session)).toMatchObject({
      for: 'budget',
      until: midnight,
      byHand: false,
    })
    await world.restart()
    await passes(midnight - world.clock.now() - minute)
    expect(sent()).toEqual(['dear'])
    await passes(2 * minute)
    expect(sent()).toEqual(['dear', 'one'])
  })

  test('[TEA74] a person lets it run above the budget', async () => {
    await spend()
    const first = await put('one')
    world.sessions.release(session, retryOf(first), 'user')
    await settle()
    expect(sent()).toEqual(['dear', 'one'])
  })

  test("[TEA72] the CLI's own budget is lifted by nobody but a person", async () => {
    await put('one')
    agent().print({ type: 'system', subtype: 'init' })
    agent().print({ type: 'result', subtype: 'error_max_budget_usd', num_turns: 1 })
    await settle()
    await passes(60 * minute)
    expect(world.sessions.firstRetry(session)).toMatchObject({ for: 'budget', until: null, byHand: true })
    expect(sent()).toHaveLength(1)
  })
})
