import { expect, test } from 'vitest'
import { createExchanges, type Exchange } from './exchanges.ts'

const exchanges = createExchanges()
const open = (client = 'one', request = new Request('http://127.0.0.1/mcp')): Exchange =>
  exchanges.open(request, client)

test('[MCP13] a cancellation finds the call of its client alone, by its id and the type of it', () => {
  const [mine, other, third] = [open('one'), open('two'), open('one')]
  mine.started(1)
  other.started(1)
  third.started('1')
  exchanges.cancel('one', 1)
  expect([mine, other, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false])
})

test('[MCP13] what has ended is neither cancelled nor let go', () => {
  const done = open()
  done.started(2)()
  exchanges.cancel('one', 2)
  exchanges.close()
  expect(done.signal.aborted).toBe(false)
})

test('[MCP13] the end of one call leaves the next with the same id', () => {
  const [first, second] = [open(), open()]
  const ended = first.started(3)
  second.started(3)
  ended()
  exchanges.cancel('one', 3)
  expect([first, second].map(({ signal }) => signal.aborted)).toEqual([false, true])
})

test('[MCP14] when the daemon stops, and when a client hangs up, its calls are let go', () => {
  const hangUp = new AbortController()
  const request = new Request('http://127.0.0.1/mcp', { signal: hangUp.signal })
  const [running, gone] = [open(), open('one', request)]
  running.started(4)
  hangUp.abort()
  expect([running, gone].map(({ signal }) => signal.aborted)).toEqual([false, true])
  exchanges.close()
  expect(running.signal.aborted).toBe(true)
})
