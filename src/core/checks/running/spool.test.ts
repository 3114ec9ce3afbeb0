import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { keepEnds, textOf } from './ends.ts'
import { openSpool, readSpool } from './spool.ts'

const root = mkdtempSync(join(tmpdir(), 'iris-spool-'))
afterAll(() => rmSync(root, { recursive: true }))

test('[CHK5] the ends of a stream are kept, whatever its pieces are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 30 }),
      (pieces, most) => {
        const ends = keepEnds(most, most)
        for (const piece of pieces) ends.push(Buffer.from(piece))
        const all = Buffer.concat(pieces)
        expect(ends.total()).toBe(all.length)
        expect(ends.head()).toEqual(all.subarray(0, most))
        const rest = all.subarray(most)
        expect(ends.tail()).toEqual(rest.subarray(Math.max(0, rest.length - most)))
      },
    ),
  )
  const ends = keepEnds(2, 2)
  ends.push(Buffer.from('abcdefgh'))
  expect(textOf(ends)).toBe('ab\n[… 4 bytes are left out …]\ngh')
})

test('[CHK5] of an endless output the beginning and the end stay on disk, and a reader goes on where it was', async () => {
  const folder = join(root, 'endless')
  const spool = await openSpool(folder, 1, { first: 10, piece: 4 })
  for (const word of ['0123456789', 'abcdef', 'ghijkl', 'mnopqrst']) await spool.write(Buffer.from(word))
  await spool.close()
  expect(spool.bytes()).toBe(30)
  expect(spool.keptBytes()).toBe(18)
  expect(readdirSync(folder).toSorted()).toEqual(['1-0.log', '1-22.log', '1-26.log'])
  const read = (after: number) => readSpool(folder, { step: 1, after, limit: 100 })
  expect(await read(0)).toEqual({ text: '0123456789', next: 10, left: 0 })
  expect(await read(10)).toEqual({ text: 'mnop', next: 26, left: 12 })
  expect(await read(26)).toEqual({ text: 'qrst', next: 30, left: 0 })
  expect(await read(30)).toEqual({ text: '', next: 30, left: 0 })
})

test('[CHK5] a disk that takes nothing holds no command up, and is told', async () => {
  const folder = join(root, 'full')
  const spool = await openSpool(folder, 1, { first: 2, piece: 2 })
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  await spool.write(Buffer.from('abcdef'))
  await spool.close()
  expect(spool.fault()).toMatch(/ENOTDIR/)
  expect(existsSync(folder)).toBe(true)
})
