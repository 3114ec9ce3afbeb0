import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { ActionState, GuardName, IrisAction, Verdict } from './schemas.ts'

const question = { team: z.string(), verdict: Verdict, reasons: z.array(z.string()) }

/** Events of the Iris agent: what it found, decided, refused and did. */
export const events = {
  /** What the rules say of the final text of a turn. `fileAt`: when it goes to the inbox unless the caller answers. */
  'question.judged': defineEvent(
    1,
    z.object({
      ...question,
      kind: z.string().nullable(),
      confidence: z.number(),
      doubtful: z.boolean(),
      text: z.string(),
      fileAt: z.int().nullable(),
    }),
  ),
  /** What became of a question: filed, answered by the caller itself, or nothing after all. */
  'question.settled': defineEvent(
    1,
    z.object({
      ...question,
      how: z.enum(['filed', 'answered', 'dropped']),
      by: z.enum(['rules', 'model']),
      ask: AskId.nullable(),
    }),
  ),
  'guard.refused': defineEvent(1, z.object({ guard: GuardName, team: z.string(), reason: z.string() })),
  'model.called': defineEvent(
    1,
    z.object({
      agentSession: z.string(),
      purpose: z.enum(['judge', 'chat', 'idle']),
      ok: z.boolean(),
      costUsd: z.number(),
      reason: z.string().nullable(),
    }),
  ),
  'chat.asked': defineEvent(1, z.object({ chat: z.string(), text: z.string() })),
  'chat.progressed': defineEvent(1, z.object({ chat: z.string(), text: z.string() })),
  'chat.answered': defineEvent(
    1,
    z.object({ chat: z.string(), text: z.string(), cites: z.array(z.int()), costUsd: z.number() }),
  ),
  'action.decided': defineEvent(
    1,
    z.object({
      agentSession: z.string(),
      action: IrisAction,
      team: z.string(),
      state: ActionState,
      ask: AskId.nullable(),
      reason: z.string(),
    }),
  ),
  'problem.noticed': defineEvent(
    1,
    z.object({
      team: z.string(),
      problem: z.string(),
      events: z.array(z.int()),
      recovery: z.string(),
      ask: AskId.nullable(),
    }),
  ),
  'problem.handled': defineEvent(
    1,
    z.object({ team: z.string(), recovery: z.string(), by: z.string(), ok: z.boolean(), reason: z.string() }),
  ),
}
