import { expect, test } from 'vitest'
import { proposeSize, type Size } from './size.ts'

const sized = (goal: string, ...taskFiles: string[]): Size => proposeSize({ goal, taskFiles }).size

test('[RUL57] what asks for an answer, or is one small change, is told', () => {
  for (const goal of [
    'Which tests fail?',
    'why is the login slow',
    'Explain how a token is checked',
    'Fix the typo in the README',
    'Rename getUser to findUser',
  ])
    expect.soft([goal, sized(goal)]).toEqual([goal, 'tell'])
})

test('[RUL57] one goal of several steps is a run', () => {
  for (const goal of [
    'Add a dark mode',
    'Fix the login, and write a test that fails without it',
    'Move the settings into a page of their own and update the guide',
    'Fix the race in the queue that loses a message when two daemons start within the same second of each other',
  ])
    expect.soft([goal, sized(goal)]).toEqual([goal, 'run'])
})

test('[RUL57] a goal of several parts, a long one and one with a task file is a build', () => {
  expect(sized('Search:\n- an index\n- a page\n- an API')).toBe('build')
  expect(sized('1. login\n2. logout')).toBe('run')
  expect(sized('word '.repeat(81))).toBe('build')
  expect(sized('word '.repeat(80))).toBe('run')
  expect(sized('Do what is in specs/tasks.md', 'specs/tasks.md')).toBe('build')
  expect(proposeSize({ goal: 'Which are left in tasks.md?', taskFiles: ['tasks.md'] })).toEqual({
    size: 'build',
    why: 'its tasks are in tasks.md',
  })
})

test('[RUL57] what is not settled is an idea, and what does not end an organisation', () => {
  expect(sized('I have an idea for a shop')).toBe('idea')
  expect(sized('Not sure how people should pay')).toBe('idea')
  expect(sized('What if orders were kept offline?')).toBe('idea')
  expect(sized('Keep the dependencies up to date')).toBe('org')
  expect(sized('Look at new issues every morning')).toBe('org')
})
