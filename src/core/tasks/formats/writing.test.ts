import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read, samples, statuses } from './formats.suite.ts'
import { exportTasks, writeStatuses, type FileTask } from './index.ts'
import { fileStatuses } from './task.ts'

const runs = { numRuns: 200 }
const word = fc.string({ unit: 'grapheme', maxLength: 12 })
const line = fc.oneof(
  word,
  fc.constantFrom(
    '[P] x',
    '[US1] y',
    'T009 z',
    '# h',
    '```',
    '- [ ] T099 in a.ts',
    '(depends on T001)',
    '**b** `src/a.ts`',
    'a: b',
    ' ',
    '---',
    '<!--',
    '\u0000',
  ),
)
const words = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'))
const oneLine = line.map((text) => text.replaceAll(/[\r\n\u2028\u2029]/g, ' '))
const id = fc.constantFrom('T001', 'T002', 'T003', 'T-01', '1', '2.1', 'US-001', 'a b', 'x#y')

const story = fc.record(
  {
    id,
    title: words,
    description: words,
    priority: fc.integer(),
    passes: fc.boolean(),
    notes: fc.jsonValue(),
  },
  { requiredKeys: ['passes'] },
)
const issue = fc.record({
  id,
  title: words,
  description: words,
  status: fc.constantFrom('open', 'closed', 'hooked', 'odd'),
  priority: fc.nat(4),
  metadata: fc.jsonValue(),
  dependencies: fc.array(
    fc.record({
      depends_on_id: id,
      type: fc.constantFrom('blocks', 'parent-child', 'conditional-blocks', 'related'),
    }),
    { maxLength: 3 },
  ),
})
const taskMaster = fc.record({
  id,
  title: words,
  description: words,
  status: fc.constantFrom('pending', 'done', 'review'),
  dependencies: fc.array(id, { maxLength: 2 }),
  details: words,
  relevantFiles: fc.array(fc.record({ path: oneLine, action: fc.constantFrom('create', 'modify', 'eat') }), {
    maxLength: 2,
  }),
})
const box = fc.tuple(
  fc.constantFrom('', '  '),
  fc.constantFrom(
    '- [ ]',
    '- [x]',
    '- [-]',
    '- [ ]*',
    '- []',
    '## ',
    '  text',
    '```yaml\nstatus: failed\n```',
  ),
  fc.oneof(id, fc.constantFrom('T010 [P]', '3.', '3.1', '')),
  oneLine,
)
const markdown = fc
  .array(box, { maxLength: 8 })
  .map((lines) => lines.map((parts) => parts.join(' ')).join('\n'))

/** Files of every format, well and badly made. */
const files = fc.oneof(
  fc.constantFrom(...Object.values(samples)),
  fc.array(story, { minLength: 1, maxLength: 4 }).map((userStories) => JSON.stringify({ userStories })),
  fc
    .array(issue, { minLength: 1, maxLength: 4 })
    .map((issues) => issues.map((one) => JSON.stringify(one)).join('\n')),
  fc
    .array(taskMaster, { minLength: 1, maxLength: 4 })
    .map((tasks) => JSON.stringify({ master: { tasks }, more: { tasks } })),
  markdown,
)

/** A task without where it was found. */
const said = (task: FileTask) => ({ ...task, source: undefined })

test('[TSF15] tasks of every format, exported and read again, are the same', () => {
  fc.assert(
    fc.property(files, fc.constantFrom('spec-kit', 'seed'), (text, format) => {
      const { tasks } = read(text)
      fc.pre(tasks.length > 0)
      const again = read(exportTasks(tasks, format))
      expect(again.format).toBe(format)
      expect(again.tasks.map(said)).toEqual(tasks.map(said))
    }),
    runs,
  )
}, 120_000)

test('[TSF15] a group with blanks that a heading cannot hold comes back as it was', () => {
  const [task] = read('- [ ] T001 Create src/a.ts\n').tasks
  for (const format of ['spec-kit', 'seed'] as const)
    for (const group of ['Phase  1', ' Phase 1', ''])
      expect(read(exportTasks([{ ...task!, group }], format)).tasks[0]).toMatchObject({ group })
})

test('[TSF15] a blank of another kind at the end of a text comes back as it was', () => {
  const [task] = read('- [ ] T001 Create src/a.ts\n').tasks
  for (const format of ['spec-kit', 'seed'] as const)
    for (const text of ['\u205F', 'x\u3000', ' '])
      expect(read(exportTasks([{ ...task!, text }], format)).tasks[0]).toMatchObject({ text })
})

test('[TSF15] a spec-kit file exported as spec-kit has a block only where the line says less than the task', () => {
  const lines =
    '## Phase 1\n\n- [x] T001 Create src/a.ts\n- [ ] T002 [P] [US1] Edit src/b.ts (depends on T001)\n'
  expect(exportTasks(read(lines).tasks, 'spec-kit')).toBe(`# Tasks\n\n${lines}`)
  expect(exportTasks(read(samples.beads).tasks, 'spec-kit')).toContain('```yaml iris')
})

test('[TSF15] a sample of YAML in the words of a task is not taken for its fields', () => {
  const text =
    '- [ ] T001 In a.ts\n  ```yaml\n  services:\n    status: failed\n  ```\n- [ ] T002 In b.ts\n  ```yaml\n  status: failed\n  ```\n'
  expect(statuses(read(text))).toEqual({ T001: 'pending', T002: 'failed' })
  expect(read(text).tasks.map(({ text }) => text.includes('services'))).toEqual([true, false])
})

const shells = [
  (text: string) => text,
  (text: string) => `\uFEFF${text}`,
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => text.trimEnd(),
  (text: string) => `${text}  \n \n`,
]

test('[TSF16] only the marks of the named tasks change, and then say the new status', () => {
  const change = fc.record({ pick: fc.nat(), status: fc.constantFrom(...fileStatuses) })
  fc.assert(
    fc.property(
      files,
      fc.constantFrom(...shells),
      fc.array(change, { maxLength: 4 }),
      (plain, shell, changes) => {
        const text = shell(plain)
        const { tasks } = read(text)
        const named = new Map(
          changes.flatMap(({ pick, status }) => {
            const task = tasks[pick % Math.max(1, tasks.length)]
            return task ? [[task, status] as const] : []
          }),
        )
        const wanted = [...named].map(([{ id, source }, status]) => ({ id, line: source.line, status }))
        const { text: after, refused } = writeStatuses({ text, path: 'tasks.md' }, wanted)
        const again = read(after).tasks
        expect(again.map(({ title }) => title)).toEqual(tasks.map(({ title }) => title))
        for (const [place, task] of tasks.entries()) {
          const status = refused.some(({ change }) => change.id === task.id) ? undefined : named.get(task)
          const isDone = (status ?? task.status) === 'complete'
          if (status === undefined) expect(again[place]?.status).toBe(task.status)
          else if (!['skipped', 'cancelled'].includes(status))
            expect(again[place]?.status === 'complete').toBe(isDone)
        }
        expect(after.replaceAll(/\s/g, '').length - text.replaceAll(/\s/g, '').length).toBeLessThan(
          12 * 2 * (wanted.length + 1),
        )
      },
    ),
    runs,
  )
})

test.each<[keyof typeof samples, string, string, string]>([
  ['specKit', 'T006', '- [ ] T006', '- [x] T006'],
  ['kiro', '2.1', '- [ ] 2.1', '- [x] 2.1'],
  ['openspec', '1.3', '- [-] 1.3', '- [x] 1.3'],
  ['taskMaster', '5.3', '"status": "review"', '"status": "done"'],
  ['beads', 'shop-d', '"status":"hooked"', '"status":"closed"'],
  ['ralph', 'US-003', '"priority": 3,\n      "passes": false', '"priority": 3,\n      "passes": true'],
  ['seed', 'T-004', 'file: rules.ts\nstatus: pending', 'file: rules.ts\nstatus: complete'],
])('[TSF16] in %s completing %s changes its mark and nothing else', (...[name, id, before, after]) => {
  const text = samples[name]
  for (const shell of shells) {
    const written = writeStatuses({ text: shell(text), path: '' }, [{ id, status: 'complete' }])
    const lines = [before, after].map((words) =>
      shell(words)
        .replace(/^\uFEFF/, '')
        .trimEnd(),
    )
    expect(written).toEqual({ text: shell(text).replace(lines[0] ?? '', lines[1] ?? ''), refused: [] })
    expect(written.text).not.toBe(shell(text))
  }
})

test('[TSF16] a mark that says so already stays as it is written', () => {
  for (const text of Object.values(samples)) {
    const unique = new Map(read(text).tasks.map((task) => [task.id, task]))
    const same = [...unique.values()].map(({ id, source, status }) => ({ id, line: source.line, status }))
    expect(writeStatuses({ text, path: '' }, same).text).toBe(text)
  }
})

test('[TSF16] a change that fits no one mark is refused, and the others are made', () => {
  const text = '- [ ] T001 In a.ts\n- [ ] T002 In b.ts\n- [ ] T002 In c.ts\n'
  const { text: after, refused } = writeStatuses({ text, path: '' }, [
    { id: 'T009', status: 'complete' },
    { id: 'T002', status: 'complete' },
    { id: 'T001', status: 'complete' },
  ])
  expect(refused.map(({ change, why }) => [change.id, why])).toEqual([
    ['T009', 'unknown'],
    ['T002', 'ambiguous'],
  ])
  expect(after).toBe(text.replace('[ ] T001', '[x] T001'))
  const second = writeStatuses({ text, path: '' }, [{ id: 'T002', line: 3, status: 'complete' }])
  expect(second.text).toBe(text.replace('[ ] T002 In c', '[x] T002 In c'))
  const none = writeStatuses({ text: '```yaml\nid: T-1\nphase: api\n```', path: '' }, [
    { id: 'T-1', status: 'complete' },
  ])
  expect(none.refused[0]?.why).toBe('no mark')
})
