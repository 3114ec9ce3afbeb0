import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AskId, GrantId, SessionId } from '../ids.ts'
import { AnswerSource, AskKind, AskSource, AskType, AskUrgency } from './schemas.ts'

const ask = { ask: AskId, team: z.string() }
const answer = {
  ...ask,
  kind: AskKind,
  source: AnswerSource,
  by: z.string(),
  allow: z.boolean().nullable(),
  tool: z.string(),
  text: z.string().describe('The answer in words, cut'),
}

/** Events about asks. */
export const events = {
  'ask.opened': defineEvent(
    2,
    z.object({
      ...ask,
      kind: AskKind,
      type: AskType,
      source: AskSource,
      urgency: AskUrgency,
      tool: z.string(),
      text: z.string(),
      forwardedTo: SessionId.nullable(),
      batch: AskId.nullable(),
      holds: z.boolean().describe('An agent stands still until it is answered'),
    }),
  ),
  'ask.answered': defineEvent(2, z.object(answer)),
  /** An answer that came after the first: kept, without effect. */
  'ask.answered_late': defineEvent(1, z.object(answer)),
  /** Whoever it was forwarded to left it to people. */
  'ask.escalated': defineEvent(1, z.object({ ...ask, reason: z.string() })),
  'ask.reminded': defineEvent(1, z.object({ ...ask, times: z.int() })),
  'ask.dismissed': defineEvent(1, z.object({ ...ask, reason: z.string(), by: z.string() })),
  /** An open ask counts as more, or as less, than when it was filed. */
  'ask.weighed': defineEvent(1, z.object({ ...ask, type: AskType, urgency: AskUrgency })),
  'ask.withdrawn': defineEvent(1, z.object({ ask: AskId, reason: z.string().optional() })),
  'ask.marked': defineEvent(1, z.object({ ...ask, falseAlarm: z.boolean(), by: z.string() })),
  'rule.added': defineEvent(
    1,
    z.object({ rule: GrantId, team: z.string(), allows: z.string(), by: z.string() }),
  ),
  'rule.removed': defineEvent(
    1,
    z.object({ rule: GrantId, team: z.string(), allows: z.string(), by: z.string() }),
  ),
  'answer.learned': defineEvent(1, z.object({ ...ask, key: z.string(), answer: z.string() })),
  'answer.forgotten': defineEvent(1, z.object({ key: z.string(), by: z.string() })),
  'judgment.changed': defineEvent(
    1,
    z.object({ team: z.string().nullable(), on: z.boolean(), by: z.string() }),
  ),
}
