import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { RunId, SessionId, TurnId } from '../ids.ts'
import { Evidence, EvidenceCheck, RunLimit, RunLimits, RunState } from './schemas.ts'

/** Events about runs and teammates. */
export const events = {
  'teammate.started': defineEvent(
    1,
    z.object({
      teammate: z.string(),
      form: z.enum(['inside', 'team']),
      role: z.string().nullable(),
      name: z.string().describe('What it is called, or the name of the team'),
      description: z.string().describe('What it was set to do'),
      session: SessionId.nullable(),
      turn: TurnId.nullable().describe('The turn in the other session'),
    }),
  ),
  'teammate.progressed': defineEvent(
    1,
    z.object({ teammate: z.string(), activity: z.string(), tokens: z.int().nullable() }),
  ),
  'teammate.ended': defineEvent(
    1,
    z.object({
      teammate: z.string(),
      how: z.enum(['completed', 'failed', 'stopped']),
      summary: z.string(),
      tokens: z.int().nullable(),
    }),
  ),
  'run.started': defineEvent(
    1,
    z.object({
      run: RunId,
      team: z.string(),
      goal: z.string(),
      roster: z.array(z.string()),
      limits: RunLimits,
      evidence: Evidence,
    }),
  ),
  'run.changed': defineEvent(1, z.object({ run: RunId, state: RunState, was: RunState })),
  'run.warned': defineEvent(
    1,
    z.object({
      run: RunId,
      limit: RunLimit,
      used: z.number().describe('US dollars, ms or turns'),
      allowed: z.number(),
      teammate: z.string().nullable().describe('Whose task, when one of a teammate takes long'),
    }),
  ),
  'run.revived': defineEvent(
    1,
    z.object({ run: RunId, why: z.string(), attempt: z.int().describe('From 1, since its last answer') }),
  ),
  'run.checked': defineEvent(1, z.object({ run: RunId, ok: z.boolean(), checks: z.array(EvidenceCheck) })),
  'run.ended': defineEvent(
    1,
    z.object({
      run: RunId,
      state: RunState,
      by: z.string().optional().describe('The person who ended it, when one did'),
      reason: z.string().nullable(),
      summary: z.string().nullable(),
      turns: z.int(),
      costUsd: z.number(),
    }),
  ),
  'run.resumed': defineEvent(1, z.object({ run: RunId, by: z.string() })),
}
