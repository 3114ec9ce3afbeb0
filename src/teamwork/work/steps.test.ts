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

test('[WRK5] whatever is so, the same facts give the same step, and nothing is done for a task that has ended or waits for a person', () => {
  const facts = fc.record({
    build: fc.constantFrom('working' as const, 'resting' as const),
    outcome: fc.constantFrom(null, 'complete' as const, 'failed' as const, 'skipped' as const),
    status: fc.constantFrom('ready', 'in_progress', 'blocked', 'pending', 'over'),
    why: fc.constant(null),
    hasRoom: fc.boolean(),
    ask: fc.constantFrom('none' as const, 'open' as const, 'answered' as const),
    laterMs: fc.constantFrom(0, 5000),
    hasSession: fc.boolean(),
    lease: fc.constantFrom('none' as const, 'waiting' as const, 'held' as const),
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
  })
  fc.assert(
    fc.property(facts, (one) => {
      const step = stepOf(one)
      expect(stepOf({ ...one })).toEqual(step)
      if (one.outcome !== null) expect(step.do).toBe(one.hasPlace ? 'clear' : 'nothing')
      if (one.outcome === null && one.build === 'working' && one.ask === 'open')
        expect(step.do).toBe('nothing')
      // Nothing touches the worktree without the lease.
      if (['begin', 'tell', 'check', 'commit', 'join'].includes(step.do)) expect(one.lease).toBe('held')
      if (step.do === 'commit')
        expect([one.check, one.turn, one.waitsFor]).toEqual(['passed', 'answered', null])
      if (['commit', 'decide', 'ask', 'revive', 'give_up'].includes(step.do))
        expect(one.isGroundKnown).toBe(true)
    }),
  )
})
