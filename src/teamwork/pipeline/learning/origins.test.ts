import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  IrisError,
  newId,
  type AskId,
  type Check,
  type TaskId,
  type WholeIdea,
} from '../../../contract/index.ts'
import { draftOf, openSpecWorld, type SpecWorld } from '../specification/world.suite.ts'
import type { OriginDeps } from './origin-deps.ts'
import { createOrigins, type Origins } from './origins.ts'

let world: SpecWorld
let origins: Origins
let checks: Check[]
let verdicts: ReturnType<OriginDeps['reviews']['verdictsOn']>
let asked: AskId[]

beforeEach(async () => {
  world = await openSpecWorld()
  checks = []
  verdicts = []
  asked = []
  const ideas = {
    get(name: string) {
      const found = world.ideas.get(name)
      if (!found) throw new IrisError('IDEA_UNKNOWN', 'There is none.')
      return found
    },
    list: () => ({ ideas: [...world.ideas.values()] }),
    questions: () => asked,
  }
  origins = createOrigins({
    specs: world.specs,
    ideas,
    tasks: world.services.tasks,
    checks: { list: ({ task }) => ({ checks: checks.filter((one) => one.task === task), next: null }) },
    inbox: world.fake.asks,
    reviews: { verdictsOn: () => verdicts },
    work: {
      // What is read of a build here.
      get: (name) =>
        ({ key: name, tasks: world.builds.started[0]!.tasks.map((task) => ({ task })) }) as never,
    },
  })
})
afterEach(() => world.end())

async function approved(more: Parameters<typeof draftOf>[0] = {}, idea?: string): Promise<string> {
  const { key } = await world.create('Keep a list of habits, tick them, and much more than that', {
    lane: 'full',
    ...(idea && { idea }),
  })
  await world.drafts(draftOf(more), world.model.asked.length || 1)
  await world.comes(key, 'proposed')
  await world.specs.approve({ spec: key, build: false }, 'user')
  return key
}

test('[LRN10] of a spec it says what was left open: what nobody said, and questions that nobody answered', async () => {
  const key = await approved({ missing: [{ what: 'How many habits', why: 'Thousands need a search.' }] })
  expect(origins.get(key)).toMatchObject({ kind: 'spec', key, state: 'approved', changed: [], failed: [] })
  expect(origins.get(key)?.open).toEqual([
    { what: 'How many habits', words: 'Nobody said it: Thousands need a search.' },
    { what: 'Is this what Habits is about?', words: 'Nobody answered it. It is withdrawn.' },
  ])
})

test('[LRN11] of a spec it says which requirements became others after its approval, and by whom', async () => {
  const key = await approved({ missing: [] })
  const { spec, revisions } = world.specs.history(key)
  const requirements = [
    { id: 'FR-1', text: 'A habit has a name of at most 40 letters.' },
    { id: 'FR-3', text: 'Habits are sorted.' },
  ]
  const changed = {
    ...revisions[0]!,
    number: 2,
    content: { ...revisions[0]!.content, requirements },
    madeBy: 'user',
  }
  const later = { ...changed, at: (spec.approvedAt ?? 0) + 1 }
  const early = { ...changed, at: spec.approvedAt ?? 0 }
  const history = (second: typeof later) => ({
    ...world.specs.history(key),
    revisions: [revisions[0]!, second],
  })
  const seen = (second: typeof later) =>
    createOrigins({ ...depsWith(), specs: { ...world.specs, history: () => history(second) } }).get(key)
      ?.changed ?? []
  expect(seen(early)).toEqual([])
  expect(seen(later).map(({ what, words }) => [what, words.split('“')[0]])).toEqual([
    ['FR-1', 'It was '],
    ['FR-2', 'It was dropped: A habit is ticked once a day. (revision 2, by user)'],
    ['NFR-1', 'It was dropped: It works without a network. (revision 2, by user)'],
    ['FR-3', 'It was added: Habits are sorted. (revision 2, by user)'],
  ])
})

test('[LRN12] tasks failed because of the spec when a class says so, or a person who calls the divergence good or meant', async () => {
  const key = await approved()
  const [first = '', second = ''] = world.services.tasks.ofFile('shop', world.specs.get(key).source)
  fails(first, 'MISSING_DEPENDENCY')
  fails(first, 'MISSING_DEPENDENCY')
  fails(second, 'VALIDATION_FAILED')
  verdicts = [
    { subject: 'src/a.ts', key: 'shop-b1', verdict: 'good', evidence: 'It was needed.', by: 'ann', at: 1 },
  ]
  expect(origins.get(key)?.failed).toEqual([
    {
      what: first,
      words: 'MISSING_DEPENDENCY: it needs a package that the spec does not name; it is ready now',
    },
    {
      what: 'src/a.ts',
      words: 'In shop-b1 it differs from the plan, and ann says that this is good: It was needed.',
    },
  ])
})

test('[LRN13] of an idea it says what nobody looked at or answered, what changed after the brief, and what its specs made fail', async () => {
  const id = newId('idea')
  const idea = {
    idea: id,
    slug: 'habits',
    title: 'Habits',
    phase: 'COMPLETE',
    createdAt: 1,
    completedAt: 10,
    artifacts: [
      { type: 'brief', text: 'Habits.', summary: 'Habits', isActive: true, at: 9 },
      { type: 'target-user', text: 'All.', summary: 'Everybody', isActive: true, at: 11 },
    ],
    decisions: [{ type: 'validation', text: 'They pay', assumption: 'People pay', outcome: null }],
    risks: [],
  } as unknown as WholeIdea
  world.ideas.set('habits', idea).set(id, idea)
  const key = await approved({}, 'habits')
  asked = [
    world.fake.asks.raise({ source: 'idea', type: 'blocking', team: 'shop', caller: 'x', text: 'Who pays?' })
      .ask.id,
  ]
  const found = origins.get('habits')
  expect(found).toMatchObject({ kind: 'idea', key: 'habits', specs: [key], from: null })
  expect(found?.open.map(({ what }) => what)).toEqual(['People pay', 'Who pays?'])
  expect(found?.changed).toMatchObject([
    { what: 'target-user', words: 'It was changed after the brief: Everybody' },
  ])
  expect(origins.get(key)?.from).toBe(id)
  expect(new Set(origins.list({ limit: 10 }).origins.map((one) => one.kind))).toEqual(
    new Set(['idea', 'spec']),
  )
})

test('[LRN10] a build leads to its spec, and one that came from none says so', async () => {
  const key = await approved()
  await world.specs.build(key, 'user')
  await world.until(() => world.builds.started.length === 1)
  expect(origins.get('shop-b1')?.key).toBe(key)
  world.builds.started[0]!.tasks = []
  expect(origins.get('shop-b1')).toBeNull()
})

function depsWith(): OriginDeps {
  return {
    specs: world.specs,
    ideas: { get: () => ({}) as never, list: () => ({ ideas: [] }), questions: () => [] },
    tasks: world.services.tasks,
    checks: { list: () => ({ checks: [], next: null }) },
    inbox: world.fake.asks,
    reviews: { verdictsOn: () => [] },
    work: { get: () => ({}) as never },
  }
}

function fails(key: string, failure: string): void {
  const task: TaskId = world.services.tasks.get(key).task
  // What is read of a check here.
  checks.push({ task, state: 'failed', failure } as unknown as Check)
}
