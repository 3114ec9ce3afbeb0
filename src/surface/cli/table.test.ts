import { expect, test } from 'vitest'
import type { Paint } from './output.ts'
import { createOwnCodes, withoutCodes } from './own-codes.ts'
import { table } from './table.ts'

const plain: Paint = (_, text) => text
const { own } = createOwnCodes()
const coloured: Paint = (_, text) => `${own('\u001B[2m')}${text}${own('\u001B[22m')}`
const content = {
  heading: ['Session', 'Between', 'State', 'Turns', 'Cost', 'Last used'],
  rows: [
    ['ses_01k0000000000000000000000a', 'user → a-team-with-a-long-name', 'idle', '12', '$0.10', '3m 2s ago'],
    ['ses_01k0000000000000000000000b', 'user → b', 'busy', '–', '', 'now'],
  ],
}

test('[CLI45] a list is wider than no terminal, and says everything all the same', () => {
  const wide = table(content, { paint: plain, width: 120 })
  expect([wide.length, wide[0]]).toEqual([3, expect.stringMatching(/^Session +Between +State +Turns/)])
  for (const paint of [plain, coloured]) {
    const shown = table(content, { paint, width: 60 }).map(withoutCodes)
    expect(shown).toEqual([
      'ses_01k0000000000000000000000a',
      '  Between user → a-team-with-a-long-name · State idle',
      '  Turns 12 · Cost $0.10 · Last used 3m 2s ago',
      'ses_01k0000000000000000000000b',
      '  Between user → b · State busy · Last used now',
    ])
  }
})

test('[CLI45] what no terminal shows stays in columns, one row a line, for other programs', () => {
  expect(table(content, { paint: plain, width: undefined })).toEqual(
    table(content, { paint: plain, width: 999 }),
  )
})
