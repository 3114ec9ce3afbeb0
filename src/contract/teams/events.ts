import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AgentId, TurnId } from '../ids.ts'
import { Reader, TurnEnding, WaitingFor } from './schemas.ts'

/** Events about sessions and turns. */
export const events = {
  'session.opened': defineEvent(1, z.object({ from: z.string(), to: z.string() })),
  'session.rebooted': defineEvent(1, z.object({ by: z.string() })),
  'session.deleted': defineEvent(1, z.object({ by: z.string() })),
  'turn.accepted': defineEvent(
    1,
    z.object({
      from: z.string(),
      to: z.string(),
      preview: z.string(),
      bytes: z.int(),
      waits: z
        .boolean()
        .optional()
        .describe('Whether the caller waits for the answer; not there when Iris itself put it'),
      reader: Reader.optional().describe('Who reads the answer, where the caller waits for it'),
      retryOf: TurnId.optional().describe('The turn that met a limit and that this one takes up again'),
    }),
  ),
  'turn.waiting': defineEvent(
    1,
    z.object({ for: WaitingFor, reason: z.string().optional().describe('Why its agent does not start') }),
  ),
  'turn.delivered': defineEvent(1, z.object({ agent: AgentId })),
  'turn.resumed': defineEvent(1, z.object({ agent: AgentId, attempt: z.int() })),
  'turn.ended': defineEvent(
    1,
    z.object({
      how: TurnEnding,
      preview: z.string(),
      costUsd: z.number().nullable(),
      advice: z.string().nullable(),
      cause: z
        .string()
        .optional()
        .describe('Why it failed, in a word: `auth`, `billing`, `overloaded`, `unreachable`, `start`, …'),
      retry: z
        .object({
          turn: TurnId,
          at: z.int().nullable().describe('When that runs by itself, as far as it is known'),
        })
        .optional()
        .describe('It met a limit: the turn that takes it up again'),
    }),
  ),
  'turn.released': defineEvent(
    1,
    z.object({ by: z.string().describe('Who let it run though a limit holds it') }),
  ),
  'turn.woken': defineEvent(
    1,
    z.object({
      by: z.string().describe('What woke the agent: `task-notification`, `peer`, …'),
      agent: AgentId,
      teammates: z.array(z.string()).describe('Whose ends it was woken by, as far as known'),
    }),
  ),
}
