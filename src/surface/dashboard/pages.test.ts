import { expect, test } from 'vitest'
import { createClient } from '../../client/index.ts'
import { eventDefinitions } from '../../contract/index.ts'
import { nearPlaces, placeAt, placeOfKey, placesByGroup } from './app/places.ts'
import type { Reading } from './data/reading.ts'
import { pages, readByNoPage } from './pages.ts'

const readings = new Set(pages.flatMap(({ reads }): readonly Reading[] => reads))

test('[DSH67] every family of events makes old what a page reads, or is said to be read by none', () => {
  const families = Object.keys(eventDefinitions).map((type) => type.slice(0, type.indexOf('.')))
  const read = [...readings].flatMap(({ staleOn }) => staleOn)
  expect(new Set([...read, ...Object.keys(readByNoPage)])).toEqual(new Set(families))
  expect(Object.keys(readByNoPage).filter((family) => new Set<string>(read).has(family))).toEqual([])
})

test('[DSH67] what a reading finds is kept under its subject, and no two have the same', () => {
  const client = createClient({ url: 'http://127.0.0.1:1' })
  for (const { subject, queries } of readings)
    for (const key of keysOf(queries(client))) expect(key[0]).toBe(subject)
  expect(new Set([...readings].map(({ subject }) => subject)).size).toBe(readings.size)
})

test('[DSH23] [DSH81] every page is in a group and has an address and a key of its own', () => {
  expect(placesByGroup.flatMap(({ places }) => places).toSorted(byPath)).toEqual([...pages].toSorted(byPath))
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  for (const page of pages) expect([page.path, placeOfKey(page.key)]).toEqual([page.path, page])
})

test('[DSH31] [DSH81] four pages are at hand on a phone, and a page below one belongs to it', () => {
  expect(nearPlaces.map(({ label }) => label)).toEqual(['Overview', 'Inbox', 'Runs', 'Ask Iris'])
  const labels = ['/', '/inbox/figures', '/runs/run_1', '/sessions', '/runsaway'].map(
    (path) => placeAt(path)?.label,
  )
  expect(labels).toEqual(['Overview', 'Inbox', 'Runs', 'Sessions', undefined])
})

/** The keys of queries, also of those that are made for one thing. */
function keysOf(queries: unknown): unknown[][] {
  return Object.values(queries as object).map((query: unknown) => {
    const made = typeof query === 'function' ? (query as (...args: string[]) => unknown)('a', 'b') : query
    return (made as { queryKey: unknown[] }).queryKey
  })
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path.localeCompare(b.path)
}
