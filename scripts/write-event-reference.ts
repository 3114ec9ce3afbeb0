// Brings docs/event-types.json and the table in docs/event-stream.md up to date. Only additions are written:
// a changed shape needs a new version in src/contract.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import {
  breaksOf,
  currentEvents,
  withAdditions,
  withEventTable,
  type PinnedEvents,
} from './event-reference.ts'

const docs = new URL('../docs/', import.meta.url)
const file = new URL('event-types.json', docs)
const page = new URL('event-stream.md', docs)

const pinned = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as PinnedEvents)
  : { envelope: {}, events: {} }
const current = currentEvents()
const breaks = breaksOf(pinned, current)
if (breaks.length > 0) {
  console.error(
    `Readers rely on these shapes. Give the event a new version instead.\n  ${breaks.join('\n  ')}`,
  )
  process.exitCode = 1
} else {
  const next = withAdditions(pinned, current)
  writeFileSync(file, `${JSON.stringify(next, undefined, 2)}\n`)
  writeFileSync(page, withEventTable(readFileSync(page, 'utf8'), next))
}
