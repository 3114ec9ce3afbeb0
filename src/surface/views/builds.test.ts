import { expect, test } from 'vitest'
import { newId, WorkStep, type BuildTask } from '../../contract/index.ts'
import { alongPath, buildCounts, canRetry, canSkip, stateOfWork, workLaneOf } from './index.ts'

function task(step: WorkStep, more: Partial<BuildTask> = {}): BuildTask {
  const isOver = step === 'complete' || step === 'failed' || step === 'skipped'
  const nothing = {
    why: null,
    session: null,
    turn: null,
    check: null,
    commit: null,
    ask: null,
    lessons: [],
    startedAt: null,
  }
  const about = { task: newId('tsk'), key: 'shop-1', title: 'Write', attempts: 0, costUsd: 0 }
  return { ...about, ...nothing, step, endedAt: isOver ? 1 : null, ...more }
}

test('[DSH111] a task goes along its path step by step, and one that stands still shows how far it came', () => {
  const steps = ['waiting', 'lease', 'worktree', 'agent', 'check', 'complete'] as const
  expect(steps.map((step) => alongPath(task(step)).behind)).toEqual([0, 0, 1, 2, 3, 5])
  expect(alongPath(task('waiting')).at).toBeNull()
  expect(alongPath(task('asked', { check: 'chk_1' }))).toEqual({ behind: 3, at: 'needs' })
  expect(alongPath(task('failed', { check: 'chk_1' }))).toEqual({ behind: 3, at: 'bad' })
})

test('[DSH111] each step has words and a lane, and an agent that asks needs you', () => {
  for (const step of WorkStep.options) expect(stateOfWork(task(step)).words).not.toBe('')
  const session = newId('ses')
  expect(workLaneOf(task('agent', { session }), new Set())).toBe('worked')
  expect(workLaneOf(task('agent', { session }), new Set([session]))).toBe('needs_you')
  expect(workLaneOf(task('complete', { session }), new Set([session]))).toBe('over')
  expect(buildCounts({ tasks: [task('complete'), task('failed'), task('agent')] })).toEqual({
    done: 1,
    left: 1,
    all: 3,
  })
})

test('[DSH115] what ended is retried and not skipped, what is at work is neither', () => {
  const may = (step: WorkStep) => [canRetry(task(step)), canSkip(task(step))]
  expect(may('failed')).toEqual([true, false])
  expect(may('waiting')).toEqual([false, true])
  expect(may('agent')).toEqual([false, false])
  expect(may('complete')).toEqual([false, false])
})
