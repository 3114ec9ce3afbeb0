import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill, fillIn } from './template.ts'

const fillings = new Map([
  ['cwd', '/project'],
  ['says', 'say ${cwd} $& $1'],
  ['says.1', 'one'],
])

test.each([
  ['${cwd}/sum.js', '/project/sum.js'],
  ['${says.1} and ${says.2}', 'one and '],
  ['${HOME} ${0} ${says', '${HOME} ${0} ${says'],
  ['$${cwd} $${HOME}', '${cwd} $${HOME}'],
  ['${constructor}', '${constructor}'],
  ['${says}', 'say ${cwd} $& $1'],
])('[REH12] %s becomes %s', (written, filled) => {
  expect(fill(written, fillings)).toBe(filled)
})

test('[REH12] every string inside a tool input is filled, keys and other values stay', () => {
  expect(fillIn({ '${cwd}': ['${cwd}', 1, null, { deep: '${says.1}' }], yes: true }, fillings)).toEqual({
    '${cwd}': ['/project', 1, null, { deep: 'one' }],
    yes: true,
  })
})

test('[REH12] a text without ${ stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.includes('${'))
      expect(fill(text, fillings)).toBe(text)
    }),
  )
})
