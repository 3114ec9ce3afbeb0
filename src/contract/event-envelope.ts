import { z } from 'zod'
import { AgentId, SessionId, TurnId } from './ids.ts'

/** Whom an event is about. */
export const EventSubject = z.object({
  session: SessionId.optional(),
  turn: TurnId.optional(),
  agent: AgentId.optional(),
})
export type EventSubject = z.infer<typeof EventSubject>

/** The envelope as it crosses the wire; `data` is checked against its definition by `parseEventData`. */
export const EventEnvelope = z.object({
  seq: z.int().positive(),
  at: z.int(),
  type: z.string(),
  v: z.int().positive(),
  ...EventSubject.shape,
  data: z.unknown(),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>
