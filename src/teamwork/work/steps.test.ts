import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxStarts, stepOf, type WorkFacts } from './steps.ts'

/** A task that is ready, and nothing was done for it. */
const untouched: WorkFacts = {
  build: 'working',
  outcome: null,
  status: 'ready',
  why: null,
  hasRoom: true,
  ask: 'none',
  laterMs: 0,
  hasSession: false,
  lease: 'none',
  isToGiveWay: false,
  isWorktreeReady: false,
  hasPlace: false,
  isTried: false,
  turn: 'none',
  isAsking: false,
  waitsFor: null,
  starts: 0,
  check: 'none',
  install: 'none',
  isGroundKnown: true,
  isCommitted: false,
  isCaughtUp: true,
  isTaking: false,
  hasNews: false,
}
const enlisted: WorkFacts = { ...untouched, hasSession: true }
const leased: WorkFacts = { ...enlisted, lease: 'held' }
const tried: WorkFacts = { ...leased, isWorktreeReady: true, isTried: true, status: 'in_progress' }
const answered: WorkFacts = { ...tried, turn: 'answered' }

test.each<[string, WorkFacts, string]>([
  ['nothing was done', untouched, 'enlist'],
  ['it has a session', enlisted, 'take_lease'],
  ['it has its files', leased, 'make_worktree'],
  ['it has a worktree', { ...leased, isWorktreeReady: true }, 'begin'],
  ['a try runs', tried, 'tell'],
  ['its agent works', { ...tried, turn: 'open' }, 'nothing'],
  ['its agent said that it is done', answered, 'check'],
  ['the check runs', { ...answered, check: 'running' }, 'nothing'],
  ['the check was cut by a crash', { ...answered, check: 'interrupted' }, 'check'],
  ['the check passed', { ...answered, check: 'passed' }, 'commit'],
  ['its work is committed', { ...answered, check: 'passed', isCommitted: true }, 'join'],
])('[WRK6] when %s, the next step is the one that is missing', (_, facts, deed) => {
  expect(stepOf(facts).do).toBe(deed)
})

test('[WRK8] only a check that passed leads to a commit, whatever the agent said', () => {
  for (const check of [
    'none',
    'queued',
    'running',
    'by_hand',
    'held',
    'failed',
    'cancelled',
    'interrupted',
  ] as const)
    expect([check, stepOf({ ...answered, check }).do]).not.toEqual([check, 'commit'])
  expect(stepOf({ ...answered, check: 'held' }).do).toBe('ask')
  expect(stepOf({ ...answered, check: 'failed' }).do).toBe('decide')
})

test('[WRK10] an agent that stops in the middle is told to go on, three times at most', () => {
  for (const turn of ['agent_died', 'response_timeout', 'failed', 'stopped'] as const) {
    expect(stepOf({ ...tried, turn, starts: maxStarts - 1 }).do).toBe('revive')
    expect(stepOf({ ...tried, turn, starts: maxStarts }).do).toBe('give_up')
  }
  expect(stepOf({ ...tried, turn: 'quota' })).toMatchObject({ do: 'nothing', at: 'agent' })
})

test('[WRK40] what an agent gave to others is waited for before its check, and does not keep it from being revived', () => {
  const waitsFor = 'It waits for its workers: shop-2.'
  expect(stepOf({ ...answered, waitsFor })).toEqual({ do: 'nothing', at: 'waiting', why: waitsFor })
  expect(stepOf({ ...tried, turn: 'agent_died', waitsFor }).do).toBe('revive')
})

test('[WRK12] a task whose agent asks for leave needs you, and nothing else is done for it', () => {
  expect(stepOf({ ...tried, turn: 'open', isAsking: true })).toMatchObject({ do: 'nothing', at: 'asked' })
})

test('[WRK15] one waits for a place, for its files and for what it waits for in the graph', () => {
  expect(stepOf({ ...untouched, hasRoom: false })).toMatchObject({ do: 'nothing', at: 'waiting' })
  expect(stepOf({ ...enlisted, hasRoom: false }).do).toBe('take_lease')
  expect(stepOf({ ...enlisted, lease: 'waiting' })).toMatchObject({ do: 'nothing', at: 'lease' })
  expect(stepOf({ ...untouched, status: 'blocked', why: 'Waits for shop-1.' })).toEqual({
    do: 'nothing',
    at: 'waiting',
    why: 'Waits for shop-1.',
  })
})

test('[WRK20] [WRK21] [WRK30] what has ended gives its worktree back; an install and a question of the agent are waited for before the check', () => {
  expect(stepOf({ ...tried, hasPlace: true, outcome: 'complete' })).toEqual({ do: 'clear', at: 'complete' })
  expect(stepOf({ ...enlisted, outcome: 'skipped' }).do).toBe('nothing')
  expect(stepOf({ ...answered, check: 'failed', install: 'running' })).toMatchObject({
    do: 'nothing',
    at: 'check',
  })
  expect(stepOf({ ...answered, check: 'failed', install: 'passed' }).do).toBe('installed')
  expect(stepOf({ ...answered, install: 'running', build: 'resting' }).do).toBe('cancel_check')
  expect(stepOf({ ...answered, isAsking: true })).toMatchObject({ do: 'nothing', at: 'asked' })
})

test('[WRK17] a build at rest interrupts what is under way and begins nothing', () => {
  const resting = { build: 'resting' } as const
  expect(stepOf({ ...tried, ...resting, turn: 'open' }).do).toBe('interrupt')
  expect(stepOf({ ...answered, ...resting, check: 'running' }).do).toBe('cancel_check')
  for (const facts of [untouched, enlisted, leased, tried, answered])
    expect(stepOf({ ...facts, ...resting }).do).toBe('nothing')
})

test('[WRK14] the main checkout is compared after every turn and every check, before anything follows from them', () => {
  const unknown = { isGroundKnown: false }
  for (const turn of ['agent_died', 'failed', 'stopped', 'quota'] as const)
    expect(stepOf({ ...tried, ...unknown, turn, starts: maxStarts }).do).toBe('look')
  expect(stepOf({ ...answered, ...unknown, isAsking: true }).do).toBe('look')
  for (const check of ['passed', 'failed', 'held', 'by_hand'] as const)
    expect(stepOf({ ...answered, ...unknown, check }).do).toBe('look')
  // While its check runs there is nothing to compare yet, and what was cut is run again.
  expect(stepOf({ ...answered, ...unknown }).do).toBe('check')
  expect(stepOf({ ...answered, ...unknown, check: 'running' }).do).toBe('nothing')
  expect(stepOf({ ...answered, ...unknown, check: 'interrupted' }).do).toBe('check')
  expect(stepOf({ ...tried, ...unknown, turn: 'open' }).do).toBe('nothing')
})

test('[WRK43] its files are given up as soon as its turn is over, before the next begins, and never in the middle', () => {
  const wanted = { ...tried, isToGiveWay: true }
  expect(stepOf({ ...wanted, turn: 'open' }).do).toBe('nothing')
  for (const turn of ['none', 'answered', 'agent_died', 'stopped', 'failed', 'quota'] as const)
    expect([turn, stepOf({ ...wanted, turn }).do]).toEqual([turn, 'give_way'])
  expect(stepOf({ ...wanted, turn: 'answered', isGroundKnown: false }).do).toBe('look')
  expect(stepOf({ ...wanted, lease: 'waiting' })).toMatchObject({ do: 'nothing', at: 'lease' })
})

test('[WRK43] nothing is given up once its check has begun, while a person or parts of it are waited for, or before its news are told', () => {
  const wanted = { ...answered, isToGiveWay: true }
  expect(stepOf({ ...wanted, check: 'running' }).do).toBe('nothing')
  expect(stepOf({ ...wanted, check: 'passed' }).do).toBe('commit')
  expect(stepOf({ ...wanted, check: 'passed', isCommitted: true }).do).toBe('join')
  expect(stepOf({ ...wanted, check: 'failed' }).do).toBe('decide')
  expect(stepOf({ ...wanted, check: 'interrupted' }).do).toBe('give_way')
  expect(stepOf({ ...wanted, isAsking: true }).do).toBe('nothing')
  expect(stepOf({ ...wanted, waitsFor: 'It waits for shop-2.' }).do).toBe('nothing')
  expect(stepOf({ ...wanted, ask: 'open' }).do).toBe('nothing')
  expect(stepOf({ ...wanted, build: 'resting' }).do).toBe('nothing')
  expect(stepOf({ ...wanted, hasNews: true }).do).toBe('tell')
})

test('[WRK44] with its files again a task first has what others did to them, then its agent is told, then it is checked', () => {
  const again = { ...answered, isCaughtUp: false }
  expect(stepOf({ ...again, lease: 'none' }).do).toBe('take_lease')
  expect(stepOf(again).do).toBe('catch_up')
  expect(stepOf({ ...again, isTaking: true }).do).toBe('take_in')
  expect(stepOf({ ...again, turn: 'open' }).do).toBe('nothing')
  expect(stepOf({ ...answered, hasNews: true }).do).toBe('tell')
  expect(stepOf({ ...tried, turn: 'agent_died', hasNews: true }).do).toBe('revive')
  expect(stepOf({ ...answered, check: 'passed', isCaughtUp: false }).do).toBe('catch_up')
  expect(stepOf(answered).do).toBe('check')
})

/** All that may be so together, and more. */
const anyFacts = fc.record({
  build: fc.constantFrom('working' as const, 'resting' as const),
  outcome: fc.constantFrom(null, 'complete' as const, 'failed' as const, 'skipped' as const),
  status: fc.constantFrom('ready', 'in_progress', 'blocked', 'pending', 'over'),
  why: fc.constant(null),
  hasRoom: fc.boolean(),
  ask: fc.constantFrom('none' as const, 'open' as const, 'answered' as const),
  laterMs: fc.constantFrom(0, 5000),
  hasSession: fc.boolean(),
  lease: fc.constantFrom('none' as const, 'waiting' as const, 'held' as const),
  isToGiveWay: fc.boolean(),
  isWorktreeReady: fc.boolean(),
  hasPlace: fc.boolean(),
  isTried: fc.boolean(),
  turn: fc.constantFrom('none', 'open', 'answered', 'agent_died', 'quota'),
  isAsking: fc.boolean(),
  waitsFor: fc.constantFrom(null, 'It waits for its workers.'),
  starts: fc.nat({ max: 4 }),
  check: fc.constantFrom('none', 'running', 'held', 'passed', 'failed'),
  install: fc.constantFrom('none', 'running', 'passed', 'failed'),
  isGroundKnown: fc.boolean(),
  isCommitted: fc.boolean(),
  isCaughtUp: fc.boolean(),
  isTaking: fc.boolean(),
  hasNews: fc.boolean(),
})

test('[WRK5] whatever is so, the same facts give the same step, and nothing is done for a task that has ended or waits for a person', () => {
  fc.assert(
    fc.property(anyFacts, (one) => {
      const step = stepOf(one)
      expect(stepOf({ ...one })).toEqual(step)
      if (one.outcome !== null) expect(step.do).toBe(one.hasPlace ? 'clear' : 'nothing')
      if (one.outcome === null && one.build === 'working' && one.ask === 'open')
        expect(step.do).toBe('nothing')
      // Nothing touches the worktree without the lease.
      if (['begin', 'tell', 'check', 'commit', 'join', 'give_way', 'catch_up', 'take_in'].includes(step.do))
        expect(one.lease).toBe('held')
      if (step.do === 'commit')
        expect([one.check, one.turn, one.waitsFor]).toEqual(['passed', 'answered', null])
      if (['commit', 'decide', 'ask', 'revive', 'give_up'].includes(step.do))
        expect(one.isGroundKnown).toBe(true)
    }),
  )
})

test('[WRK43] [WRK44] whatever is so, files change hands only while nothing runs in the worktree, and nobody is told or judged before it has all', () => {
  fc.assert(
    fc.property(anyFacts, (one) => {
      const step = stepOf(one)
      if (['give_way', 'catch_up', 'take_in'].includes(step.do))
        for (const underWay of ['open', 'running'])
          expect([one.turn, one.check, one.install]).not.toContain(underWay)
      if (['tell', 'revive', 'check', 'commit', 'decide', 'ask'].includes(step.do) && one.check !== 'running')
        expect([one.isCaughtUp, one.isTaking]).toEqual([true, false])
      if (step.do === 'tell' && one.turn !== 'none') expect(one.isGroundKnown).toBe(true)
    }),
  )
})
