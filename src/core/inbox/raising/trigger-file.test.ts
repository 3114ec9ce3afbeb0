import { expect, test } from 'vitest'
import { ruleDoors } from '../../rules/index.ts'
import { askOf, readTriggers } from './trigger-file.ts'

const file = `triggers:
  - event: milestone_reached
    condition: completed >= total * 0.5
    questions:
      - type: celebratory
        text: "{completed} of {total} tasks are complete."
  - event: two_ways
    phase: api
    questions:
      - type: clarifying
        text: "How is {task_id} to be done?"
        options:
          - label: The short way
            recommended: true
            implications: "{pros}, but no tests"
          - label: The long way
`

function dueAt(moment: object): unknown[] {
  const tried = ruleDoors
    .find(({ name }) => name === 'triggers')
    ?.try({ triggers: readTriggers(file, 'build.yaml'), agent: 'build', ...moment })
  if (!tried?.ok) throw new Error(JSON.stringify(tried))
  return (tried.decision as { due: unknown[] }).due
}

test('[RUL56] a trigger asks when its event happens, its phase is the one and its condition holds, with the facts filled in, once', () => {
  const half = { event: 'milestone_reached', facts: { completed: 5, total: 10 } }
  expect(dueAt(half)).toMatchObject([{ type: 'celebratory', text: '5 of 10 tasks are complete.' }])
  expect(dueAt({ ...half, facts: { completed: 4, total: 10 } })).toEqual([])
  expect(dueAt({ ...half, facts: { completed: 4 } })).toEqual([])
  expect(dueAt({ ...half, asked: ['build|milestone_reached|0'] })).toEqual([])
  const ways = { event: 'two_ways', phase: 'api', facts: { task_id: 'shop-4', pros: 'It is quick' } }
  expect(dueAt(ways)).toMatchObject([
    {
      key: 'build|two_ways|shop-4|0',
      default: 'The short way',
      options: [{ implications: 'It is quick, but no tests' }, { label: 'The long way' }],
    },
  ])
  expect(dueAt({ ...ways, phase: 'ui' })).toEqual([])
})

test('[RUL56] conditions compare sums and products of names, numbers and lengths, and are never run', () => {
  const holds = (condition: string, facts: object) => {
    const rule = ruleDoors.find(({ name }) => name === 'triggers')
    const question = { type: 'blocking', text: 'x' }
    const tried = rule?.try({
      triggers: [{ event: 'e', condition, questions: [question] }],
      agent: 'a',
      event: 'e',
      facts,
    })
    return tried?.ok ? (tried.decision as { due: unknown[] }).due.length === 1 : 'refused'
  }
  expect(holds('actual > estimate * 3', { actual: 31, estimate: 10 })).toBe(true)
  expect(holds('actual > estimate * 3', { actual: 30, estimate: 10 })).toBe(false)
  expect(holds('problem.length < 50', { problem: 'short' })).toBe(true)
  expect(holds('2 + 3 * 4 - 1 == 13', {})).toBe(true)
  expect(holds('10 - 4 - 3 == 3', {})).toBe(true)
  expect(holds('constructor.length < 50', {})).toBe(false)
  for (const wrong of [
    'process.exit(1)',
    'a',
    'a >',
    'a > b > c',
    '1 2 > 3',
    'a = b',
    `${'1+'.repeat(300)}1 > 0`,
  ])
    expect([wrong, holds(wrong, {})]).toEqual([wrong, 'refused'])
})

test('[INB39] a file of triggers is read with all its mistakes and their lines, and its questions go to the inbox with what each option leads to', () => {
  const [, ways] = readTriggers(file, 'build.yaml')
  expect(askOf(ways!.questions[0]!)).toMatchObject({
    type: 'clarifying',
    fallback: 'The short way',
    options: [{ label: 'The short way', implications: '{pros}, but no tests' }, { label: 'The long way' }],
  })
  const wrong = file
    .replace('completed >= total * 0.5', 'completed or not')
    .replace('type: clarifying', 'type: clarifying\n        blocking: true')
  expect(() => readTriggers(wrong, 'build.yaml')).toThrow(
    /^build\.yaml\nline 3: .*does not compare.*\nline 11: .*contradicts the type/s,
  )
  expect(() => readTriggers('triggers: [', 'x.yaml')).toThrow(/^x\.yaml\nline 1: /)
  // What is wrong over several lines is told where it begins.
  expect(() => readTriggers('triggers: "a\nb": c', 'x.yaml')).toThrow(/^x\.yaml\nline 1: [^\n]*$/)
  expect(() => readTriggers(`a: ${'['.repeat(100_000)}`, 'x.yaml')).toThrow(
    /^x\.yaml\nit is nested too deeply/,
  )
})
