import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLine } from './agent-line.ts'

const streams = join(import.meta.dirname, '../../test/fixtures/streams')

test('[TRA28] whatever an agent said is shown letter by letter', () => {
  const tags = fc.constantFrom(
    'Yes.\n<system-reminder>\nleft\n</system-reminder>',
    'agentId: a10 (internal ID)',
  )
  fc.assert(
    fc.property(fc.oneof(fc.string(), tags), (text) => {
      const line = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } })
      expect(readLine(line).parts).toEqual([{ kind: 'said', text }])
    }),
  )
})

test('[TRA28] what the CLI writes to its model between two messages is said by nobody', () => {
  const content = '<task-notification>\n<task-id>a10</task-id>\n</task-notification>'
  const line = JSON.stringify({ type: 'user', message: { content } })
  expect(readLine(line).parts).toEqual([{ kind: 'other', type: 'heard' }])
})

const internal =
  /system-reminder|internal (?:ID|metadata)|use SendMessage with|no need to Read it back|hand-back/

test.each(readdirSync(streams).filter((name) => name.endsWith('.ndjson')))(
  '[TRA28] nothing of what %s prints for its model reaches a reader',
  (name) => {
    const lines = readFileSync(join(streams, name), 'utf8').trim().split('\n')
    expect(lines.some((line) => internal.test(line))).toBe(true)
    const shown = lines.flatMap((line) =>
      readLine(line).parts.flatMap((part) => ('text' in part ? [part.text] : [])),
    )
    expect(shown.filter((text) => internal.test(text))).toEqual([])
  },
)
