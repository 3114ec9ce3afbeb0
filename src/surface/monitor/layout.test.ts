import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTooSmall, layoutOf, windowOf } from './layout.ts'

const wants = fc.record({
  asks: fc.constantFrom(0, 2, 4, 9, 40),
  board: fc.integer({ min: 2, max: 80 }),
  problems: fc.constantFrom(0, 3, 12),
})

describe('layout', () => {
  test('[MON13] the panes fill no more than the terminal has, and a pane that is shown has a line', () => {
    const size = fc.record({
      columns: fc.integer({ min: 1, max: 300 }),
      rows: fc.integer({ min: 1, max: 100 }),
    })
    fc.assert(
      fc.property(size, wants, (size, wants) => {
        const { heights, columns, beside } = layoutOf(size, wants, null)
        const { tail, ...lists } = heights
        const stacked = Object.values(lists).reduce((sum, height) => sum + height, 0)
        expect(Math.max(beside > 0 ? tail : 0, stacked + (beside > 0 ? 0 : tail))).toBeLessThanOrEqual(
          Math.max(4, size.rows - 4),
        )
        expect(columns + beside).toBeLessThanOrEqual(size.columns)
        if (size.rows >= 10) for (const height of Object.values(heights)) expect(height).not.toBe(1)
      }),
    )
  })

  test('[MON13] at 80 by 24 there is room for an ask, the board, a problem and the tail', () => {
    const { heights, beside } = layoutOf({ columns: 80, rows: 24 }, { asks: 4, board: 7, problems: 3 }, null)
    expect([beside, heights]).toEqual([0, { asks: 4, board: 7, problems: 3, tail: 6 }])
  })

  test('[MON13] a wide terminal puts the tail beside the rest; an open pane takes it all', () => {
    const size = { columns: 160, rows: 40 }
    const some = { asks: 0, board: 5, problems: 0 }
    expect(layoutOf(size, some, null)).toMatchObject({ columns: 92, beside: 66, heights: { tail: 36 } })
    expect(layoutOf(size, some, 'tail')).toMatchObject({ columns: 160, heights: { tail: 36, board: 0 } })
    expect([isTooSmall({ columns: 39, rows: 24 }), isTooSmall({ columns: 40, rows: 10 })]).toEqual([
      true,
      false,
    ])
  })

  test('[MON13] the chosen line is always among those shown', () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 }), fc.nat(199))
    fc.assert(
      fc.property(numbers, ([count, height, at]) => {
        const chosen = at % count
        const { from, to } = windowOf(count, height, chosen)
        expect(from <= chosen && chosen < to && to <= count && to - from <= height).toBe(true)
      }),
    )
  })
})
