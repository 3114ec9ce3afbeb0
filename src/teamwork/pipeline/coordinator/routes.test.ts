import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nouns } from '../../../contract/index.ts'
import { decisionMatrix, scenarios } from './matrix.ts'
import { stateOfRole, type RoleFacts } from './role-state.ts'
import { roles, routes, routesOf, shownOnly, type Trigger } from './routes.ts'

const source = join(import.meta.dirname, '../../..')
const filesOf = (folder: string): string[] =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|suite)\.ts$/.test(name))
    .map((name) => join(source, folder, name))
const textOf = (folder: string): string =>
  filesOf(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
/** The events of these nouns are the pipeline's. */
const families = [
  'idea',
  'spec',
  'stage',
  'build',
  'work',
  'review',
  'alert',
  'ruling',
  'lease',
  'coordinator',
  'validation',
  'ux',
  'opinion',
  'template',
  'week',
]
const events = nouns
  .flatMap((noun) => Object.keys(noun.events))
  .filter((type) => families.includes(type.split('.')[0] ?? ''))

test.each<[Trigger, Parameters<typeof routesOf>[1], string[]]>([
  ['message', undefined, ['ideation']],
  ['spec.approved', undefined, ['build']],
  ['build.ended', undefined, ['review', 'validation', 'ux', 'coordinator']],
  ['alert.opened', 'stuck', ['coordinator']],
  ['alert.opened', 'deadlock', ['coordinator']],
  ['alert.opened', 'component', ['coordinator']],
  ['idea.completed', undefined, ['specification', 'person', 'review']],
  ['spec.revision_requested', undefined, ['specification']],
  ['build.resumed', undefined, ['build']],
  ['work.failed', undefined, ['build', 'review']],
  ['lease.awaited', undefined, ['coordinator', 'build']],
  ['ask.opened', undefined, ['coordinator']],
  ['review.made', undefined, ['review', 'person']],
  ['week.summed', undefined, ['person']],
  ['timer', undefined, ['watch', 'review']],
])('[CRD13] the routing tree: %s %s begins something with %j', (on, of, wanted) => {
  expect(routesOf(on, of).map(({ to }) => to)).toEqual(wanted)
})

test('[CRD13] every event of the seed is routed under the name that it has here', () => {
  const seeds = [
    'ideation.completed',
    'spec.revision_requested',
    'spec.approved',
    'build.resume',
    'task.retry',
    'build.completed',
    'spec.generated',
    'task.failed',
    'alert.stuck_task',
    'alert.deadlock',
    'alert.build_failed',
    'alert.component_down',
    'conflict.detected',
    'decision.requested',
    'work.assigned',
  ]
  const known = new Set(routes.map(({ seed }) => seed))
  expect(seeds.filter((seed) => !known.has(seed))).toEqual([])
})

test('[CRD14] every event of the pipeline has somebody who writes it', () => {
  const all = ['core', 'teamwork'].map(textOf).join('\n')
  expect(events.length).toBeGreaterThan(40)
  const written = (type: string): boolean =>
    new RegExp(`type:[^,\\n]*'${type.replace('.', '\\.')}'`).test(all)
  expect(events.filter((type) => !written(type))).toEqual([])
})

test('[CRD14] every event of the pipeline has somebody who takes it, or a reason why nobody does', () => {
  const taken = new Set<string>(routes.map(({ on }) => on))
  const shown = new Set(Object.keys(shownOnly))
  expect(events.filter((type) => !taken.has(type) && !shown.has(type))).toEqual([])
  expect([...shown].filter((type) => taken.has(type) || !events.includes(type))).toEqual([])
})

test('[CRD14] who is said to hear an event names it in its code', () => {
  const code = new Map(roles.map(({ role, homes }) => [role as string, homes.map(textOf).join('\n')]))
  const deaf = routes.filter(
    ({ how, to, on }) => how === 'heard' && to !== 'person' && !(code.get(to) ?? '').includes(`'${on}'`),
  )
  expect(deaf).toEqual([])
})

test('[CRD15] the matrix has a row for each case and a cell for each role, made of the routes', () => {
  const matrix = decisionMatrix()
  expect(matrix).toHaveLength(scenarios.length)
  const cells = (scenario: string) => matrix.find((row) => row.scenario === scenario)?.cells
  expect(cells('A task is stuck')).toMatchObject({
    watch: 'finds it',
    coordinator: 'watches, asks, then interrupts',
    build: '',
  })
  expect(cells('A part of Iris is down')?.coordinator).toContain('three times')
  expect(matrix.filter((row) => Object.values(row.cells).every((cell) => cell === ''))).toEqual([])
})

test('[CRD16] what a role is at follows from its work, and without work from what it ended last', () => {
  const none: RoleFacts = { works: [], last: undefined }
  const work = (state: 'LOADING' | 'ACTIVE' | 'WAITING') => ({ subject: 'shop-b1', state, since: 1 })
  const last = { isGood: true, words: 'shop-b1 is complete', at: 5 }
  const at = (facts: Partial<RoleFacts>) => stateOfRole({ ...none, ...facts }).state
  expect(at({})).toBe('IDLE')
  expect(at({ last })).toBe('COMPLETE')
  expect(at({ last: { ...last, isGood: false } })).toBe('ERROR')
  expect(at({ works: [work('WAITING')], last })).toBe('WAITING')
  expect(at({ works: [work('WAITING'), work('LOADING')] })).toBe('LOADING')
  expect(at({ works: [work('LOADING'), work('ACTIVE'), work('WAITING')] })).toBe('ACTIVE')
  expect(at({ works: [work('ACTIVE')], fault: 'it cannot' })).toBe('ERROR')
  expect(stateOfRole({ ...none, works: [work('ACTIVE'), work('ACTIVE')] })).toEqual({
    state: 'ACTIVE',
    words: 'works on shop-b1 and 1 other',
    atWork: 2,
    since: 1,
  })
})
