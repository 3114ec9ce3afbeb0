import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBodies, encodeBody, type StoredBody } from './body.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc.integer({ min: 100, max: 200_000 }).map((length) => 'so ein Ö\n'.repeat(length / 10)),
)
const data = fc.record({ line: text, n: fc.integer() })

test('[LOG8] the bodies of a page come back in order, small, deflated, large and those of older versions', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(data, fc.boolean()), { maxLength: 40 }), (page) => {
      const stored = page.map(([one, isOld]) => (isOld ? storedByOlderVersion(one) : encodeBody(one)))
      expect(decodeBodies(stored)).toEqual(page.map(([one]) => one))
    }),
    { numRuns: 50 },
  )
})

test('[LOG8] a body whose bytes are damaged is an error, not other data', () => {
  const { enc, body } = encodeBody({ line: 'word '.repeat(500) })
  expect(() => decodeBodies([{ enc, body: body.subarray(0, 20) }])).toThrow(/JSON|invalid/)
})

function storedByOlderVersion(one: unknown): StoredBody {
  return { enc: 1, body: deflateRawSync(JSON.stringify(one), { level: 1 }) }
}
