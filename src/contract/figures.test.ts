import { expect, test } from 'vitest'
import { dayTime } from './figures.ts'

test('[TEA74] a date to come is said by its hour, its weekday or its day, as it is near or far', () => {
  const noon = new Date(2030, 0, 5, 12).getTime()
  expect(dayTime(new Date(2030, 0, 5, 14, 5).getTime(), noon)).toBe('at 14:05')
  expect(dayTime(new Date(2030, 0, 6, 0, 0).getTime(), noon)).toBe('on Sunday at 00:00')
  expect(dayTime(new Date(2030, 0, 19, 9, 30).getTime(), noon)).toBe('on 19 January at 09:30')
})
