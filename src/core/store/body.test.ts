import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRows, encodeBody, type StoredBody } from './body.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc.integer({ min: 100, max: 200_000 }).map((length) => 'so ein Ö\n'.repeat(length / 10)),
)
const decodeBodies = (stored: Iterable<StoredBody>, most: number): unknown[] =>
  decodeRows(stored, most).decoded.map(({ data }) => data)
const data = fc.record({ line: text, n: fc.integer() })

test('[LOG8] the bodies of a page come back in order, small, deflated, large and those of older versions', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(data, fc.boolean()), { maxLength: 40 }), (page) => {
      const stored = page.map(([one, isOld]) => (isOld ? storedByOlderVersion(one) : encodeBody(one)))
      expect(decodeBodies(stored, Infinity)).toEqual(page.map(([one]) => one))
    }),
    { numRuns: 50 },
  )
})

test('[LOG8] a body whose bytes are damaged is an error, not other data', () => {
  const { enc, body } = encodeBody({ line: 'word '.repeat(500) })
  expect(() => decodeBodies([{ enc, body: body.subarray(0, 20) }], Infinity)).toThrow(/JSON|invalid/)
})

test('[LOG10] no more bodies come than fit, but one always does', () => {
  const bodies = [10, 2000, 100_000, 5, 700].map((length) => ({ line: 'x'.repeat(length) }))
  const stored = bodies.map(encodeBody)
  const sizes = bodies.map((body) => JSON.stringify(body).length)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 110_000 }), (most) => {
      let chars = 0
      const fitting = sizes.findIndex((size) => (chars += size) > most)
      const count = fitting === -1 ? sizes.length : Math.max(1, fitting)
      expect(decodeBodies(stored, most)).toEqual(bodies.slice(0, count))
    }),
  )
})

function storedByOlderVersion(one: unknown): StoredBody {
  return { enc: 1, body: deflateRawSync(JSON.stringify(one), { level: 1 }) }
}

test('[LOG8] a small body is kept as it is, a large one smaller than it is, and both say how large they were', () => {
  const small = encodeBody({ line: 'a' })
  expect([small.enc, Buffer.from(small.body).toString('utf8'), small.size]).toEqual([0, '{"line":"a"}', 12])
  const large = encodeBody({ line: 'a'.repeat(10_000) })
  expect([large.enc, large.size]).toEqual([2, 10_011])
  expect(large.body.length).toBeLessThan(200)
})

test('[LOG8] a body of 512 bytes is kept as it is, one of a byte more is made smaller', () => {
  const ofSize = (bytes: number): string => 'x'.repeat(bytes - 2)
  expect([512, 513].map((bytes) => encodeBody(ofSize(bytes)))).toMatchObject([
    { enc: 0, size: 512 },
    { enc: 2, size: 513 },
  ])
})
