import { z } from 'zod'
import { IrisError } from './errors.ts'
import { defineEvent, type EventDefinition } from './event-definition.ts'
import { AgentId, SessionId, TokenId, TurnId } from './ids.ts'
import { inboxEvents } from './inbox-events.ts'
import { irisEvents } from './iris-events.ts'
import { runEvents } from './run-events.ts'
import { TurnEnding, WaitingFor } from './teams.ts'

/** Every event Iris records. A type is `noun.verbed`; a changed shape gets a new version. */
export const eventDefinitions = {
  'daemon.started': defineEvent(1, z.object({ pid: z.int(), version: z.string(), url: z.string() })),
  'daemon.stopped': defineEvent(1, z.object({ reason: z.string() })),
  'config.loaded': defineEvent(1, z.object({ path: z.string(), teams: z.array(z.string()) })),
  'config.refused': defineEvent(1, z.object({ path: z.string(), mistakes: z.array(z.string()) })),
  'token.created': defineEvent(1, z.object({ token: TokenId, name: z.string(), role: z.string() })),
  'token.revoked': defineEvent(1, z.object({ token: TokenId, name: z.string() })),
  'log.pruned': defineEvent(
    1,
    z.object({
      after: z.int().describe('Of the events after this number'),
      through: z.int().describe('up to this one'),
      lines: z.int().describe('so many lines of agents were pruned'),
      bytes: z.int(),
      by: z.string(),
    }),
  ),
  'follower.skipped': defineEvent(
    1,
    z.object({ follower: z.string(), skipped: z.int(), reason: z.string(), tries: z.int() }),
  ),
  'agent.started': defineEvent(1, z.object({ team: z.string(), pid: z.int(), command: z.array(z.string()) })),
  'agent.start_failed': defineEvent(
    1,
    z.object({ team: z.string(), reason: z.string(), advice: z.string(), tries: z.int() }),
  ),
  'agent.printed': defineEvent(
    1,
    z.object({
      line: z.string(),
      offset: z.int().optional(),
      pruned: z.literal(true).optional().describe('Its words were pruned; the line is empty now'),
    }),
  ),
  'agent.exited': defineEvent(
    1,
    z.object({
      code: z.int().nullable(),
      signal: z.string().nullable(),
      reason: z.string().optional(),
      endedFor: z
        .enum(['room', 'idle', 'stopped', 'silent'])
        .optional()
        .describe('Why Iris ended it; it ended by itself otherwise'),
    }),
  ),
  'agent.disconnected': defineEvent(
    1,
    z.object({
      status: z
        .string()
        .describe('How the CLI calls it that the agent has no connection to Iris: `failed`, `pending`, …'),
    }),
  ),
  'agent.reconnected': defineEvent(1, z.object({})),
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
      waits: z.boolean().optional().describe('Whether the caller waits for the answer'),
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
    }),
  ),
  ...runEvents,
  ...inboxEvents,
  ...irisEvents,
  'usage.recorded': defineEvent(
    1,
    z.object({
      team: z.string(),
      costUsd: z.number(),
      input: z.int(),
      output: z.int(),
      cacheRead: z.int(),
      cacheWrite: z.int(),
      rehearsed: z.boolean(),
      model: z.string().optional(),
    }),
  ),
  'quota.reached': defineEvent(1, z.object({ until: z.int(), window: z.string() })),
  'quota.lifted': defineEvent(1, z.object({ until: z.int(), by: z.string().optional() })),
} as const satisfies Record<string, EventDefinition>

export type EventType = keyof typeof eventDefinitions
/** What an event is about by its name: `turn` of `turn.ended`. */
export type EventFamily = EventType extends `${infer Family}.${string}` ? Family : never
export type EventData<T extends EventType> = z.infer<(typeof eventDefinitions)[T]['data']>

/** Whom an event is about. */
const EventSubject = z.object({
  session: SessionId.optional(),
  turn: TurnId.optional(),
  agent: AgentId.optional(),
})
type EventSubject = z.infer<typeof EventSubject>

/** An event as it is handed to the log. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; data: EventData<K> } & EventSubject
}[T]

/** An event as it stands in the log: numbered, dated, versioned. */
export type Event<T extends EventType = EventType> = {
  [K in T]: { seq: number; at: number; type: K; v: number; data: EventData<K> } & EventSubject
}[T]

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

/** Checks what a part of Iris wants to record; a malformed event is a fault of that part. */
export function parseEventData<T extends EventType>(type: T, data: unknown): EventData<T> {
  const checked = eventDefinitions[type].data.safeParse(data)
  if (!checked.success) {
    throw new IrisError('EVENT_INVALID', `The event ${type} does not fit its definition.`, {
      cause: checked.error,
    })
  }
  // The schema found under T parses to EventData<T>; TypeScript cannot follow that through the index.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return checked.data as EventData<T>
}
