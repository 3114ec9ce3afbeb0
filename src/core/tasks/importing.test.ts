import { afterEach, beforeEach, expect, test } from 'vitest'
import { importTaskFile } from './formats/index.ts'
import { openTaskWorld, type TaskWorld } from './world.suite.ts'

let world: TaskWorld
beforeEach(() => {
  world = openTaskWorld()
})
afterEach(() => world.end())

const path = 'specs/001/tasks.md'
const take = (text: string, from = path) => world.tasks.import({ team: 'shop', path: from, text }, 'user')
const plan = `# Tasks: search

## Phase 1: Setup

- [x] T001 Create the folder in src/search/index.ts
- [ ] T002 Add the table in src/search/table.ts

## Phase 2: Core

- [ ] T003 [P] Add the query in src/search/query.ts
- [ ] T004 [P] Add the page in src/search/page.ts
`

test('[TSK13] a file becomes tasks with their edges, files and marks', async () => {
  expect(await take(plan)).toMatchObject({
    format: 'spec-kit',
    added: ['shop-1', 'shop-2', 'shop-3', 'shop-4'],
    changed: [],
    gone: [],
  })
  expect(world.tasks.get('shop-1')).toMatchObject({
    status: 'complete',
    source: { id: 'T001', path, line: 5 },
  })
  expect(world.tasks.get('shop-2')).toMatchObject({
    status: 'ready',
    files: [{ path: 'src/search/table.ts' }],
    edges: [{ type: 'blocks', name: 'shop-1' }],
  })
  expect(world.tasks.get('shop-3').status).toBe('pending')
})

test('[TSK13] [TSK7] a file with errors adds nothing, and tells them all with their lines', async () => {
  const wrong = plan
    .replace('T004 [P] Add the page', 'T003 [P] Add the page')
    .replace('T002 Add the table', 'T002 Add the table (depends on T099)')
  const refused = await take(wrong).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'TASK_FILE_INVALID',
    details: {
      mistakes: expect.arrayContaining([
        expect.objectContaining({ code: 'UNKNOWN_DEPENDENCY', line: 6 }),
        expect.objectContaining({ code: 'DUPLICATE_ID', task: 'T003' }),
      ]),
    },
  })
  expect(world.events()).toEqual([])
  expect((await world.tasks.list({ limit: 10 })).tasks).toEqual([])
})

test('[TSK14] a file that is imported again adds what is new, follows what nobody began, and names what is gone', async () => {
  await take(plan)
  world.tasks.become({ name: 'shop-4', by: 'user' }, { to: 'complete' })
  expect(await take(plan)).toMatchObject({ added: [], changed: [], unchanged: 4, gone: [] })
  const next = plan
    .replace('T002 Add the table', 'T002 Add two tables')
    .replace('T004 [P] Add the page', 'T004 [P] Add many pages')
    .replace('- [ ] T003 [P] Add the query in src/search/query.ts\n', '')
    .concat('- [ ] T005 Add the tests in src/search/search.test.ts\n')
  expect(await take(next)).toMatchObject({
    added: ['shop-5'],
    changed: expect.arrayContaining(['shop-2', 'shop-4']),
    gone: ['shop-3'],
  })
  expect(world.tasks.get('shop-2').title).toContain('two tables')
  expect(world.tasks.get('shop-4')).toMatchObject({
    status: 'complete',
    title: expect.stringContaining('the page'),
  })
  expect(world.tasks.get('shop-3').title).toContain('the query')
})

test('[TSK14] a mark that a person sets in the file is taken over, one that Iris set stays', async () => {
  await take(plan)
  world.tasks.become({ name: 'shop-2', by: 'user' }, { to: 'complete' })
  await take(plan.replace('[ ] T003', '[x] T003'))
  expect(world.tasks.get('shop-3').status).toBe('complete')
  expect(world.tasks.get('shop-2').status).toBe('complete')
})

test('[TSK14] [TSK7] an edge of the file that closes a circle with one that a person added undoes the import', async () => {
  await take(plan)
  world.tasks.link({ name: 'shop-3', by: 'user' }, { type: 'blocks', other: 'shop-4' })
  const before = world.events().length
  const more = `${plan}- [ ] T005 Add the tests in src/search/a.test.ts\n`
  await expect(take(more.replace('page.ts', 'page.ts (depends on T003)'))).rejects.toMatchObject({
    code: 'TASK_CYCLE',
  })
  expect(world.events().length).toBe(before)
  expect(() => world.tasks.get('shop-5')).toThrow()
})

test('[TSK15] a file gets the marks of its tasks and no other letter changes', async () => {
  const odd = plan.replaceAll('\n', '\r\n').replace('Setup', 'Setup   ')
  await take(odd)
  world.tasks.become({ name: 'shop-2', by: 'user' }, { to: 'complete' })
  await world.add('By hand')
  const marked = await world.tasks.mark({ team: 'shop', path, text: odd })
  expect(marked).toEqual({ text: odd.replace('[ ] T002', '[x] T002'), unmarked: [] })
})

test.each(['spec-kit', 'seed'] as const)(
  '[TSK15] an export as %s reads back as the same tasks',
  async (format) => {
    await take(plan)
    await world.add('By hand', ['shop-4'], {
      text: 'More words',
      files: [{ path: 'a b.ts', action: 'DELETE' }],
      check: { command: 'npm test', expected: { exit: 0 } },
    })
    world.tasks.become({ name: 'shop-2', by: 'user' }, { to: 'failed' })
    const text = await world.tasks.export('shop', format)
    const { tasks, diagnostics } = importTaskFile({ text, path: 'out.md' })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const shown = (await world.tasks.list({ team: 'shop', limit: 10 })).tasks
    expect(tasks.map(({ id, title, files }) => ({ id, title, files }))).toEqual(
      shown.map(({ key, title, files }) => ({ id: key, title, files })),
    )
    expect(tasks.find(({ id }) => id === 'shop-2')?.status).toBe('failed')
    expect(tasks.at(-1)).toMatchObject({ text: 'More words', edges: [{ type: 'blocks', to: 'shop-4' }] })
  },
)

test('[TSK16] a file that is imported twice at once makes each of its tasks once', async () => {
  const [one, two] = await Promise.all([take(plan), take(plan)])
  expect(new Set([one.added.length, two.added.length])).toEqual(new Set([0, 4]))
  expect((await world.tasks.list({ limit: 10 })).tasks).toHaveLength(4)
  await take(plan, 'specs/002/tasks.md')
  expect((await world.tasks.list({ limit: 10 })).tasks).toHaveLength(8)
})
