import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { newId, type Writing } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { sendWriting } from './writing.ts'

const turn = newId('trn', 0)
const session = newId('ses', 0)

function open() {
  const clock = manualClock()
  const writing$ = new Subject<Writing>()
  const response = new PassThrough()
  // Of a response only what a stream has is used.
  const out = sendWriting(response as unknown as ServerResponse, { clock, writing$ })
  const piece = (at: number, text: string) => writing$.next({ session, turn, at, text })
  const heard = () => (response.read() as Buffer | null)?.toString('utf8') ?? ''
  return { clock, writing$, out, piece, heard, response }
}

test('[DSH42] pieces that go on from each other are written as one, and a gap begins anew', () => {
  const { clock, out, piece, heard } = open()
  piece(0, 'ab')
  piece(2, 'cd')
  expect([heard(), clock.waiting()]).toEqual(['', 1])
  out.flush()
  expect(heard()).toBe(`event: writing\ndata: ${JSON.stringify({ session, turn, at: 0, text: 'abcd' })}\n\n`)
  expect(clock.waiting()).toBe(0)
  piece(4, 'e')
  piece(9, 'z')
  clock.advance(1000)
  expect(heard()).toBe(`event: writing\ndata: ${JSON.stringify({ session, turn, at: 9, text: 'z' })}\n\n`)
  out.flush()
  expect(heard()).toBe('')
})

test('[DSH42] a reader without room does without, and who left is written to no more', () => {
  const { clock, out, piece, heard, response, writing$ } = open()
  response.write('x'.repeat(100_000))
  piece(0, 'ab')
  clock.advance(1000)
  expect(heard()).not.toContain('writing')
  piece(2, 'cd')
  out.close()
  expect([writing$.observed, clock.waiting()]).toEqual([false, 0])
})
