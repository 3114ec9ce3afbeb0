import { expect, test } from 'vitest'
import { z } from 'zod'
import { outputSchemaOf, readSignals } from './signals.ts'

const Signals = z.object({ reply: z.string(), risks: z.array(z.string()).default([]) })
const read = (structured: unknown, text = '') =>
  readSignals({ how: 'answered', why: null, text, structured }, Signals, (words) => ({
    reply: words,
    risks: ['found'],
  }))

test('[STG2] the structure counts, then JSON in the words, then what the fallback finds in them', () => {
  expect(read({ reply: 'a' }, 'b')).toEqual({ signals: { reply: 'a', risks: [] }, from: 'structure' })
  expect(read(undefined, 'So:\n```json\n{"reply": "c"}\n```\n')).toEqual({
    signals: { reply: 'c', risks: [] },
    from: 'words',
  })
  expect(read(undefined, '{"reply": "d"}').signals.reply).toBe('d')
  const fallen = { signals: { reply: 'only words', risks: ['found'] }, from: 'words' }
  expect(read(undefined, 'only words')).toEqual(fallen)
  expect(read({ reply: 7 }, 'only words')).toEqual(fallen)
  expect(read(undefined, '```json\n{broken\n```').from).toBe('words')
})

test('[STG2] the schema that the CLI is given says what must be there', () => {
  expect(outputSchemaOf(Signals)).toMatchObject({
    type: 'object',
    required: ['reply'],
    properties: { reply: { type: 'string' }, risks: { type: 'array' } },
  })
})
