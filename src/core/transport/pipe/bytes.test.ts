import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrames, sendFrame, type Frame } from './frames.ts'
import { lineCutter, type Line } from './lines.ts'
import { openSpool } from './spool.ts'

const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array))
const text = fc
  .array(fc.constantFrom('a', '\n', 'é', '日', '🚀', '\r'), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join('')))

test('[PIP12] however the bytes are cut, the lines and their offsets are the same', () => {
  fc.assert(
    fc.property(fc.oneof(bytes, text), fc.integer({ min: 1, max: 9 }), fc.nat(1000), (all, step, offset) => {
      const got: Line[] = []
      const cutter = lineCutter({ offset, maxLine: 1000, take: (line) => got.push(line) })
      for (let at = 0; at < all.length; at += step) cutter.push(all.subarray(at, at + step))
      cutter.end()
      const whole = all.toString('latin1').split('\n')
      if (whole.at(-1) === '') whole.pop()
      expect(got.map(({ line }) => line)).toEqual(whole.map((line) => Buffer.from(line, 'latin1').toString()))
      let next = offset
      for (const line of got) {
        expect(line.offset).toBe(next)
        next = line.next
      }
      expect(next).toBe(offset + all.length)
    }),
  )
})

test('[PIP14] of a line beyond the limit the beginning is kept and the next line is whole', () => {
  const got: Line[] = []
  const cutter = lineCutter({ offset: 0, maxLine: 4, take: (line) => got.push(line) })
  for (const part of ['abc', 'def', 'ghi\nok', '\n']) cutter.push(Buffer.from(part))
  expect(got).toEqual([
    { offset: 0, next: 10, line: 'abcd' },
    { offset: 10, next: 13, line: 'ok' },
  ])
})

test('[PIP32] frames of any size arrive whole and in order over a real socket', async () => {
  const sizes = [0, 1, 7, 8, 65_535, 65_536, 3_000_000, 0, 5]
  const folder = mkdtempSync(join(tmpdir(), 'iris-frames-'))
  const got: Frame[] = []
  const server = createServer((socket: Socket) => {
    for (const size of sizes) sendFrame(socket, { size, word: 'ü' }, Buffer.alloc(size, size % 251))
    socket.end()
  })
  await new Promise<void>((resolve) => {
    server.listen(join(folder, 's'), resolve)
  })
  const client = connect(join(folder, 's'))
  readFrames(client, (frame) => got.push(frame))
  await new Promise((resolve) => {
    client.once('close', resolve)
  })
  server.close()
  rmSync(folder, { recursive: true })
  expect(got.map(({ header }) => header)).toEqual(sizes.map((size) => ({ size, word: 'ü' })))
  expect(got.every(({ body }, n) => body.equals(Buffer.alloc(sizes[n] ?? 0, (sizes[n] ?? 0) % 251)))).toBe(
    true,
  )
})

test('[PIP11] [PIP20] a spool reads back what was appended, through trims and reopening', () => {
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 2_000_000 }) }),
    fc.record({ trim: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.constant({ reopen: true }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'iris-spool-'))
      try {
        let spool = openSpool(folder, 'a')
        let all = Buffer.alloc(0)
        for (const step of steps) {
          if ('append' in step) {
            const chunk = Buffer.alloc(step.append, all.length % 251)
            expect(spool.append(chunk)).toHaveLength(0)
            all = Buffer.concat([all, chunk])
          } else if ('trim' in step) spool.trim(Math.floor(all.length * step.trim))
          else {
            spool.rest()
            spool = openSpool(folder, 'a')
          }
        }
        const pieces: Buffer[] = []
        for (let at = spool.base(); at < spool.size();) {
          const piece = spool.read(at)
          pieces.push(piece)
          at += piece.length
        }
        expect(spool.size()).toBe(all.length)
        expect(Buffer.concat(pieces).equals(all.subarray(spool.base()))).toBe(true)
        spool.remove()
        expect(readdirSync(folder)).toEqual([])
      } finally {
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: 40 },
  )
})
