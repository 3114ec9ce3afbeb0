import { expect, test } from 'vitest'
import { newId } from '../../contract/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { createDue } from './due.ts'

const one = { id: newId('bld'), key: 'shop-b1' }

function open() {
  const clock = manualClock()
  const looks: number[] = []
  return { clock, looks, due: createDue(clock, () => void looks.push(clock.steady())) }
}

test('[WRK9] the sooner of two looks that are due is the one that happens, and only that', () => {
  const { clock, looks, due } = open()
  due.later(one.id, 2000)
  due.later(one.id, 15_000)
  clock.advance(60_000)
  expect(looks).toEqual([2000])
  due.later(one.id, 15_000)
  due.later(one.id, 2000)
  clock.advance(60_000)
  expect(looks).toEqual([2000, 62_000])
  due.later(one.id, 2000)
  due.close()
  clock.advance(60_000)
  expect(looks).toHaveLength(2)
})

test('[ALR8] a build that was not looked at for a minute stands still; one that was looked at does not', () => {
  const { clock, due } = open()
  clock.advance(600_000)
  expect(due.stalled([one])).toBeUndefined()
  clock.advance(59_999)
  expect(due.stalled([one])).toBeUndefined()
  clock.advance(1)
  expect(due.stalled([one])).toBe('shop-b1 was not looked at for a minute')
  due.began(one.id)
  due.ended(one.id, 'seen')
  clock.advance(59_999)
  expect(due.stalled([one])).toBeUndefined()
})

test('[ALR8] a look that fails again and again is none', () => {
  const { clock, due } = open()
  due.stalled([one])
  for (let n = 0; n < 12; n += 1) {
    due.began(one.id)
    clock.advance(5000)
    due.ended(one.id, 'failed')
  }
  expect(due.stalled([one])).toBe('shop-b1 was not looked at for a minute')
})

test('[ALR8] a look may take its time, but not three hours', () => {
  const { clock, due } = open()
  due.began(one.id)
  clock.advance(3 * 3_600_000 - 1)
  expect(due.stalled([one])).toBeUndefined()
  clock.advance(1)
  expect(due.stalled([one])).toBe('shop-b1 has been looked at for three hours, without an end')
  due.ended(one.id, 'seen')
  expect(due.stalled([one])).toBeUndefined()
})
