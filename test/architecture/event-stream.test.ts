import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  breaksOf,
  currentEvents,
  eventRows,
  withAdditions,
  withEventTable,
  type PinnedEvents,
} from '../../scripts/event-reference.ts'
import { EventEnvelope } from '../../src/contract/index.ts'

const docs = join(import.meta.dirname, '../../docs')
const pinned = JSON.parse(readFileSync(join(docs, 'event-types.json'), 'utf8')) as PinnedEvents
const page = readFileSync(join(docs, 'event-stream.md'), 'utf8')
const current = currentEvents()

test('[EVT1] the envelope is pinned', () => {
  expect(current.envelope).toEqual(pinned.envelope)
  expect(Object.keys(pinned.envelope)).toEqual(['seq', 'at', 'type', 'v', 'session', 'turn', 'agent', 'data'])
})

test('[EVT2] no shape that readers rely on was broken (else: give the event a new version)', () => {
  expect(breaksOf(pinned, current)).toEqual([])
})

test('[EVT2] what was added is pinned too (else: npm run events:reference)', () => {
  expect(withAdditions(pinned, current)).toEqual(pinned)
  expect(Object.keys(pinned.events).length).toBeGreaterThan(35)
})

test('[EVT2] a version that is no longer written stays listed', () => {
  const { 'turn.ended@1': _, ...others } = current.events
  const newer = { ...current, events: { ...others, 'turn.ended@2': { how: 'string' } } }
  expect(breaksOf(pinned, newer)).toEqual([])
  expect(withAdditions(pinned, newer).events).toMatchObject({
    'turn.ended@1': pinned.events['turn.ended@1'],
    'turn.ended@2': { how: 'string' },
  })
})

test.each([
  { what: 'a field that went', was: 'one of a, b', is: undefined, breaks: true },
  { what: 'a field that changed', was: 'integer', is: 'string', breaks: true },
  { what: 'a field that became optional', was: 'integer', is: 'optional integer', breaks: true },
  { what: 'a word that went', was: 'one of a, b', is: 'one of a', breaks: true },
  { what: 'a word more', was: 'one of a, b', is: 'one of a, c, b', breaks: false },
  { what: 'a field more', was: undefined, is: 'string', breaks: false },
])('[EVT2] $what breaks readers: $breaks', ({ was, is, breaks }) => {
  const shaped = (holds: string | undefined): PinnedEvents => ({
    envelope: {},
    events: { 'x.y@1': holds === undefined ? {} : { field: holds } },
  })
  expect(breaksOf(shaped(was), shaped(is)).length > 0).toBe(breaks)
})

test('[EVT2] a type that went is a break', () => {
  const envelope = {}
  expect(breaksOf({ envelope, events: { 'x.y@1': {} } }, { envelope, events: {} })).toEqual(['x.y@1 is gone'])
})

test('[EVT3] an event of a type nobody knows, with fields nobody knows, is an event', () => {
  const event = { seq: 1, at: 2, type: 'moon.landed', v: 9, data: { anything: [true] } }
  expect(EventEnvelope.parse({ ...event, later: 'more' })).toEqual(event)
})

test('[EVT4] docs/event-stream.md lists every event with every field (else: npm run events:reference)', () => {
  expect(eventRows(page)).toEqual(eventRows(withEventTable(page, pinned)))
})

test('[EVT4] docs/event-stream.md says what every event means', () => {
  expect(eventRows(page).filter(({ means }) => means === '')).toEqual([])
})
