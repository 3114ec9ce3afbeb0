import { expect, test } from 'vitest'
import { createScreen } from './screen.ts'

test('[REH27] without a terminal the screen writes plain lines only', () => {
  const written: string[] = []
  const screen = createScreen({ isTTY: false, write: (text) => written.push(text) }, false)
  screen.live(() => ['a tree'])
  screen.line('one')
  screen.activity({ who: 'Alma (fe)', verb: 'works', detail: 'Writing\npage.js' })
  screen.live()
  screen.close()
  expect(written.join('')).toMatch(/^one\n +\d+\.\ds +Alma \(fe\) +works +Writing page\.js\n$/)
  expect(written.join('')).not.toContain('\u001B')
})

test('[REH27] on a terminal the tree stays below the lines and goes with the end', () => {
  let shown = ''
  const screen = createScreen({ isTTY: true, columns: 60, rows: 5, write: (text) => (shown += text) }, false)
  screen.live(() => ['one', 'two', 'three', 'four', 'x'.repeat(99)])
  screen.line('stays')
  screen.close()
  expect(shown).toBe('one\ntwo\nthree\n\u001B[3A\u001B[Jstays\none\ntwo\nthree\n\u001B[3A\u001B[J')
})
