import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/index.ts'
import { carriageOf, messageFor } from '../answering/carriage.ts'
import { openInboxWorld, user, type InboxWorld } from '../inbox.suite.ts'

let world: InboxWorld
beforeEach(() => (world = openInboxWorld()))
afterEach(() => world.end())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const view = (id: Parameters<InboxWorld['inbox']['view']>[0]) => world.inbox.view(id)
const answer = (id: Parameters<InboxWorld['inbox']['view']>[0], choose: string) =>
  world.inbox.answer(id, { who: user, input: { choose } })
const reminders = () => world.events('ask.reminded').map(({ at }) => at)

describe('time', () => {
  test('[INB16] a blocking ask is reminded of after 5 minutes, then every 30, and never expires', async () => {
    const start = world.clock.now()
    const { id } = world.request()
    world.clock.advance(100 * minute)
    expect(reminders().map((at) => (at - start) / minute)).toEqual([5, 35, 65, 95])
    world.clock.advance(30 * day)
    expect(view(id).state).toBe('open')
    await answer(id, 'y')
    const before = reminders().length
    world.clock.advance(day)
    expect(reminders()).toHaveLength(before)
  })

  test('[DMN17] [INB16] a clock that is set brings no reminder and no end, and delays none', () => {
    const { id } = world.request()
    const clarifying = world.raise({ text: 'one', fallback: 'SQLite' }).ask.id
    const due = () => [reminders().length, view(clarifying).state]
    world.clock.setDate(7 * day)
    world.clock.advance(4 * minute)
    world.request()
    expect(due()).toEqual([0, 'open'])
    world.clock.setDate(-14 * day)
    world.clock.advance(minute)
    expect([due(), view(id).reminders]).toEqual([[1, 'open'], 1])
    world.clock.setDate(day)
    world.clock.advance(29 * minute)
    expect(view(id).reminders).toBe(1)
    world.clock.advance(minute)
    expect(view(id).reminders).toBe(2)
    world.clock.advance(4 * hour - 36 * minute)
    expect(view(clarifying).state).toBe('open')
    world.clock.advance(minute)
    expect(view(clarifying).state).toBe('answered')
  })

  test('[DMN17] after a restart with the clock set back, what is due comes within its usual time', async () => {
    const { id } = world.request()
    const clarifying = world.raise({ text: 'one', fallback: 'SQLite' }).ask.id
    world.clock.setDate(-7 * day)
    await world.restart()
    world.clock.advance(5 * minute)
    expect(view(id).reminders).toBe(1)
    world.clock.advance(4 * hour)
    expect(view(clarifying).state).toBe('answered')
  })

  test('[INB16] [INB19] after a long absence one reminder is due', async () => {
    const { id } = world.request()
    world.inbox.close()
    world.clock.advance(day)
    expect(reminders()).toEqual([])
    await world.restart()
    world.clock.advance(0)
    expect(reminders()).toHaveLength(1)
    expect(view(id).reminders).toBe(1)
  })

  test('[INB17] [INB18] clarifying takes its default after 4 hours, or is dismissed without one', () => {
    const options = [{ label: 'A' }, { label: 'B', recommended: true }]
    const named = world.raise({ text: 'one', options, fallback: 'A' }).ask.id
    const recommended = world.raise({ text: 'two', options }).ask.id
    const none = world.raise({ text: 'three', options: [] }).ask.id
    world.clock.advance(4 * hour - 1)
    expect([named, recommended, none].map((id) => view(id).state)).toEqual(['open', 'open', 'open'])
    world.clock.advance(1)
    expect(view(named).answer).toMatchObject({ source: 'default', by: 'clock', chosen: [{ labels: ['A'] }] })
    expect(view(recommended).answer).toMatchObject({ source: 'default', chosen: [{ labels: ['B'] }] })
    expect(view(none)).toMatchObject({ state: 'dismissed', closedFor: 'expired', answer: null })
  })

  test('[INB17] confirming takes its default only if that can be undone; the rest is dismissed after a week', () => {
    const undoable = world.raise({ type: 'confirming', text: 'a', fallback: 'SQLite', reversible: true }).ask
      .id
    const final = world.raise({ type: 'confirming', text: 'b', fallback: 'SQLite' }).ask.id
    const preference = world.raise({ type: 'preference', text: 'c', fallback: 'SQLite' }).ask.id
    world.clock.advance(day)
    expect(view(undoable).answer).toMatchObject({ source: 'default' })
    world.clock.advance(6 * day - 1)
    expect(view(preference).state).toBe('open')
    world.clock.advance(1)
    expect(view(preference).state).toBe('dismissed')
    world.clock.advance(30 * day)
    expect(view(final).state).toBe('open')
    expect(view(preference)).toMatchObject({ state: 'dismissed', answer: null })
  })

  test('[INB17] what is celebrated is told and never waits', () => {
    const { ask, how } = world.raise({ type: 'celebratory', text: 'Half way there!', options: [] })
    expect([how, view(ask.id).state]).toEqual(['dismissed', 'dismissed'])
    expect(world.events('ask.opened', 'ask.dismissed').map(({ type }) => type)).toEqual([
      'ask.opened',
      'ask.dismissed',
    ])
  })

  test('[INB19] a default that fell due while nobody ran is taken by the next daemon', async () => {
    const { id } = world.raise({ fallback: 'SQLite' }).ask
    world.inbox.close()
    world.clock.advance(5 * hour)
    expect(view(id).state).toBe('open')
    await world.restart()
    world.clock.advance(0)
    expect(view(id).answer).toMatchObject({ source: 'default' })
  })

  test('[INB20] [INB21] questions of one phase belong together; a fourth open one takes its default', () => {
    const texts = ['one', 'two', 'three']
    const [first, second, third] = texts.map((text) => {
      world.clock.advance(minute)
      return world.raise({ text, phase: 'build' }).ask
    })
    expect([first, second, third].map((ask) => ask?.batch)).toEqual([null, first?.id, first?.id])
    const fourth = world.raise({ text: 'four', fallback: 'SQLite' })
    expect(fourth.how).toBe('answered')
    expect(view(fourth.ask.id).answer).toMatchObject({ source: 'policy', by: 'too many open questions' })
    expect(world.raise({ text: 'five' }).how).toBe('dismissed')
    expect(world.raise({ text: 'six', type: 'blocking' }).how).toBe('filed')
    expect(world.raise({ text: 'seven', session: newId('ses') }).how).toBe('filed')
    expect(world.raise({ text: 'eight', source: 'prose' }).how).toBe('filed')
    world.clock.advance(6 * minute)
    const later = world.raise({ text: 'nine', type: 'blocking', phase: 'build' }).ask
    expect(later.batch).toBeNull()
  })
})

test('[INB20] a question belongs to the one before for five minutes, and no longer', () => {
  const first = world.raise({ text: 'one', phase: 'build' }).ask
  world.clock.advance(5 * minute - 1)
  const second = world.raise({ text: 'two', phase: 'build' }).ask
  expect(second.batch).toBe(first.id)
  world.clock.advance(5 * minute)
  expect(world.raise({ text: 'three', phase: 'build' }).ask.batch).toBeNull()
})

test('[INB1] the text of an ask is kept to 100,000 characters, and one that is cut says so', () => {
  const whole = world.request({ text: 'x'.repeat(99_999) }).id
  const long = world.request({ text: 'y'.repeat(150_000) }).id
  expect([view(whole).text.length, view(whole).isCut]).toEqual([99_999, false])
  expect([view(long).text.length, view(long).isCut]).toEqual([100_000, true])
})

test('[INB14] other words of the same person are a late answer, the same again are not', async () => {
  const { id } = world.raise({ type: 'blocking' }).ask
  await answer(id, 'SQLite')
  await answer(id, 'SQLite').catch(() => undefined)
  expect(view(id).late).toEqual([])
  expect(world.inbox.figures(0)[0]?.late).toBe(0)
  await answer(id, 'Postgres').catch(() => undefined)
  expect(view(id).late).toMatchObject([{ by: 'user' }])
})

describe('not asking', () => {
  test('[INB22] what is open is not filed twice; what was answered today gets the same answer', async () => {
    const first = world.raise()
    expect(world.raise({ text: '  which   DATABASE?' })).toMatchObject({
      how: 'joined',
      ask: { id: first.ask.id },
    })
    await answer(first.ask.id, 'Postgres')
    const again = world.raise()
    expect(view(again.ask.id).answer).toMatchObject({
      source: 'policy',
      by: `same as ${first.ask.id}`,
      chosen: [{ labels: ['Postgres'] }],
    })
    world.clock.advance(day + 1)
    expect(world.raise().how).toBe('filed')
    const blocking = world.raise({ type: 'blocking', text: 'Go?' }).ask
    await answer(blocking.id, '1')
    expect(world.raise({ type: 'blocking', text: 'Go?' }).how).toBe('answered')
    expect(world.raise({ type: 'blocking', text: 'Go?', session: newId('ses') }).how).toBe('filed')
  })

  test('[INB22] the answers of people to prose, alerts and the PM are never reused', async () => {
    for (const source of ['prose', 'alert', 'pm'] as const) {
      await answer(world.raise({ source }).ask.id, '1')
      expect(world.raise({ source }).how).toBe('filed')
    }
  })

  async function answeredDaily(choices: string[], type: 'clarifying' | 'blocking' = 'clarifying') {
    for (const choice of choices) {
      const { ask, how } = world.raise({ type })
      expect(how).toBe('filed')
      await answer(ask.id, choice)
      world.clock.advance(2 * day)
    }
  }

  test('[INB23] [INB24] the third same answer in a row is learned, shown, and can be undone', async () => {
    await answeredDaily(['SQLite', 'Postgres', 'SQLite', 'SQLite'])
    expect(world.inbox.learned.list()).toEqual([])
    await answeredDaily(['SQLite'])
    const [learned] = world.inbox.learned.list()
    expect(learned).toMatchObject({ answer: 'SQLite', times: 3, given: 0, text: 'Which database?' })
    expect(world.events('answer.learned')).toHaveLength(1)
    const raised = world.raise()
    expect(view(raised.ask.id).answer).toMatchObject({ source: 'learned', chosen: [{ labels: ['SQLite'] }] })
    expect(world.inbox.learned.list()[0]?.given).toBe(1)
    world.inbox.learned.forget(learned!.key, 'user')
    expect(world.inbox.learned.list()).toEqual([])
    expect(world.raise().how).toBe('filed')
    expect(() => world.inbox.learned.forget('0'.repeat(32), 'user')).toThrow(/Nothing is learned/)
  })

  test('[INB23] a preference is learned at once; what blocks never is', async () => {
    await answer(world.raise({ type: 'preference', text: 'Tabs?' }).ask.id, '1')
    world.clock.advance(9 * day)
    expect(view(world.raise({ type: 'preference', text: 'Tabs?' }).ask.id).answer?.source).toBe('learned')
    await answeredDaily(['SQLite', 'SQLite', 'SQLite', 'SQLite'], 'blocking')
    expect(world.inbox.learned.list()).toHaveLength(1)
  })

  test('[INB24] an answer against what Iris said by itself ends the habit', async () => {
    await answeredDaily(['SQLite', 'SQLite', 'SQLite'])
    const { ask } = world.raise()
    await expect(answer(ask.id, 'Postgres')).rejects.toMatchObject({ code: 'ASK_ANSWERED' })
    expect(world.inbox.learned.list()).toEqual([])
    expect(world.raise().how).toBe('filed')
  })

  test('[INB25] with judgment on, only what blocks is asked', () => {
    world.inbox.judgment.set({ team: 'alpha', on: true, by: 'user' })
    expect(view(world.raise({ fallback: 'SQLite' }).ask.id).answer).toMatchObject({ by: 'judgment' })
    const needless = world.raise({ text: 'no default', options: [] })
    expect([needless.how, view(needless.ask.id).state]).toEqual(['dismissed', 'dismissed'])
    expect(world.raise({ type: 'blocking', text: 'Go?' }).how).toBe('filed')
    expect(world.raise({ team: 'beta' }).how).toBe('filed')
    world.inbox.judgment.set({ team: null, on: true, by: 'user' })
    expect(world.raise({ team: 'gamma', text: 'x', fallback: 'SQLite' }).how).toBe('answered')
    expect(world.inbox.judgment.get()).toEqual({ everywhere: true, teams: ['alpha'] })
    world.inbox.judgment.set({ team: 'alpha', on: false, by: 'user' })
    world.inbox.judgment.set({ team: null, on: false, by: 'user' })
    expect(world.raise({ text: 'y', fallback: 'SQLite' }).how).toBe('filed')
  })
})

test('[INB1] the event of an ask says whether an agent stands still for it', () => {
  world.request()
  world.raise({ type: 'blocking', text: 'Go?' })
  world.raise({ text: 'Which?' })
  world.raise({ source: 'prose', type: 'blocking', text: 'And?' })
  const holds = world.events('ask.opened').map(({ data }) => (data as { holds: boolean }).holds)
  expect(holds).toEqual([true, true, false, false])
})

describe('answers travel', () => {
  test('[INB12] [INB14] as the next turn, but not when they say what the agent does anyway', async () => {
    const other = world.raise({ fallback: 'SQLite' }).ask.id
    const same = world.raise({ text: 'and?', fallback: 'SQLite' }).ask.id
    const prose = world.raise({ source: 'prose', text: 'or?', fallback: 'SQLite' }).ask.id
    for (const [id, choice] of [
      [other, 'Postgres'],
      [same, 'SQLite'],
      [prose, 'SQLite'],
    ] as const)
      await answer(id, choice)
    expect(world.delivered.map(({ id }) => id)).toEqual([other, prose])
    const [told] = world.delivered
    expect([carriageOf(told!), messageFor(told!)]).toEqual([
      'turn',
      { author: 'user', message: 'You asked: Which database?\n\nThe answer: Postgres' },
    ])
    expect(world.inbox.uncarried()).toEqual([])
  })

  test('[INB12] [INB22] [INB26] also those to questions in what an agent said that need not be asked again', async () => {
    await answer(world.raise().ask.id, 'Postgres')
    world.delivered.length = 0
    const said = JSON.stringify({
      question: { type: 'clarifying', text: 'Which database?', options: ['SQLite', 'Postgres'] },
    })
    const speaker = { team: 'alpha', caller: 'user', session: newId('ses') }
    world.log.write((append) => world.inbox.said(speaker, said, append))?.()
    await expect.poll(() => world.delivered).toHaveLength(1)
    expect(messageFor(world.delivered[0]!).message).toContain('The answer: Postgres')
  })

  test('[INB7] [INB12] who answered is who says it: a person, another team by its name, or Iris', async () => {
    world.policy.answerers = ['gamma']
    const byPerson = world.raise({ text: 'One?' }).ask.id
    await answer(byPerson, 'SQLite')
    const byTeam = world.raise({ text: 'Two?' }).ask.id
    const gamma = { kind: 'agent', name: 'gamma', session: newId('ses') } as const
    await world.inbox.answer(byTeam, { who: gamma, input: { choose: 'SQLite' } })
    const byClock = world.raise({ source: 'prose', text: 'Three?', fallback: 'SQLite' }).ask.id
    world.clock.advance(4 * hour)
    const told = world.delivered.map((ask) => [ask.id, messageFor(ask).author])
    expect(told).toEqual([
      [byPerson, 'user'],
      [byTeam, 'gamma'],
      [byClock, 'iris'],
    ])
  })

  test('[INB12] nobody is told the answer to an alert but who follows the log', async () => {
    const { id } = world.raise({ source: 'alert', kind: 'decision' }).ask
    await answer(id, '1')
    expect(world.delivered).toEqual([])
    expect(view(id).carriedAt).not.toBeNull()
  })

  test('[INB27] an answer has reached whoever waits only when they were told: who dies in between owes it still', async () => {
    const { ask } = world.raise({ type: 'blocking' })
    const owed = world.inbox
      .closed(ask.id, new AbortController().signal)
      .then(() => world.inbox.uncarried().map(({ id }) => id))
    await world.inbox.answer(ask.id, { who: user, input: { choose: 'SQLite' } })
    expect(await owed).toEqual([ask.id])
    expect(world.inbox.uncarried()).toEqual([])
    expect(world.delivered).toEqual([])
  })

  test('[INB13] [INB27] who waits holds its session and gets the answer; who is gone gets a turn', async () => {
    const { ask } = world.raise({ type: 'blocking' })
    expect(world.inbox.holding(ask.session!)).toEqual([])
    const gone = new AbortController()
    const [first, second] = [gone.signal, new AbortController().signal].map((signal) =>
      world.inbox.closed(ask.id, signal),
    )
    expect(world.inbox.holding(ask.session!).map(({ id }) => id)).toEqual([ask.id])
    expect(view(ask.id).holds).toBe(true)
    gone.abort()
    expect(await first).toBeUndefined()
    await answer(ask.id, '2')
    expect(await second).toMatchObject({ id: ask.id, answeredAs: 'user' })
    expect([world.delivered, world.inbox.holding(ask.session!)]).toEqual([[], []])
    const lost = world.raise({ type: 'blocking', text: 'again' }).ask
    await world.inbox.closed(lost.id, AbortSignal.abort())
    await answer(lost.id, '1')
    expect(world.delivered.map(({ id }) => id)).toEqual([lost.id])
  })
})

test('[INB39] an option says what choosing it leads to, in the inbox too', () => {
  const { ask } = world.raise({
    text: 'Which one?',
    options: [{ label: 'Fast', implications: 'No tests run' }, { label: 'Safe' }],
  })
  const [fast, safe] = view(ask.id).questions[0]!.options
  expect([fast?.implications, safe?.implications]).toEqual(['No tests run', undefined])
})
