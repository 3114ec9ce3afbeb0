import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { prefixedId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, readers } from '../operation.ts'
import { plainRulings } from './plain.ts'

export const RulingId = prefixedId('rlg')
export type RulingId = z.infer<typeof RulingId>

/** The stored outcome of a rule that Iris acted on. */
const Ruling = z.object({
  ruling: RulingId,
  rule: z.string().describe('As `iris rules` calls it'),
  about: z.string().describe('What it decided about: the key of a task, an id'),
  at: z.int(),
  inputs: z
    .unknown()
    .describe('What went in, as `iris rules try` takes it; null when it was too long to keep'),
  outcome: z.unknown().describe('What came out; null when it was too long to keep'),
})
export type Ruling = z.infer<typeof Ruling>

const OfRuling = z.object({ ruling: RulingId })

/** What rules decided. */
export const rulingsNoun = defineNoun(plainRulings, {
  ids: [RulingId],
  events: {
    'ruling.made': defineEvent(1, z.object({ ruling: RulingId, rule: z.string(), about: z.string() })),
  },
  operations: {
    listRulings: operation({
      summary: 'What rules decided, the newest first',
      input: z.object({
        rule: z.string().max(64).optional(),
        about: z.string().max(200).optional(),
        before: RulingId.optional().describe('Rulings before this one: pass `next` of the slice before'),
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
      output: z.object({
        rulings: z.array(Ruling.omit({ inputs: true, outcome: true })),
        next: RulingId.nullable().describe('Null when there are no more'),
      }),
      for: readers,
    }),
    getRuling: operation({
      summary: 'One ruling with what went in and what came out',
      input: OfRuling,
      output: Ruling,
      for: readers,
    }),
    replayRuling: operation({
      summary: 'What the rule of today makes of what went in then',
      input: OfRuling,
      output: z.object({ isSame: z.boolean(), was: z.unknown(), now: z.unknown() }),
      for: readers,
    }),
  },
})
