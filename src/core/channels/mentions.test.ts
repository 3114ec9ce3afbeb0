import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workMs } from '../../platform/lib/work-time.suite.ts'
import { mentionsIn } from './mentions.ts'

const names = ['shop', 'shop-fe', 'user', 'Ramona', 'a.b']

test.each([
  ['@shop look', ['shop']],
  ['look, @shop-fe.', ['shop-fe']],
  ['@SHOP-FE, @ramona!', ['shop-fe', 'Ramona']],
  ['shop: look', ['shop']],
  ['well\nshop, look', ['shop']],
  ['the shop: open', []],
  ['shop:open', []],
  ['mail me@shop', []],
  ['@shopping', []],
  ['@shop-front', []],
  ['@a.b.', ['a.b']],
  ['`@shop` and ``x ` @user``', []],
  ['```\n@shop\n```\n@user', ['user']],
  ['~~~\n@shop\nnever closed', []],
  ['> @shop said', []],
  ['(@user)', ['user']],
  ['@nobody', []],
])('[CHN13] %j mentions %j', (body, expected) => {
  expect(mentionsIn(body, names)).toEqual(expected)
})

test('[CHN13] whatever is written, only known names are mentioned, and never slowly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...names), (text, name) => {
      expect(mentionsIn(`${text}\n\n@${name} `, names).every((one) => names.includes(one))).toBe(true)
    }),
  )
  expect(workMs(() => mentionsIn('`'.repeat(50_000) + '@'.repeat(50_000), names))).toBeLessThan(2000)
})
