import { expect, test } from 'vitest'
import { bytes, duration } from '../../contract/plain.ts'
import { columns, createOutput, harmless } from './output.ts'

test('[CLI11] control characters are shown, not obeyed; tab and newline stay', () => {
  expect(harmless('a\u009B31mb\u007Fc\u001B[2J\td\n')).toBe('a\\x9b31mb\\x7fc\\x1b[2J\td\n')
})

test('[CLI9] columns line up whatever colours the cells have', () => {
  const { paint, shown } = createOutput({ json: false, colour: true })
  const rows = columns([
    ['a', 'bb', 'c'],
    [paint('red', 'aaa'), 'b', 'c'],
  ])
  expect(rows.map(shown)).toEqual(['a    bb  c', '\u001B[31maaa\u001B[39m  b   c'])
})

test('[CLI3] sizes and times read as a person would say them', () => {
  expect([0, 999, 8192, 1.5e6, 2e9].map(bytes)).toEqual(['0 B', '999 B', '8.2 KB', '1.5 MB', '2.0 GB'])
  expect([5, 1500, 61_000, 3_600_000, 90_061_000].map(duration)).toEqual([
    '5 ms',
    '1s',
    '1m 1s',
    '1h',
    '1d 1h',
  ])
})
