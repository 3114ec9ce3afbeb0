import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  newId,
  type EventEnvelope,
  type Limits,
  type Retry,
  type Run,
  type Session,
} from '../../contract/index.ts'
import { problemsOf, stateOfRun, type Problem } from './index.ts'

const noon = new Date(2030, 0, 5, 12).getTime()
const hour = 3_600_000

type Facts = Parameters<typeof problemsOf>[0]
const problems = (more: Partial<Facts> = {}): Problem[] =>
  problemsOf(
    { mistakes: [], limits: undefined, sessions: [], asks: [], runs: [], alerts: [], events: [], ...more },
    noon,
  )
const limits = (more: Partial<Limits> = {}): Limits => ({
  budgets: [],
  scopes: [],
  quotaUntil: null,
  disk: { free: 9e10, size: 1e11 },
  missing: [],
  ...more,
})
function session(to: string, more: Partial<Session> = {}): Session {
  const ids = { session: newId('ses'), startFailure: null, conversation: '', agent: null, pid: null }
  const counts = {
    turns: 1,
    queued: 0,
    limited: null,
    contextPercent: null,
    cutOff: null,
    costUsd: 0,
    rehearsedUsd: 0,
    createdAt: noon,
    lastUsedAt: noon,
  }
  return { ...ids, from: 'user', to, state: 'asleep', ...counts, ...more }
}
let seq = 0
function event(of: Session, type: string, data: object): EventEnvelope {
  return { seq: (seq += 1), at: noon - hour, type, v: 1, session: of.session, data }
}
const ended = (of: Session, how: string, more: object = {}) =>
  event(of, 'turn.ended', { how, preview: '', costUsd: null, advice: null, ...more })

test('[DSH29] a session whose agent has no connection to Iris is a problem, with the way out', () => {
  const sessions = [session('shop', { state: 'idle', cutOff: 'failed' }), session('web', { cutOff: null })]
  expect(problems({ sessions })).toMatchObject([
    {
      severity: 'problem',
      teams: ['shop'],
      words: expect.stringContaining('could not connect to Iris (failed)'),
      advice: expect.stringContaining('Put it to sleep'),
      command: 'iris sleep shop',
    },
  ])
})

describe('about Iris', () => {
  test('[DSH29] without anything wrong there is no problem', () => {
    const shop = session('shop')
    const events = [
      ended(shop, 'answered'),
      event(shop, 'agent.exited', { code: 143, signal: null, reason: 'exited', endedFor: 'idle' }),
    ]
    expect(problems({ limits: limits(), sessions: [shop], events })).toEqual([])
  })

  test('[DSH29] a refused config, the account at its limit and a full disk stop everybody and come first', () => {
    const found = problems({
      mistakes: ['line 3: teams.shop.path is missing', 'line 9: no such key'],
      limits: limits({
        quotaUntil: noon + 2 * hour,
        disk: { free: 5e7, size: 1e11 },
        missing: [{ team: 'shop', what: 'folder', path: '/gone' }],
      }),
    })
    expect(found.map(({ key, severity }) => [key, severity])).toEqual([
      ['config', 'critical'],
      ['quota', 'critical'],
      ['disk', 'critical'],
      ['folder shop', 'problem'],
    ])
    expect(found[0]).toMatchObject({
      way: { page: 'settings' },
      advice: expect.stringContaining('And 1 more.'),
    })
    expect(found[1]?.words).toBe('The account is at its limit until 14:00, for another 2h.')
    expect(
      problems({ limits: limits({ quotaUntil: noon - 1, disk: { free: 5e8, size: 1e11 } }) }),
    ).toMatchObject([
      { key: 'disk', severity: 'warning', words: 'The disk of Iris is nearly full: 500.0 MB left.' },
    ])
  })

  test('[DSH29] an agent that is not installed is said once for all teams that need it', () => {
    const missing = ['shop', 'docs'].map((team) => ({ team, what: 'agent' as const, path: 'claude' }))
    expect(problems({ limits: limits({ missing }) })).toMatchObject([
      { teams: ['shop', 'docs'], command: 'npm install -g @anthropic-ai/claude-code' },
    ])
  })

  test('[DSH29] a budget is said when it is spent, and when it nearly is', () => {
    const budget = { team: 'shop', span: 'day' as const, limitUsd: 5 }
    const words = (spentUsd: number) =>
      problems({ limits: limits({ budgets: [{ ...budget, spentUsd }] }) }).map((one) => [
        one.severity,
        one.words,
      ])
    expect(words(3.9)).toEqual([])
    expect(words(4)).toEqual([['warning', 'It has nearly spent its budget for today: $4.00 of $5.00.']])
    expect(words(5.2)).toEqual([['problem', 'It has spent its budget for today: $5.20 of $5.00.']])
  })
})

describe('about runs', () => {
  const run = (more: Partial<Run>): Run => ({
    run: newId('run'),
    team: 'shop',
    goal: 'Build the page',
    state: 'waiting_on_you',
    reason: null,
    roster: ['pm'],
    leader: { session: newId('ses'), turn: null, pid: null, activity: '' },
    teammates: [],
    asks: [],
    limits: { costUsd: null, timeMs: null, turns: null, turnMs: null },
    evidence: { files: [], commands: [] },
    checks: null,
    turns: 2,
    costUsd: 0,
    startedAt: noon - 2 * hour,
    endedAt: null,
    summary: null,
    rehearsed: false,
    waitedMs: 0,
    ...more,
  })

  test('[RUN34] one that rests before its goal is reached is a problem, with the way to the question', () => {
    const resting = run({})
    const of = { team: 'shop', from: resting.run, text: 'How?', askedAt: noon - hour }
    const own = { ask: newId('ask'), source: 'run' as const, tags: ['run'], ...of }
    const other = { ...own, ask: newId('ask'), source: 'permission' as const }
    expect(problems({ runs: [resting], asks: [other, own] })).toMatchObject([
      {
        severity: 'problem',
        teams: ['shop'],
        words: 'Its run stopped before it reached its goal: Build the page',
        way: { page: 'inbox' },
        command: `iris inbox show ${own.ask}`,
        at: noon - hour,
      },
    ])
  })

  test('[RUN35] one without proof is a problem; one that somebody accepted as it is, is none', () => {
    const ended = { state: 'completed_unverified' as const, endedAt: noon - hour }
    const [said, accepted] = [run({ ...ended, summary: 'Done.' }), run({ ...ended, reason: 'Accepted.' })]
    expect(problems({ runs: [said] })).toMatchObject([{ key: said.run, severity: 'warning' }])
    expect(problems({ runs: [accepted] })).toEqual([])
    expect([said, accepted].map((one) => stateOfRun(one).words)).toEqual([
      'reported complete, not proven',
      'accepted as it is, not proven',
    ])
  })
})

describe('about sessions', () => {
  test('[DSH29] a turn that failed is said until the session is told again, with the advice of the daemon', () => {
    const shop = session('shop')
    const events = [
      ended(shop, 'answered'),
      ended(shop, 'failed', { preview: 'No route.', advice: 'No route. Check the network.' }),
    ]
    expect(problems({ sessions: [shop], events })).toMatchObject([
      {
        severity: 'problem',
        words: 'Failed: No route.',
        advice: 'Check the network.',
        way: { session: shop.session },
      },
    ])
    expect(problems({ sessions: [{ ...shop, state: 'working' }], events })).toEqual([])
    expect(problems({ sessions: [shop], events: [...events, ended(shop, 'answered')] })).toEqual([])
    expect(problems({ sessions: [], events })).toEqual([])
  })

  test('[DSH29] sessions that fail alike are one problem, and repeated errors are counted', () => {
    const [shop, docs] = [session('shop'), session('docs')]
    const login = { preview: 'Not logged in', advice: 'Not logged in Sign in with `claude` in a terminal.' }
    const events = [ended(shop, 'failed', login), ended(docs, 'failed', login)]
    expect(problems({ sessions: [shop, docs], events })).toMatchObject([
      { teams: ['shop', 'docs'], advice: 'Sign in with `claude` in a terminal.' },
    ])
    const thrice = [1, 2, 3].map(() => ended(shop, 'failed'))
    expect(problems({ sessions: [shop], events: thrice })[0]?.words).toBe('Its last 3 turns failed.')
    const died = [...thrice, ended(shop, 'agent_died')]
    expect(problems({ sessions: [shop], events: died })[0]?.words).toBe(
      'Its last 4 turns failed, the newest: the agent died.',
    )
  })

  test('[DSH29] a process that ended by itself is said; one that Iris ended, or that was replaced, is not', () => {
    const shop = session('shop')
    const killed = event(shop, 'agent.exited', { code: null, signal: 'SIGKILL', reason: 'exited' })
    expect(problems({ sessions: [shop], events: [killed] })).toMatchObject([
      { severity: 'warning', words: 'Its process ended unexpectedly (SIGKILL).' },
    ])
    expect(problems({ sessions: [shop], events: [killed, event(shop, 'agent.started', {})] })).toEqual([])
    expect(
      problems({ sessions: [shop], events: [event(shop, 'agent.exited', { code: 0, signal: null })] }),
    ).toEqual([])
  })

  test('[DSH29] who waits for a place, and what Iris could not mend, is said', () => {
    const shop = session('shop', { state: 'starting' })
    const waits = event(shop, 'turn.waiting', { for: 'pool' })
    expect(problems({ sessions: [shop], events: [waits] })).toMatchObject([{ way: { page: 'processes' } }])
    const handled = event(shop, 'problem.handled', { ok: false, reason: 'no such folder' })
    expect(problems({ sessions: [session('x'), shop], events: [handled] })).toMatchObject([
      { words: 'Iris could not fix it: no such folder' },
    ])
  })

  test('[DSH29] whatever events hold, problems are read without a fault', () => {
    const shop = session('shop')
    const type = fc.constantFrom('turn.ended', 'agent.exited', 'turn.waiting', 'problem.handled')
    fc.assert(
      fc.property(fc.array(fc.tuple(type, fc.jsonValue())), (lines) => {
        const events = lines.map(([name, data]) => ({ ...event(shop, name, {}), data }))
        expect(problems({ sessions: [shop], events })).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('at a limit', () => {
  const limited = (more: Partial<Retry> = {}): Retry => ({
    turn: newId('trn'),
    retryOf: newId('trn'),
    for: 'quota',
    until: noon + 2 * hour,
    since: noon - hour,
    byHand: false,
    preview: 'Build it',
    ...more,
  })

  test('[DSH69] what met the account limit is a problem until it runs again, with when it does and both ways out', () => {
    const shop = session('shop', { queued: 1, limited: limited() })
    const events = [ended(shop, 'quota', { preview: "You've hit your limit" })]
    expect(problems({ sessions: [shop], events })).toMatchObject([
      {
        kind: 'limited',
        severity: 'problem',
        teams: ['shop'],
        words: 'It was cut off at the account limit: “Build it”',
        advice: 'It runs again on its own at 14:00.',
        way: {
          deed: 'retry',
          of: [{ from: 'user', to: 'shop', turn: shop.limited?.turn, preview: 'Build it' }],
        },
        command: 'iris retry shop',
        at: noon - hour,
      },
    ])
    expect(problems({ sessions: [{ ...shop, limited: null, state: 'working' }], events })).toEqual([])
    const left = [...events, ended(shop, 'cancelled')]
    expect(problems({ sessions: [{ ...shop, limited: null }], events: left })).toEqual([])
  })

  test('[DSH69] teams that met it together are one problem, decided about together', () => {
    const sessions = ['shop', 'docs'].map((name) => session(name, { limited: limited() }))
    const [problem] = problems({ sessions })
    expect(problem).toMatchObject({
      teams: ['shop', 'docs'],
      words: 'It was cut off at the account limit.',
      command: 'iris retry --all',
    })
    expect(problem?.way).toMatchObject({ of: [{ to: 'shop' }, { to: 'docs' }] })
  })

  test('[DSH69] a limit of which nobody says when it ends, a budget and one that waits for a person say so', () => {
    const advice = (more: Partial<Retry>) =>
      problems({ sessions: [session('shop', { limited: limited(more) })] })[0]?.advice
    expect(advice({ until: noon + 20 * hour })).toBe('It runs again on its own on Sunday at 08:00.')
    expect(advice({ for: 'budget', until: null })).toBe('It runs again on its own when the budget has room.')
    expect(advice({ until: null, byHand: true })).toMatch(/runs again when you say so/)
  })

  test('[DSH69] a turn of a home of before, which nothing takes up again, is a problem all the same', () => {
    const shop = session('shop')
    expect(
      problems({ sessions: [shop], events: [ended(shop, 'quota', { advice: 'At its limit.' })] }),
    ).toMatchObject([{ kind: 'failing', words: 'At the account limit.', advice: 'At its limit.' }])
  })
})
