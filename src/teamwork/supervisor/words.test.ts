import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lackOf } from './handoff-page.ts'
import { readTaskWords } from './task-words.ts'

test('[ORG15] a TASK: names a task of its project, or says what one is to be', () => {
  const read = (body: string) => readTaskWords(body, 'shop')
  expect(read('TASK: shop-42 mend it')).toEqual({ name: null, key: 'shop-42', title: 'mend it', text: '' })
  expect(read('TASK: @Tom shop-42 mend it')).toMatchObject({ name: 'Tom', key: 'shop-42', title: 'mend it' })
  expect(read('TASK:@Zoë: mend it')).toMatchObject({ name: 'Zoë', key: null, title: 'mend it' })
  expect(read('TASK: mail @Tom')).toMatchObject({ name: null, title: 'mail @Tom' })
  expect(read('TASK:shop-42: mend it')).toMatchObject({ key: 'shop-42' })
  expect(read('TASK: shop-42')).toEqual({ name: null, key: 'shop-42', title: '', text: '' })
  expect(read('TASK: Mend it\nsoon')).toEqual({ name: null, key: null, title: 'Mend it', text: 'soon' })
  expect(read('TASK: other-42 is of another project')).toMatchObject({ key: null })
  expect(read('TASK: shop-042 is no key')).toMatchObject({ key: null })
  for (const none of ['TASK:', 'TASK: \n', 'TASK: @Tom', 'task: x', ' TASK: x', 'Do TASK: x'])
    expect(read(none)).toBeUndefined()
})

test('[ORG15] whatever is said, the title is on one line and fits a task', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), (said) => {
      const words = readTaskWords(`TASK: ${said}`, 'shop')
      // A name alone says nothing either.
      if (!words) expect(said.trim()).toMatch(/^(?:@[\p{L}\p{N}_-]+[\s:,]*)?$/u)
      if (!words) return
      expect(words.title.length).toBeLessThanOrEqual(201)
      expect(words.title).not.toContain('\n')
    }),
  )
})

test('[ORG22] a handoff says what was done, what is left, what is open, and of a manager on which branch', () => {
  const branch = 'task/shop-4'
  const whole = '# H\n## What was done\nx on task/shop-4\n## What is left\ny\n## Open questions\nnone\n'
  expect(lackOf(whole, branch)).toBeUndefined()
  expect(lackOf(undefined, branch)).toBe('The page is not there.')
  expect(lackOf(whole.replace('y\n', '\n'), branch)).toBe(
    'These sections are missing or empty: What is left.',
  )
  expect(lackOf(whole.replace('## Open questions', 'Open questions'), branch)).toContain('Open questions')
  expect(lackOf(whole.replace('task/', ''), branch)).toBe('It does not name the branch task/shop-4.')
  expect(lackOf(whole.replace('task/', ''), undefined)).toBeUndefined()
})
