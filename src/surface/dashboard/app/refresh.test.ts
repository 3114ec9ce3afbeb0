import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newId } from '../../../contract/index.ts'
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

test('[DSH67] what changes while it is read for the first time is read once more', async () => {
  const cache = new QueryClient()
  const refresh = createRefresh(cache)
  const readings: { answer: (said: unknown) => void }[] = []
  const observer = new QueryObserver(cache, {
    queryKey: ['status'],
    queryFn: () => new Promise((answer) => void readings.push({ answer })),
  })
  const stop = observer.subscribe(() => undefined)
  for (const beside of ['one', 'other']) {
    cache.setQueryData(['status', beside], 'known')
    refresh(eventOf('config.loaded'))
    await expect.poll(() => cache.getQueryState(['status', beside])?.isInvalidated).toBe(true)
  }
  expect(readings).toHaveLength(1)
  readings[0]?.answer('before')
  await expect.poll(() => readings).toHaveLength(2)
  readings[1]?.answer('after')
  await expect.poll(() => cache.getQueryData(['status'])).toBe('after')
  expect(readings).toHaveLength(2)
  stop()
})

test('[DSH67] a line that an agent prints while its tail is read for the first time is not missed', async () => {
  const cache = new QueryClient()
  const refresh = createRefresh(cache)
  const printed = { ...eventOf('agent.printed'), session: newId('ses') }
  const lines: EventEnvelope[] = []
  let answer: (said: EventEnvelope[]) => void = () => undefined
  const observer = new QueryObserver(cache, {
    queryKey: ['tail', printed.session],
    queryFn: () => new Promise<EventEnvelope[]>((resolve) => (answer = resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = observer.subscribe(() => undefined)
  const first = answer
  lines.push(printed)
  refresh(printed)
  first([])
  await expect.poll(() => answer !== first).toBe(true)
  answer(lines)
  await expect.poll(() => observer.getCurrentResult().data).toEqual([printed])
  refresh({ ...printed, seq: 2 })
  expect(observer.getCurrentResult().data).toHaveLength(2)
  stop()
})

test('[DSH67] nor one that it prints while its tail is read again', async () => {
  const cache = new QueryClient()
  const refresh = createRefresh(cache)
  const printed = { ...eventOf('agent.printed'), session: newId('ses') }
  const queryKey = ['tail', printed.session]
  const answers: ((said: EventEnvelope[]) => void)[] = []
  const observer = new QueryObserver(cache, {
    queryKey,
    queryFn: () => new Promise<EventEnvelope[]>((resolve) => void answers.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = observer.subscribe(() => undefined)
  answers[0]?.([])
  await expect.poll(() => observer.getCurrentResult().data).toEqual([])
  void cache.invalidateQueries({ queryKey })
  await expect.poll(() => answers).toHaveLength(2)
  refresh(printed)
  answers[1]?.([])
  await expect.poll(() => answers).toHaveLength(3)
  expect(observer.getCurrentResult().data).toEqual([printed])
  answers[2]?.([printed])
  await expect.poll(() => cache.getQueryState(queryKey)?.fetchStatus).toBe('idle')
  expect(observer.getCurrentResult().data).toEqual([printed])
  stop()
})

function eventOf(type: string): EventEnvelope {
  return { seq: 1, at: 1, type, v: 1, data: {} }
}
