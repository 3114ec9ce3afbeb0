import { expect, test } from 'vitest'
import { fitsStatus, isNamed, readSprint } from './sprint-page.ts'

const page = `# Sprint

| Task | Who | Status |
| --- | --- | --- |
| shop-1 Open the doors | Tom | in-progress |
| blog-4 | – | done |

Nothing waits for shop-9.

- [x] shop-2 Write the page
- [ ] shop-3 Write its foot: not done yet
- **shop-1** is blocked

## Done

1. [[Tasks/shop-4]] Paint it
* shop-5 Wash it (merged)

## Next

- shop-17
`

test('[ORG32] the page Sprint is read as a table and as lists, under headings and with boxes', () => {
  const said = readSprint(page, 'shop')
  expect([...said.keys()].toSorted()).toEqual(['shop-1', 'shop-17', 'shop-2', 'shop-3', 'shop-4', 'shop-5'])
  const fits = (key: string, ...[status, title = '']: [Parameters<typeof fitsStatus>[1], string?]) =>
    fitsStatus(said.get(key) ?? '', status, title)
  expect(fits('shop-1', 'in_progress')).toBe(true)
  expect(fits('shop-1', 'ready', 'Open the doors')).toBe(false)
  expect(fits('shop-2', 'complete')).toBe(true)
  expect(fits('shop-3', 'complete')).toBe(false)
  expect(fits('shop-4', 'complete')).toBe(true)
  expect(fits('shop-5', 'complete')).toBe(true)
  expect(fits('shop-17', 'ready')).toBe(true)
  expect(fits('shop-17', 'complete')).toBe(false)
})

test.each([
  ['incomplete', 'complete', false],
  ['already begun', 'ready', false],
  ['In progress', 'in_progress', true],
  ['in_progress', 'in_progress', true],
  ['Done ✅', 'complete', true],
  ['not started', 'in_progress', false],
  ['Open the shop: done', 'ready', false],
] as const)('[ORG32] “%s” for a task that is %s: %s', (said, status, fits) => {
  expect(fitsStatus(said, status, 'Open the shop')).toBe(fits)
})

test('[ORG32] a task is named by its whole key', () => {
  expect(isNamed(page, 'shop-9')).toBe(true)
  expect(isNamed(page, 'shop-1')).toBe(true)
  expect(isNamed(page, 'shop-7')).toBe(false)
  expect(isNamed('workshop-1 and shop-11', 'shop-1')).toBe(false)
})
