import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpecContent } from '../../../contract/index.ts'
import { documentOf, readDocument } from './document.ts'
import { laneOf } from './lane.ts'
import { numbersIn } from './numbering.ts'
import { stepOf, type SpecFacts } from './steps.ts'
import { readTasksText, tasksIn, tasksText } from './tasks-file.ts'
import { reportOf } from './validation.ts'
import { draftOf } from './world.suite.ts'

const line = fc
  .string({
    unit: fc.constantFrom(...Array.from('abcdefg hij.,:-_`*#|<>"\'éß漢{}[]()/\\&')),
    minLength: 1,
    maxLength: 60,
  })
  .map((text) => `w${text.replaceAll(/\s+/g, ' ').trim()}`)
const lines = fc.array(line, { maxLength: 5 })
const contents = fc.record({
  title: line,
  summary: line,
  inScope: lines,
  outOfScope: lines,
  architecture: lines,
  dependencies: lines,
  risks: lines,
  texts: fc.array(line, { minLength: 1, maxLength: 5 }),
  titles: fc.array(line, { minLength: 1, maxLength: 5 }),
})

function contentOf({ texts, titles, ...more }: typeof contents extends fc.Arbitrary<infer T> ? T : never) {
  const requirements = texts.map((text, place) => ({ id: `FR-${place + 1}`, text }))
  const id = (place: number): string => `T${String(place + 1).padStart(3, '0')}`
  return SpecContent.parse({
    ...more,
    requirements,
    dataModels: [{ name: 'Habit', fields: ['id', 'name'] }],
    missing: [{ what: 'Numbers', why: 'Unknown' }],
    complexity: 'high',
    tasks: titles.map((title, place) => ({
      id: id(place),
      title,
      text: texts.join('\n'),
      files: [{ path: `src/${place}.ts`, action: 'CREATE' }],
      waitsFor: place === 0 ? [] : [id(place - 1)],
      requirements: requirements.map((one) => one.id),
      check: place % 2 === 0 ? { command: `test ${place}`, expected: { exit: 0 } } : null,
    })),
  })
}

test('[SPC4] what a document says is read back as it was, whatever the words are', () => {
  fc.assert(
    fc.property(contents, (parts) => {
      const content = contentOf(parts)
      const { tasks: _, ...said } = content
      expect(readDocument(documentOf(content, 'full'))).toEqual(said)
    }),
  )
})

test('[SPC4] so are the tasks of its task file, without what Iris put under them', () => {
  fc.assert(
    fc.property(contents, (parts) => {
      const content = contentOf(parts)
      const file = readTasksText(tasksText(content, { T001: ['Mind the gap.'] }))
      expect(file.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(tasksIn(file)).toEqual(content.tasks)
    }),
  )
})

test('[SPC4] a document that somebody left in any state is read without a fault', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), (text) => {
      expect(typeof readDocument(text).title).toBe('string')
    }),
  )
})

test('[SPC5] every fault is named at once, and what is only doubtful is a warning', () => {
  const { questions: _, ...content } = draftOf()
  const [first, second] = content.tasks
  if (!first || !second) throw new Error('no tasks')
  const tasks = [
    { ...first, check: null, files: [{ path: 'a.ts', action: 'UPDATE' as const }] },
    { ...second, id: 'T001', requirements: ['FR-7'], check: { manual: 'Look.' } },
    { ...second, id: 'T002', waitsFor: ['T002'], files: [{ path: 'b.ts', action: 'CREATE' as const }] },
  ]
  const report = reportOf(
    { ...content, tasks, requirements: [...content.requirements, { id: 'FR-4', text: 'x' }] },
    {
      document: 'x'.repeat(1601 * 4),
      tasksFile: readTasksText(tasksText({ ...content, tasks }, {})),
      there: new Set(['b.ts']),
      taken: new Set(),
    },
  )
  const codes = (found: { code: string }[]): string[] =>
    [...new Set(found.map(({ code }) => code))].toSorted()
  expect(codes(report.errors)).toEqual([
    'DUPLICATE_ID',
    'REQUIREMENT_WITHOUT_TASK',
    'SELF_DEPENDENCY',
    'UNKNOWN_REQUIREMENT',
  ])
  expect(codes(report.warnings)).toEqual(
    expect.arrayContaining(['FILE_EXISTS', 'FILE_MISSING', 'MANUAL_CHECK', 'NO_CHECK', 'TOO_LONG']),
  )
  expect(report.tokens).toBe(1601)
})

test('[SPC5] 1,600 tokens are not too long', () => {
  const { questions: _, ...content } = draftOf()
  const tasksFile = readTasksText(tasksText(content, {}))
  const looked = {
    document: 'x'.repeat(1600 * 4),
    tasksFile,
    there: new Set<string>(),
    taken: new Set<string>(),
  }
  expect(reportOf(content, looked)).toEqual({ errors: [], warnings: [], tokens: 1600 })
})

test('[SPC12] the lane follows from the size of the goal', () => {
  expect(laneOf('Rename the button to Save.', 'mvp')).toBe('direct')
  expect(laneOf('Rename the button to Save.', 'full')).toBe('full')
  expect(laneOf('Add a login.', 'mvp')).toBe('quick')
  expect(laneOf('Show:\n- a\n- b\n- c', 'mvp')).toBe('quick')
  expect(laneOf('word '.repeat(41), 'mvp')).toBe('quick')
  expect(laneOf('word '.repeat(401), 'mvp')).toBe('full')
})

test('[SPC3] the next number is above the highest that is there, as wide as that', () => {
  expect(numbersIn([])).toEqual({ highest: 0, width: 3 })
  expect(numbersIn(['0009_a.sql', '0010-b.sql', 'readme.md', '7'])).toEqual({ highest: 10, width: 4 })
})

test('[SPC10] the next step follows from facts alone, and after every deed there is an end', () => {
  const facts = fc.record<SpecFacts>({
    isDropped: fc.boolean(),
    isApproved: fc.boolean(),
    wantsBuild: fc.boolean(),
    stage: fc.constantFrom('none', 'open', 'over'),
    revision: fc.nat(3),
    hasNotes: fc.boolean(),
    isStuck: fc.boolean(),
    questions: fc.array(
      fc.record({ isOpen: fc.boolean(), isBlocking: fc.boolean(), isHeard: fc.boolean() }),
      { maxLength: 3 },
    ),
    ask: fc.constantFrom('none', 'open', 'closed'),
  })
  fc.assert(
    fc.property(facts, (one) => {
      const step = stepOf(one)
      expect(stepOf(one)).toEqual(step)
      if (one.isDropped) expect(step).toEqual({ do: 'nothing', at: 'dropped' })
      if (!one.isApproved) expect(step.do).not.toBe('build')
      const blocked = one.questions.some(({ isOpen, isBlocking }) => isOpen && isBlocking)
      if (blocked && one.stage === 'none') expect(['hear', 'nothing', 'build']).toContain(step.do)
    }),
  )
})
