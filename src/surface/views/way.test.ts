import { expect, test } from 'vitest'
import { hereOn, wayOf, type WayFacts } from './way.ts'

const brief = {
  type: 'brief',
  summary: '',
  text: '',
  confidence: 0.9,
  isActive: true,
  isSaved: true,
  by: 'model',
  at: 1,
} as const
const nothing: WayFacts = {
  idea: { phase: 'EXPLORING', artifacts: [] },
  spec: undefined,
  build: undefined,
  review: undefined,
  merge: undefined,
}
const shown = (facts: Partial<WayFacts>) => {
  const way = wayOf({ ...nothing, ...facts })
  return [way.map(({ words }) => words), hereOn(way)?.name]
}
// Only what the way looks at.
const spec = (state: string) => ({ state }) as WayFacts['spec']
const build = (state: string, steps: string[]) =>
  ({ state, primed: [], checks: 0, tasks: steps.map((step) => ({ step })) }) as unknown as WayFacts['build']
const complete: WayFacts['idea'] = { phase: 'COMPLETE', artifacts: [brief] }

test('[IDE24] an idea is at the first step that is not behind, and what is ahead is said', () => {
  expect(shown({})).toEqual([['exploring', 'not yet', 'not yet', 'not yet', 'not yet', 'not yet'], 'Idea'])
  expect(shown({ idea: complete })).toEqual([
    ['complete', 'written', 'not yet', 'not yet', 'not yet', 'not yet'],
    'Spec',
  ])
  expect(shown({ idea: complete, spec: spec('proposed') })[1]).toBe('Spec')
  const building = { idea: complete, spec: spec('approved'), build: build('working', ['complete', 'agent']) }
  expect(shown(building)).toEqual([
    ['complete', 'written', 'approved', 'working, 1 of 2', 'not yet', 'not yet'],
    'Build',
  ])
})

test('[IDE24] a merge ends the way; one that was taken back or is stuck does not', () => {
  const built = {
    idea: complete,
    spec: spec('approved'),
    build: build('complete', ['complete']),
    review: { started: 1, firstPass: 1 },
  }
  const merge = { state: 'made', undone: null, into: 'main' } as const
  expect(shown({ ...built, merge })).toEqual([
    ['complete', 'written', 'approved', 'complete, 1 of 1', '1 of 1 task passed at once', 'in main'],
    undefined,
  ])
  const undone = { how: 'restored', state: 'made', new: '', problem: null, by: 'user', at: 1 } as const
  expect(shown({ ...built, merge: { ...merge, undone } })[1]).toBe('Merge')
  expect(shown({ ...built, merge: { ...merge, state: 'stuck' } })[1]).toBe('Merge')
  // A brief that was taken back is needed again.
  expect(shown({ ...built, idea: { ...complete, artifacts: [{ ...brief, isActive: false }] } })[1]).toBe(
    'Brief',
  )
})
