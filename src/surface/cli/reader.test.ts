import { expect, test } from 'vitest'
import type { CommandContext } from './command.ts'
import { createOutput } from './output.ts'
import { pagesOf, readToEnd } from './reader.ts'

const size = { columns: 40, rows: 10 }

test('[CLI56] a long text comes in screens, nothing of it left out, also a line longer than a screen', () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`)
  expect(pagesOf(lines, size).map((page) => page.length)).toEqual([8, 8, 4])
  const long = 'x'.repeat(40 * 8 * 2 + 5)
  const pages = pagesOf(['first', long, 'last'], size)
  expect(pages.flat().join('')).toBe(`first${long}last`)
  for (const page of pages)
    expect(page.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 40)), 0)).toBeLessThanOrEqual(
      8,
    )
  expect(pagesOf(['short'], size)).toEqual([['short']])
})

test('[CLI56] no key but that which reads on counts before the last page', async () => {
  const keysOf = (...pressed: string[]) => ({
    next: () => Promise.resolve(pressed.shift()),
    line: () => Promise.resolve(''),
    close: () => undefined,
    pressed,
  })
  // Nothing but the output is asked for.
  const context = { output: createOutput({ json: true, colour: false }) } as CommandContext
  const text = Array.from({ length: 50 }, (_, n) => `line ${n}`)
  const reading = keysOf('y', 'a', '\r', 'y', ' ', 'y')
  expect(await readToEnd(context, reading, text)).toBe('read')
  expect(reading.pressed).toEqual(['y'])
  expect(await readToEnd(context, keysOf('y', 's'), text)).toBe('skip')
  expect(await readToEnd(context, keysOf('y'), text)).toBe('leave')
})
