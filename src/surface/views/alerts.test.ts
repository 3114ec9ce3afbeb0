import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId, type EventEnvelope, type Limits, type Session } from '../../contract/index.ts'
import { alertsOf, type Alert } from './index.ts'

const noon = new Date(2030, 0, 5, 12).getTime()
const hour = 3_600_000

type Facts = Parameters<typeof alertsOf>[0]
const alerts = (more: Partial<Facts> = {}): Alert[] =>
  alertsOf({ mistakes: [], limits: undefined, sessions: [], asks: [], runs: [], events: [], ...more }, noon)
const limits = (more: Partial<Limits> = {}): Limits => ({
  budgets: [],
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
    contextPercent: null,
    cutOff: null,
    costUsd: 0,
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
  expect(alerts({ sessions })).toMatchObject([
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
  test('[DSH29] without anything wrong there is no alert', () => {
    const shop = session('shop')
    const events = [
      ended(shop, 'answered'),
      event(shop, 'agent.exited', { code: 143, signal: null, reason: 'exited', endedFor: 'idle' }),
    ]
    expect(alerts({ limits: limits(), sessions: [shop], events })).toEqual([])
  })

  test('[DSH29] a refused config, the account at its limit and a full disk stop everybody and come first', () => {
    const found = alerts({
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
      alerts({ limits: limits({ quotaUntil: noon - 1, disk: { free: 5e8, size: 1e11 } }) }),
    ).toMatchObject([
      { key: 'disk', severity: 'warning', words: 'The disk of Iris is nearly full: 500.0 MB left.' },
    ])
  })

  test('[DSH29] an agent that is not installed is said once for all teams that need it', () => {
    const missing = ['shop', 'docs'].map((team) => ({ team, what: 'agent' as const, path: 'claude' }))
    expect(alerts({ limits: limits({ missing }) })).toMatchObject([
      { teams: ['shop', 'docs'], command: 'npm install -g @anthropic-ai/claude-code' },
    ])
  })

  test('[DSH29] a budget is said when it is spent, and when it nearly is', () => {
    const budget = { team: 'shop', span: 'day' as const, limitUsd: 5 }
    const words = (spentUsd: number) =>
      alerts({ limits: limits({ budgets: [{ ...budget, spentUsd }] }) }).map((one) => [
        one.severity,
        one.words,
      ])
    expect(words(3.9)).toEqual([])
    expect(words(4)).toEqual([['warning', 'It has nearly spent its budget of today: $4.00 of $5.00.']])
    expect(words(5.2)).toEqual([['problem', 'It has spent its budget of today: $5.20 of $5.00.']])
  })
})

describe('about sessions', () => {
  test('[DSH29] a turn that failed is said until the session is told again, with the advice of the daemon', () => {
    const shop = session('shop')
    const events = [
      ended(shop, 'answered'),
      ended(shop, 'failed', { preview: 'No route.', advice: 'No route. Check the network.' }),
    ]
    expect(alerts({ sessions: [shop], events })).toMatchObject([
      {
        severity: 'problem',
        words: 'Failed: No route.',
        advice: 'Check the network.',
        way: { session: shop.session },
      },
    ])
    expect(alerts({ sessions: [{ ...shop, state: 'working' }], events })).toEqual([])
    expect(alerts({ sessions: [shop], events: [...events, ended(shop, 'answered')] })).toEqual([])
    expect(alerts({ sessions: [], events })).toEqual([])
  })

  test('[DSH29] sessions that fail alike are one alert, and repeated errors are counted', () => {
    const [shop, docs] = [session('shop'), session('docs')]
    const login = { preview: 'Not logged in', advice: 'Not logged in Log in with `claude` in a terminal.' }
    const events = [ended(shop, 'failed', login), ended(docs, 'failed', login)]
    expect(alerts({ sessions: [shop, docs], events })).toMatchObject([
      { teams: ['shop', 'docs'], advice: 'Log in with `claude` in a terminal.' },
    ])
    const thrice = [1, 2, 3].map(() => ended(shop, 'failed'))
    expect(alerts({ sessions: [shop], events: thrice })[0]?.words).toBe(
      'Its last 3 turns failed, the newest: failed.',
    )
  })

  test('[DSH29] a process that ended by itself is said; one that Iris ended, or that was replaced, is not', () => {
    const shop = session('shop')
    const killed = event(shop, 'agent.exited', { code: null, signal: 'SIGKILL', reason: 'exited' })
    expect(alerts({ sessions: [shop], events: [killed] })).toMatchObject([
      { severity: 'warning', words: 'Its process ended by itself (SIGKILL).' },
    ])
    expect(alerts({ sessions: [shop], events: [killed, event(shop, 'agent.started', {})] })).toEqual([])
    expect(
      alerts({ sessions: [shop], events: [event(shop, 'agent.exited', { code: 0, signal: null })] }),
    ).toEqual([])
  })

  test('[DSH29] who waits for a place, and what Iris could not mend, is said', () => {
    const shop = session('shop', { state: 'starting' })
    const waits = event(shop, 'turn.waiting', { for: 'pool' })
    expect(alerts({ sessions: [shop], events: [waits] })).toMatchObject([{ way: { page: 'processes' } }])
    const handled = event(shop, 'problem.handled', { ok: false, reason: 'no such folder' })
    expect(alerts({ sessions: [session('x'), shop], events: [handled] })).toMatchObject([
      { words: 'Iris could not mend it: no such folder' },
    ])
  })

  test('[DSH29] whatever events hold, alerts are read without a fault', () => {
    const shop = session('shop')
    const type = fc.constantFrom('turn.ended', 'agent.exited', 'turn.waiting', 'problem.handled')
    fc.assert(
      fc.property(fc.array(fc.tuple(type, fc.jsonValue())), (lines) => {
        const events = lines.map(([name, data]) => ({ ...event(shop, name, {}), data }))
        expect(alerts({ sessions: [shop], events })).toBeInstanceOf(Array)
      }),
    )
  })
})
