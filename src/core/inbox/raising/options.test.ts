import { expect, test } from 'vitest'
import { keyedQuestion, permissionQuestion, planQuestion } from './options.ts'

const keysOf = ({ options }: ReturnType<typeof planQuestion>) =>
  options.map(({ key, label }) => `${key} ${label}`)

test('[INB3] what Iris offers of itself it recommends nothing of, and one key stands for each', () => {
  const asked = [
    permissionQuestion('Run it?', 'Bash(ls:*)'),
    permissionQuestion('Run it?', null),
    planQuestion('A plan'),
  ]
  expect(asked.map(keysOf)).toEqual([
    ['y Allow', 'a Always allow', 'n Deny'],
    ['y Allow', 'n Deny'],
    ['y Approve', 'n Send back'],
  ])
  expect(asked.flatMap(({ options }) => options.map(({ recommended }) => recommended))).not.toContain(true)
  expect(asked.map(({ multiSelect, freeText }) => [multiSelect, freeText])).toEqual(
    asked.map(() => [false, true]),
  )
})

test('[INB36] a plan without a word can only be sent back', () => {
  expect(keysOf(planQuestion(' \n'))).toEqual(['n Send back'])
})

test('[INB3] of many options as many are offered as there are keys, in their order', () => {
  const options = Array.from({ length: 40 }, (_, n) => ({
    label: `l${n}`,
    description: '',
    recommended: n === 1,
  }))
  const asked = keyedQuestion({ question: 'Which?', header: '', multiSelect: false, freeText: true, options })
  expect([keysOf(asked).length, keysOf(asked)[0], keysOf(asked).at(-1)]).toEqual([35, '1 l0', 'z l34'])
  expect(asked.options.filter(({ recommended }) => recommended).map(({ key }) => key)).toEqual(['2'])
})
