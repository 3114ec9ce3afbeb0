import { expect, test } from 'vitest'
import { conflictDoor, coordinateDoor, redistributeDoor } from './index.ts'

type Inputs = Parameters<typeof coordinateDoor.decide>[0]
const decide = (kind: Inputs['kind'], minutes: number, more: Partial<Inputs> = {}) =>
  coordinateDoor.decide({ kind, minutes, turn: true, ...more })

test('[RUL60] a stuck task is watched up to 20 minutes, asked about above, interrupted above 30; each bound only by more', () => {
  expect(decide('stuck', 20)).toMatchObject({ action: 'WATCH', again_min: 5 })
  expect(decide('stuck', 20.1)).toMatchObject({ action: 'ESCALATE' })
  expect(decide('stuck', 30, { ask: 'open' })).toMatchObject({ action: 'WATCH' })
  expect(decide('stuck', 30.1, { ask: 'open' })).toMatchObject({ action: 'INTERRUPT' })
})

test('[RUL60] without a turn, after two interruptions, or on the word of a person nothing is interrupted', () => {
  expect(decide('stuck', 40, { turn: false }).action).toBe('ESCALATE')
  expect(decide('stuck', 40, { done: { interrupts: 2 } }).action).toBe('ESCALATE')
  expect(decide('stuck', 40, { ask: 'wait', ask_min: 29 })).toMatchObject({ action: 'WATCH', again_min: 1 })
  expect(decide('stuck', 40, { ask: 'wait', ask_min: 30 }).action).toBe('INTERRUPT')
  expect(decide('stuck', 400, { known: true })).toMatchObject({ action: 'WATCH', again_min: null })
})

test('[RUL60] a loop is asked about at once; one of each deadlock gives way first; limits are left alone', () => {
  expect(decide('loop', 0).action).toBe('ESCALATE')
  expect(decide('loop', 9, { ask: 'open', ask_min: 10 }).action).toBe('WATCH')
  expect(decide('loop', 9, { ask: 'open', ask_min: 10.1 }).action).toBe('INTERRUPT')
  expect(decide('deadlock', 0).action).toBe('PREEMPT')
  expect(decide('deadlock', 5, { done: { preempted: true } }).action).toBe('ESCALATE')
  expect(decide('quota', 900).action).toBe('WATCH')
  expect(decide('budget', 900).action).toBe('WATCH')
})

test('[RUL61] what is down is started again three times with pauses, then asked about', () => {
  const restarts = (count: number, done_min = 0) =>
    decide('component', 1, { done: { restarts: count }, done_min })
  expect(restarts(0)).toMatchObject({ action: 'RESTART', again_min: 1 })
  expect(restarts(1, 0.5)).toMatchObject({ action: 'WATCH', again_min: 0.5 })
  expect(restarts(1, 1)).toMatchObject({ action: 'RESTART', again_min: 4 })
  expect(restarts(2, 4)).toMatchObject({ action: 'RESTART' })
  expect(restarts(3, 99)).toMatchObject({ action: 'ESCALATE' })
  expect(decide('component', 1, { can_restart: false }).action).toBe('ESCALATE')
})

test('[RUL62] free files are granted; a holder gives way only to one task that is more urgent than it and waits for it alone, and three times at most', () => {
  const judge = (
    priority: number,
    waited_min: number,
    owners: { id: string; priority: number; gave_way?: number }[],
  ) => conflictDoor.decide({ requester: { id: 'b', priority, waited_min }, owners }).action
  expect(judge(0, 0, [])).toBe('GRANT')
  expect(judge(0, 0, [{ id: 'a', priority: 0 }])).toBe('DENY')
  expect(judge(1, 0, [{ id: 'a', priority: 0 }])).toBe('PREEMPT')
  expect(judge(0, 10, [{ id: 'a', priority: 0 }])).toBe('PREEMPT')
  expect(judge(0, 10, [{ id: 'a', priority: 0, gave_way: 2 }])).toBe('PREEMPT')
  expect(judge(0, 10, [{ id: 'a', priority: 0, gave_way: 3 }])).toBe('DENY')
  expect(
    judge(9, 90, [
      { id: 'a', priority: 0 },
      { id: 'c', priority: 0 },
    ]),
  ).toBe('DENY')
})

test('[RUL63] tasks go to who has least by then; nothing is dropped, and nobody gets back what was taken from it', () => {
  const takers = [
    { id: 'x', load: 0 },
    { id: 'y', load: 2, room: 1 },
    { id: 'z', load: 1 },
  ]
  expect(redistributeDoor.decide({ tasks: ['1', '2', '3', '4'], takers, from: 'x' })).toEqual({
    assignments: [
      { task: '1', to: 'z' },
      { task: '2', to: 'y' },
      { task: '3', to: 'z' },
      { task: '4', to: 'z' },
    ],
    left: [],
  })
  expect(redistributeDoor.decide({ tasks: ['1', '2'], takers: [{ id: 'y', load: 0, room: 1 }] })).toEqual({
    assignments: [{ task: '1', to: 'y' }],
    left: ['2'],
  })
})
