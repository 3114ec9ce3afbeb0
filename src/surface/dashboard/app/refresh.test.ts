import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { EventEnvelope } from '../../../contract/plain.ts'
import { createRefresh } from './refresh.ts'

test.each([
  ['judgment.changed', ['asks', 'judgment']],
  ['action.decided', ['chat']],
  ['turn.ended', ['sessions']],
  ['config.loaded', ['status']],
])('[DSH67] after %s the page reads %s again', async (type, queryKey) => {
  const cache = new QueryClient()
  cache.setQueryData(queryKey, 'known')
  cache.setQueryData(['tokens'], 'known')
  const refresh = createRefresh(cache)
  refresh(eventOf('newer.than_this_page'))
  refresh(eventOf(type))
  await expect.poll(() => cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
  expect(cache.getQueryState(['tokens'])?.isInvalidated).toBe(false)
})

function eventOf(type: string): EventEnvelope {
  return { seq: 1, at: 1, type, v: 1, data: {} }
}
