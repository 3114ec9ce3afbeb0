import { expect, test } from 'vitest'
import type { AllSizes } from './under-way.ts'
import { underWay } from './under-way.ts'

const day = 24 * 60 * 60_000
const now = 10 * day
const idea = (id: string, more: object) => ({
  idea: id,
  title: id,
  phase: 'NARROWING',
  state: 'COMPLETE',
  costUsd: 0,
  rehearsed: false,
  createdAt: now - 1000,
  changedAt: now - 1000,
  ...more,
})
const build = (key: string, endedAt: number | null) => ({
  key,
  team: 'shop',
  state: 'working',
  primed: [],
  checks: 0,
  tasks: [{ step: 'complete' }, { step: 'agent' }],
  costUsd: 1,
  startedAt: now - 60_000,
  endedAt,
})
// Only what the lines are made of.
const all = {
  runs: [
    {
      run: 'run_1',
      goal: 'Fix it',
      team: 'shop',
      teammates: [],
      state: 'working',
      startedAt: now - 5000,
      endedAt: null,
      waitedMs: 1000,
      costUsd: 2,
      rehearsed: true,
    },
    {
      run: 'run_2',
      goal: 'Over',
      team: 'shop',
      teammates: [],
      state: 'completed',
      startedAt: 0,
      endedAt: 1,
      waitedMs: 0,
      costUsd: 2,
      rehearsed: true,
    },
  ],
  specs: [
    { key: 'shop-s2', title: 'Export', team: 'shop', state: 'proposed', createdAt: now },
    { key: 'shop-s1', title: 'Old', team: 'shop', state: 'approved', createdAt: now },
  ],
  builds: [build('shop-b2', null), build('shop-b1', 5)],
  ideas: [
    idea('talked', {}),
    idea('rests', { changedAt: now - 2 * day }),
    idea('waits', { changedAt: now - 2 * day, state: 'WAITING' }),
    idea('complete', { phase: 'COMPLETE' }),
    idea('complete, no answer', { phase: 'COMPLETE', state: 'ERROR' }),
  ],
  orgs: [
    {
      project: 'shop',
      team: 'shop',
      state: 'running',
      seats: [{ state: 'working', closedAt: null, kind: 'em', key: 'em', lead: null }],
      startedAt: now,
      costUsd: 3,
    },
    { project: 'rests', team: 'shop', state: 'stopped', seats: [], startedAt: now, costUsd: 0 },
  ],
} as unknown as AllSizes

test('[DSH201] all that goes on is in lines of one kind, whatever its size; what is over or rests is not', () => {
  const lines = underWay(all, now)
  expect(lines.map(({ size, title, about, state }) => [size, title, about, state.words])).toEqual([
    ['run', 'Fix it', 'shop, 0 teammates', 'working'],
    ['build', 'Export', 'shop, spec shop-s2', 'waits for your yes'],
    ['build', 'shop-b2', 'shop, 1 of 2 tasks done', 'working'],
    ['idea', 'talked', 'narrowing', 'answered'],
    ['idea', 'waits', 'narrowing', 'needs you'],
    ['idea', 'complete, no answer', 'complete', 'no answer'],
    ['org', 'shop', 'shop, 1 seat on shift', 'at work'],
  ])
  expect(lines.map(({ place }) => place)).toContainEqual({ page: 'build', of: 'shop-b2' })
  expect(lines[0]?.took).toEqual({ workedMs: 4000, waitedMs: 1000 })
})
