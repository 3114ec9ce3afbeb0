import { expect, test } from 'vitest'
import { read, report, samples, statuses, told, waits } from './formats.suite.ts'

test.each([
  ['spec-kit', samples.specKit],
  ['kiro', samples.kiro],
  ['kiro', samples.kiroDeclared],
  ['openspec', samples.openspec],
  ['task-master', samples.taskMaster],
  ['beads', samples.beads],
  ['ralph', samples.ralph],
  ['seed', samples.seed],
])('[TSF1] %s is recognised by what it says, also where its path says something else', (format, text) => {
  for (const path of [
    'x',
    '.kiro/specs/a/tasks.md',
    'openspec/changes/a/tasks.md',
    'prd.json',
    'issues.jsonl',
  ])
    expect([path, read(text, path).format]).toEqual([path, format])
})

test('[TSF1] a file without tasks has no format, and says so', () => {
  for (const text of [
    '',
    '\uFEFF',
    '# Notes\n\nwords',
    '{"a": 1}',
    '[]',
    'T001 without a box',
    '{"title":',
    '\0\0',
  ])
    expect([text, read(text).format, read(text).tasks, told(read(text))]).toEqual([
      text,
      undefined,
      [],
      ['UNKNOWN_FORMAT 1'],
    ])
})

test('[TSF1] a checklist without any numbers goes by its folder', () => {
  expect(read('## Work\n- [ ] one\n', '.kiro/specs/a/tasks.md').format).toBe('kiro')
  expect(read('## Work\n- [ ] one\n', 'openspec/changes/a/tasks.md').format).toBe('openspec')
})

test('[TSF4] [TSF3] a spec-kit file gives its tasks, edges and everything that is wrong with its line', () => {
  const file = read(samples.specKit)
  expect(waits(file)).toEqual({
    T001: [],
    T002: [],
    T003: ['T001', 'T002'],
    T004: ['T001', 'T002'],
    // The second T005 is told; it waits for what comes before it.
    T005: ['T001', 'T002', 'T008'],
    T006: ['T001', 'T002', 'T005', 'T003', 'T004'],
    T008: ['T001', 'T002', 'T006'],
    T007: ['T003', 'T004', 'T005', 'T006', 'T008'],
  })
  expect(told(file)).toEqual([
    'PARALLEL_CLAIM_CONFLICT T004 20',
    'MISSING_ID T008 23',
    'NO_PATH T008 23',
    'DUPLICATE_ID T005 24',
    'NO_PATH T007 33',
  ])
  expect(file.runnable).toEqual(['T003', 'T004', 'T005'])
  expect(file.fileConflicts).toEqual([
    { path: 'tests/contract/cart.test.ts', tasks: ['T003', 'T004'], actions: ['UPDATE', 'UPDATE'] },
  ])
  expect(report(samples.specKit)).toMatchObject({
    format: 'spec-kit',
    tasks: expect.arrayContaining([
      {
        id: 'T003',
        number: 3,
        title: 'Contract test in tests/contract/cart.test.ts',
        status: 'pending',
        depends_on: ['T001', 'T002'],
        files: [{ path: 'tests/contract/cart.test.ts', action: 'UPDATE' }],
        group: 'Phase 2: Stories',
        parallel_claim: true,
        story: 'US1',
        line: 19,
      },
    ]),
  })
})

test.each([
  ['(depends on T001, T002)', ['T001', 'T002']],
  ['(depends on T001–T003)', ['T002', 'T001', 'T003']],
  ['(depends on T001-T003, T005)', ['T002', 'T001', 'T003', 'T005']],
  ['(depends on T001-003)', ['T002', 'T001', 'T003']],
  ['(Depends on: T002 and T003), like T001', ['T002', 'T003']],
  ['blocked by T003. T001 is something else', ['T003']],
  ['after what T001 did', []],
])('[TSF4] %s adds the edges it states', (words, edges) => {
  const lines = ['T001', 'T002', 'T003', 'T005'].map((id) => `- [ ] ${id} [P] Edit src/${id}.ts`)
  const file = read([...lines, `- [ ] T009 [P] Edit src/z.ts ${words}`].join('\n'))
  expect(waits(file)['T009']?.toSorted()).toEqual(edges.toSorted())
})

test('[TSF4] a box under a task is part of it and waits for what that waits for', () => {
  const file = read('- [ ] T001 In a.ts\n- [ ] T002 In b.ts\n  - [ ] T003 In c.ts\n- [ ] T004 In d.ts\n')
  expect(waits(file)).toEqual({ T001: [], T002: ['T001'], T003: ['T001'], T004: ['T002'] })
  expect(file.tasks[2]?.edges).toContainEqual({ type: 'parent', to: 'T002' })
})

test.each([
  ['Create src/a.ts and `docs/x.md`.', ['src/a.ts', 'docs/x.md']],
  ['Add [id] page in app/users/[id]/page.tsx', ['app/users/[id]/page.tsx']],
  ['See (src/a.py:12), tests/b.py::test_c', ['src/a.py', 'tests/b.py']],
  ['Use Next.js 16 and Node.js at https://x.org/a.ts', []],
  ['Check HP/name/type and and/or', []],
  ['Run `npm run test src/a.ts`', []],
  ['`package.json`、README.md', ['package.json', 'README.md']],
  ['routes /api/users and `src/lib/`', ['src/lib/']],
])('[TSF4] the files in "%s" are found', (words, paths) => {
  const [task] = read(`- [ ] T001 ${words}`).tasks
  expect(task?.files.map(({ path }) => path)).toEqual(paths)
})

test('[TSF5] a Kiro plan without dependencies goes by its top-level tasks', () => {
  const file = read(samples.kiro)
  expect(waits(file)).toEqual({
    '1': [],
    '1.1': [],
    '1.2': [],
    '1.3': [],
    '2': ['1.1', '1.2'],
    '2.1': ['1.1', '1.2'],
    '2.2': ['1.1', '1.2'],
    '3': ['2.1', '1.1', '1.2'],
    '4': ['3'],
  })
  expect(statuses(file)).toMatchObject({ '1.1': 'complete', '1.2': 'in_progress', '2.1': 'pending' })
  expect(told(file)).toEqual([])
  const byId = new Map(file.tasks.map((task) => [task.id, task]))
  expect(byId.get('1.1')).toMatchObject({
    title: 'スキーマを `src/schema.ts` に定義',
    requirements: ['1.1', '1.2'],
  })
  expect(byId.get('1.3')?.isOptional).toBe(true)
  expect(byId.get('2.2')?.isOptional).toBe(true)
  expect(byId.get('3')?.isCheckpoint).toBe(true)
})

test('[TSF5] declared dependencies may lead to later sections and to whole ones, by ranges', () => {
  const file = read(samples.kiroDeclared)
  expect(waits(file)).toEqual({
    '2': [],
    '2.1': [],
    '2.2': [],
    '6': ['7.1', '7.2'],
    '6.1': ['7.1', '7.2'],
    '7': [],
    '7.1': [],
    '7.2': ['2.1', '2.2'],
    '8': ['2.1', '2.2', '6.1', '7.1', '7.2'],
  })
  expect(file.runnable).toEqual(['2.2', '7.1'])
  expect(told(file)).toEqual([])
})

test.each([
  ['_Dependencies: None_', [], []],
  ['_Depends on: Task 1, 2_', ['1', '2'], []],
  ['**Dependencies:** 1', ['1'], []],
  ['Task 1, 2 に依存', ['1', '2'], []],
  ['_Dependencies: 1, 9_', ['1', '9'], ['UNKNOWN_DEPENDENCY 3 3']],
  ['_Dependencies: the database_', [], ['UNKNOWN_DEPENDENCY 3 3']],
  ['_Dependencies: 3_', ['3'], ['SELF_DEPENDENCY 3 3']],
])('[TSF5] [TSF2] %s is read as it is meant', (words, edges, diagnostics) => {
  const file = read(`- [ ] 1. One\n- [ ] 2. Two\n- [ ] 3. Three\n  - ${words}\n`)
  expect(waits(file)['3']).toEqual(edges)
  expect(told(file)).toEqual(diagnostics)
})

test('[TSF6] in OpenSpec only an x is done, and parts belong to their whole', () => {
  const file = read(samples.openspec)
  expect(statuses(file)).toEqual({
    '1.1': 'complete',
    '1.2': 'complete',
    '1.3': 'pending',
    '1.3.1': 'pending',
    '2.1': 'pending',
    '2.2': 'pending',
  })
  expect(file.runnable).toEqual(['1.3.1', '2.1', '2.2'])
  expect(told(file)).toEqual(['MISSING_ID 2.2 9'])
  expect(file.tasks[0]?.group).toBe('1. Data')
})

test('[TSF7] task-master has tags, siblings by number and parts by text', () => {
  const file = read(samples.taskMaster)
  expect(waits(file)).toEqual({
    '1': [],
    '5': ['1'],
    '5.1': [],
    '5.2': ['5.1'],
    '5.3': ['5.2'],
    '6': ['5.2', '9'],
    'later:1': [],
    '7': ['later:1'],
  })
  expect(statuses(file)).toMatchObject({
    '1': 'complete',
    '5.1': 'complete',
    '5.3': 'in_progress',
    'later:1': 'deferred',
  })
  expect(told(file).map((one) => one.replace(/ \d+$/, ''))).toEqual([
    'UNKNOWN_DEPENDENCY 6',
    'UNKNOWN_STATUS later:1',
  ])
  expect(file.runnable).toEqual(['5.2'])
  expect(file.tasks.at(5)).toMatchObject({ files: [{ path: 'a.ts', action: 'CREATE' }], group: 'master' })
  expect(file.tasks[0]).toMatchObject({ priority: 'high', extra: { testStrategy: 'look' } })
})

test('[TSF7] the one list of older task-master files is read too', () => {
  const file = read('{"tasks": [{"id": 1, "title": "a", "status": "pending", "dependencies": []}]}')
  expect([file.format, statuses(file)]).toEqual(['task-master', { '1': 'pending' }])
})

test('[TSF8] beads has typed dependencies, and a line that is none costs only itself', () => {
  const file = read(samples.beads)
  expect(told(file)).toEqual(['BAD_BLOCK 3'])
  expect(Object.fromEntries(file.tasks.map(({ id, edges }) => [id, edges]))).toEqual({
    'shop-1': [],
    'shop-a': [{ type: 'parent', to: 'shop-1' }],
    'shop-b': [
      { type: 'blocks', to: 'shop-a' },
      { type: 'parent', to: 'shop-1' },
      { type: 'link', to: 'shop-9' },
    ],
    'shop-c': [{ type: 'on_failure_of', to: 'shop-b' }],
    'shop-d': [{ type: 'blocks', to: 'shop-b' }],
  })
  expect(file.runnable).toEqual(['shop-b'])
  expect(report(samples.beads)).toMatchObject({
    tasks: expect.arrayContaining([expect.objectContaining({ id: 'shop-c', depends_on: ['shop-b'] })]),
  })
})

test('[TSF9] ralph goes by priority, whatever the order in the file', () => {
  const file = read(samples.ralph)
  expect(waits(file)).toEqual({
    'US-003': ['US-002', 'US-004'],
    'US-001': [],
    'US-002': ['US-001'],
    'US-004': ['US-001'],
  })
  expect(file.runnable).toEqual(['US-002', 'US-004'])
  expect(told(file).map((one) => one.replace(/ \d+$/, ''))).toEqual(['MISSING_ID US-004'])
  expect(file.tasks[0]?.extra).toEqual({ acceptanceCriteria: ['it works'] })
})

test('[TSF9] relatives of ralph have other names for the list, for what is done and for what comes before', () => {
  const stories = [
    { id: 'S2', title: 'Second', passes: false, dependsOn: ['S1'], priority: 1 },
    { id: 'S1', title: 'First', passes: true, dependsOn: [], priority: 2 },
  ]
  const declared = read(JSON.stringify({ project: 'Shop', stories }))
  expect([declared.format, waits(declared)]).toEqual(['ralph', { S1: [], S2: ['S1'] }])

  const whole = read(
    JSON.stringify([{ description: 'Search', steps: ['type'], started: true, complete: true }]),
  )
  expect([whole.format, statuses(whole)]).toEqual(['ralph', { 'US-001': 'complete' }])
  expect(whole.tasks[0]?.extra).toEqual({ steps: ['type'], started: true })

  const worded = read(JSON.stringify({ userStories: [{ id: 'A', title: 'A', status: 'not_started' }] }))
  expect([statuses(worded), told(worded)]).toEqual([{ A: 'pending' }, []])
  const tasks = [{ id: 1, title: 'A', status: 'done', completed: false }]
  expect(read(JSON.stringify({ tasks })).format).toBe('task-master')
})

test('[TSF7] a status in usual other words is read; one that nobody knows leaves the task alone', () => {
  const tasks = ['todo', 'closed', 'whenever'].map((status, at) => ({ id: at + 1, title: status, status }))
  const file = read(JSON.stringify({ master: { tasks } }))
  expect(statuses(file)).toEqual({ '1': 'pending', '2': 'complete', '3': 'deferred' })
  expect(told(file)).toEqual(['UNKNOWN_STATUS 3 1'])
})

test('[TSF10] a block of the seed takes the heading above it as its title, but not that of another task', () => {
  const block = (id: string): string => `\`\`\`yaml\nid: ${id}\naction: CREATE\nfile: a.ts\n\`\`\`\n`
  const text = `## One\n\n### T-001: Make it\n\n${block('T-001')}\n${block('T-002')}\n### UTF-8 everywhere\n\n${block('T-003')}`
  expect(read(text).tasks.map(({ title }) => title)).toEqual(['Make it', 'CREATE a.ts', 'UTF-8 everywhere'])
})

test('[TSF10] [TSF2] the seed’s blocks are tasks, and each fault in them is told', () => {
  const file = read(samples.seed)
  expect(file.tasks.map(({ id, title, group }) => [id, title, group])).toEqual([
    ['T-001', 'CREATE db/001.sql', 'Phase 1: Database'],
    ['T-002', 'Types of the shop', 'Phase 1: Database'],
    ['T-004', 'UPDATE rules.ts', 'Phase 1: Database'],
  ])
  expect(told(file)).toEqual([
    'UNKNOWN_PHASE T-002 31',
    'UNKNOWN_ACTION T-002 31',
    'BAD_BLOCK T-003 45',
    'UNKNOWN_DEPENDENCY T-004 53',
    'UNKNOWN_DEPENDENCY T-004 53',
  ])
  expect(file.diagnostics.flatMap(({ suggestion }) => suggestion ?? [])).toEqual(['T-002'])
  expect(file.tasks.map(({ check }) => check)).toEqual([
    { command: 'sqlite3 :memory: < db/001.sql && echo OK', expected: { exit: 0, stdoutIncludes: 'OK' } },
    { command: 'npx tsc --noEmit', expected: { exit: 0 } },
    { command: 'node count.js', manual: '>= 40 tasks' },
  ])
  expect(file.tasks[0]).toMatchObject({ requirements: ['A table'], extra: { gotchas: ['Dates are TEXT'] } })
  expect(file.runnable).toEqual(['T-002'])
})

test.each([
  ['exit code 2', { exit: 2 }],
  ['all tests pass', { exit: 0 }],
  ['{ exit: 1, stdout_includes: no }', { exit: 1, stdoutIncludes: 'no' }],
  ['{ json_path: $.ok }', { exit: 0, jsonPath: '$.ok' }],
])('[TSF10] expected: %s can be tested', (expected, wanted) => {
  const text = `\`\`\`yaml\nid: T-1\nstatus: pending\nvalidation:\n  command: x\n  expected: ${expected}\n\`\`\`\n`
  expect(read(text).tasks[0]?.check).toEqual({ command: 'x', expected: wanted })
})

test.each([
  ['an alias', 'a: &a [1]\nb: *a'],
  ['a key twice', 'status: pending\nstatus: complete'],
  ['a deep nest', `notes: ${'['.repeat(500)}${']'.repeat(500)}`],
  ['a tab', 'notes:\n\t- x'],
])('[TSF2] [TSF12] %s in a block is told, and the next block is read', (_, body) => {
  const block = (id: string, body: string) => `\`\`\`yaml\nid: ${id}\nphase: api\n${body}\n\`\`\`\n`
  const file = read(block('T-001', body) + block('T-002', 'status: pending'))
  expect(told(file)).toEqual(['BAD_BLOCK T-001 1'])
  expect(Object.keys(statuses(file))).toEqual(['T-002'])
})

test('[TSF2] a fence that is never closed is told with its line', () => {
  expect(told(read('- [ ] T001 In a.ts\n```\n- [ ] T002 In b.ts\n'))).toEqual(['BAD_BLOCK 2'])
  expect(told(read('- [ ] T001 In a.ts\n```\n'))).toEqual([])
})

test('[TSF2] JSON that breaks off is told with its line', () => {
  expect(told(read('{\n "userStories": [\n  {"id": "a",}\n ]\n}'))).toEqual(['BAD_BLOCK 3'])
  expect(told(read('{"master": {"tasks": [{"id": 1, "title": "a"'))).toEqual(['BAD_BLOCK 1'])
})

test('[TSF2] a circle is told from its lowest number, and its tasks are not runnable', () => {
  const block = (id: string, before: string) =>
    `\`\`\`yaml\nid: ${id}\nstatus: pending\ndepends_on: [${before}]\n\`\`\`\n`
  const file = read([block('T-3', 'T-1'), block('T-1', 'T-2'), block('T-2', 'T-3')].join(''))
  expect(file.diagnostics).toMatchObject([{ code: 'CYCLE', cycle: ['T-3', 'T-1', 'T-2'] }])
  expect(file.runnable).toEqual([])
})

test('[TSF2] a task of another spec is known and waited for', () => {
  const file = read('```yaml\nid: T-1\nstatus: pending\ndepends_on: [auth#T-9]\n```\n')
  expect([told(file), file.runnable]).toEqual([[], []])
})

test('[TSF3] boxes that are written carelessly are tasks', () => {
  const file = read(
    '* [] T001 In a.ts\r\n+ [x]T002 in b.ts\r\n- [ ] **T003** [P] In c.ts\r\n1. [ ] T004: In d.ts\r\n- [?] T005 In e.ts',
  )
  expect(statuses(file)).toEqual({
    T001: 'pending',
    T002: 'complete',
    T003: 'pending',
    T004: 'pending',
    T005: 'deferred',
  })
  expect(told(file)).toEqual(['UNKNOWN_STATUS T005 5'])
  expect(file.tasks.map(({ title }) => title)).toEqual([
    'In a.ts',
    'in b.ts',
    'In c.ts',
    'In d.ts',
    'In e.ts',
  ])
})

test('[TSF11] every task keeps where it was found and its text as the file has it', () => {
  const file = read('\uFEFF- [ ] T001 In a.ts\r\n  more\r\n\r\n- [ ] T002 In b.ts  ', 'specs/tasks.md')
  expect(file.tasks.map(({ source }) => source)).toEqual([
    { format: 'spec-kit', path: 'specs/tasks.md', id: 'T001', line: 1, raw: '- [ ] T001 In a.ts\r\n  more' },
    { format: 'spec-kit', path: 'specs/tasks.md', id: 'T002', line: 4, raw: '- [ ] T002 In b.ts  ' },
  ])
  for (const text of Object.values(samples))
    for (const { source } of read(text).tasks)
      expect([source.raw, text.includes(source.raw)]).toEqual([source.raw, true])
})

test('[TSF13] a task with open parts is not runnable, and its parts wait for what it waits for', () => {
  const task = (id: number, rest: object) => ({
    id,
    title: 't',
    status: 'pending',
    dependencies: [],
    ...rest,
  })
  const text = JSON.stringify({
    tasks: [
      task(1, {}),
      task(2, { dependencies: [1], subtasks: [task(1, {})] }),
      task(3, { subtasks: [task(1, {}), task(2, { status: 'done' })] }),
    ],
  })
  expect(read(text).runnable).toEqual(['1', '3.1'])
})

test('[TSF14] pairs that are ordered, or only read, are no conflict', () => {
  const ordered = read('- [ ] T001 Edit src/a.ts\n- [ ] T002 Edit src/b.ts\n- [ ] T003 Edit src/a.ts\n')
  expect(ordered.fileConflicts).toEqual([])
  const reading = read(
    '- [ ] T001 [P] Edit src/a.ts\n- [ ] T002 [P] Review src/a.ts\n- [ ] T003 [P] Create src/a.ts\n',
  )
  expect(reading.fileConflicts).toEqual([
    { path: 'src/a.ts', tasks: ['T003', 'T001'], actions: ['CREATE', 'UPDATE'] },
  ])
})
