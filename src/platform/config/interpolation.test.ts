import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutPrototype } from './environment.ts'
import { interpolate } from './interpolation.ts'

const variables = withoutPrototype({ NAME: 'iris', EMPTY: '' })

test.each([
  ['${NAME}', 'iris'],
  ['a ${NAME} b ${NAME}', 'a iris b iris'],
  ['${NAME:-other}', 'iris'],
  ['${MISSING:-other}', 'other'],
  ['${EMPTY:-other}', 'other'],
  ['${EMPTY}', ''],
  ['${MISSING:-}', ''],
  ['${MISSING:-a:-b}', 'a:-b'],
  ['$${NAME}', '${NAME}'],
  ['$NAME costs $5', '$NAME costs $5'],
])('[CFG9] %s gives %s', (text, expected) => {
  expect(interpolate(text, variables)).toEqual({ text: expected })
})

test.each(['${MISSING}', '${toString}', '${__proto__}'])('[CFG11] %s names the variable', (text) => {
  const name = text.slice(2, -1)
  expect(interpolate(text, variables)).toMatchObject({
    found: expect.stringContaining(`variable ${name} is not set`),
    example: `\${${name}:-default}`,
  })
})

test.each(['${}', '${NAME', '${1A}', '${NAME-x}', '${NAME:?x}', '${ NAME }', '${A:-${NAME}}'])(
  '[CFG11] %s is refused as malformed',
  (text) => {
    expect(interpolate(text, variables)).toMatchObject({
      expected: expect.stringContaining('${NAME:-default}'),
    })
  },
)

test('[CFG9] text with every ${ escaped comes back as it was', () => {
  const pieces = fc.array(fc.constantFrom('$', '{', '}', '${', 'a', 'NAME', ':-', '\n', ' '))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((list) => list.join('')),
      ),
      (text) => {
        expect(
          interpolate(
            text.replaceAll('${', () => '$${'),
            variables,
          ),
        ).toEqual({ text })
      },
    ),
  )
})

test('[CFG9] a value is put in as it is, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(interpolate('<${VALUE}>', withoutPrototype({ VALUE: value }))).toEqual({ text: `<${value}>` })
    }),
  )
})
