import { expect, test } from 'vitest'
import { newId } from '../../../contract/index.ts'
import type { AskRow } from '../rows.ts'
import { createWaiting } from './waiting.ts'

const open = { id: newId('ask', 0), answeredAt: null, dismissedAt: null, withdrawnAt: null } as AskRow
const signal = () => new AbortController().signal

test('[INB2] who waits for an ask that is closed in whatever way has it at once', async () => {
  for (const how of ['answeredAt', 'dismissedAt', 'withdrawnAt'] as const) {
    const closed = { ...open, [how]: 1 }
    expect(await createWaiting().wait(closed, signal())).toBe(closed)
  }
})

test('[INB2] all who wait for an ask are told once, and nobody waits after that', async () => {
  const waiting = createWaiting()
  expect([waiting.has(open.id), waiting.settle(open)]).toEqual([false, false])
  const both = [waiting.wait(open, signal()), waiting.wait(open, signal())]
  expect(waiting.has(open.id)).toBe(true)
  const closed = { ...open, answeredAt: 1 }
  expect(waiting.settle(closed)).toBe(true)
  expect(await Promise.all(both)).toEqual([closed, closed])
  expect([waiting.has(open.id), waiting.settle(closed)]).toEqual([false, false])
})

test('[INB2] who hangs up waits no more, and the other goes on', async () => {
  const waiting = createWaiting()
  expect(await waiting.wait(open, AbortSignal.abort())).toBeUndefined()
  const [one, other] = [new AbortController(), new AbortController()]
  const both = [waiting.wait(open, one.signal), waiting.wait(open, other.signal)]
  one.abort()
  expect([await both[0], waiting.has(open.id)]).toEqual([undefined, true])
  other.abort()
  expect([await both[1], waiting.has(open.id)]).toEqual([undefined, false])
})
