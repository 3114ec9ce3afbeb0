import { expect, test } from 'vitest'
import type { Run, Teammate } from '../contract/index.ts'
import { treeOf } from './run-tree.ts'

const mate = (fields: Partial<Teammate>): Teammate => ({
  id: 'a1',
  name: 'Alma',
  role: 'fe',
  avatar: '',
  form: 'inside',
  state: 'working',
  activity: 'Writing page.js',
  startedAt: 1000,
  endedAt: null,
  waitedMs: 0,
  tokens: null,
  costUsd: null,
  summary: null,
  tasks: 1,
  session: null,
  ...fields,
})

const run = (teammates: Teammate[]): Run => ({
  run: 'run_01K0000000000000000000000A',
  team: 'shop',
  goal: 'Build it',
  state: 'waiting_on_teammates',
  reason: null,
  roster: ['fe'],
  leader: { session: 'ses_01K0000000000000000000000A', turn: null, pid: 1, activity: 'I wait\nfor FE.' },
  teammates,
  asks: [],
  limits: { costUsd: null, timeMs: null, turns: null, turnMs: null },
  evidence: { files: [], commands: [] },
  checks: null,
  turns: 4,
  costUsd: 0.25,
  startedAt: 0,
  endedAt: null,
  waitedMs: 0,
  summary: null,
  rehearsed: true,
})

test('[REH27] the tree of a run shows who works on what, for how long and for how much', () => {
  const done = mate({
    name: 'be',
    role: 'be',
    state: 'completed',
    endedAt: 3000,
    summary: 'Ready.',
    tasks: 2,
  })
  expect(treeOf(run([mate({}), done]), 3500)).toEqual([
    'run waiting on teammates     3.5s  $0.25  4 turns  (rehearsed)',
    '● leader  I wait for FE.',
    '├─ ● Alma (fe)     2.5s  Writing page.js',
    '└─ ✓ be            2.0s  Ready. (2 times)',
  ])
})

test('[REH27] a long tree is cut at its head', () => {
  const many = Array.from({ length: 20 }, (_, n) => mate({ id: `a${n}`, name: `n${n}`, role: null }))
  const tree = treeOf(run(many), 2000)
  expect(tree).toHaveLength(19)
  expect(tree[2]).toBe('├─ … 4 more')
  expect(tree.at(-1)).toContain('n19')
})

test('[RUN33] a teammate that works again is shown with what it reported before', () => {
  const again = mate({ summary: 'page.js\nis ready.', tasks: 2 })
  expect(treeOf(run([again]), 3500).at(-1)).toBe(
    '└─ ● Alma (fe)     2.5s  Writing page.js (2 times; reported before: page.js is ready.)',
  )
})

test('[CLI55] the tree of a run tells work and waiting apart', () => {
  const tree = treeOf({ ...run([mate({ waitedMs: 4000 })]), waitedMs: 6000 }, 10_000)
  expect(tree[0]).toContain('4.0s  waited 6.0s')
  expect(tree[2]).toContain('5.0s')
})
