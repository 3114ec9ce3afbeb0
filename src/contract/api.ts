import { z } from 'zod'
import { call, Nothing, people, readers, type Call, type Identity } from './call.ts'
import { EventEnvelope } from './events.ts'
import { SessionId, TokenId } from './ids.ts'
import { configCalls } from './config-calls.ts'
import { historyCalls } from './history.ts'
import { inboxCalls } from './inbox-calls.ts'
import { irisCalls } from './iris-calls.ts'
import { logCalls } from './log-calls.ts'
import type { CallName } from './paths.ts'
import { runCalls } from './run-calls.ts'
import { teamCalls } from './team-calls.ts'

/** What a token that a person makes may do. Agents get theirs from Iris. */
export const TokenRole = z.enum(['human', 'observer']).describe('What the token may do')
export type TokenRole = z.infer<typeof TokenRole>

const Token = z.object({
  id: TokenId,
  name: z.string(),
  role: TokenRole,
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  revokedAt: z.int().nullable(),
  expiresAt: z.int().nullable(),
})
export type Token = z.infer<typeof Token>

const Health = z.object({ ok: z.literal(true), version: z.string() })

const Status = z.object({
  version: z.string(),
  pid: z.int(),
  url: z.string(),
  home: z.string(),
  startedAt: z.int(),
  upForMs: z.int().describe('For how long it has been running, however the clock of the machine was set'),
  events: z.int().describe('The number of the newest event'),
  memory: z.int().describe('Resident memory in bytes'),
  database: z.object({ path: z.string(), bytes: z.int() }),
  config: z.object({
    path: z.string(),
    teams: z.array(z.string()),
    mistakes: z.array(z.string()),
    waiting: z.array(z.string()).describe('What of the file is in force only after a restart, in words'),
  }),
  readers: z.int().describe('Live event streams'),
})
export type Status = z.infer<typeof Status>

const List = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : value.split(',').filter((part) => part !== '')))

/** What to read of the log. In a URL, `types` may be given as a comma-separated list. */
export const EventQuery = z.object({
  after: z.coerce.number().int().min(0).default(0).describe('Events after this number'),
  from: z.literal('now').optional().describe('Only events that come from now on, instead'),
  at: z.coerce.number().int().min(0).optional().describe('Events from this time on instead, in ms'),
  before: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('The newest events before this number instead, still oldest first'),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
  types: List.optional().describe('Only these event types'),
  session: SessionId.optional(),
  writing: z
    .literal('true')
    .optional()
    .describe(
      'In the live stream: also what agents and Iris are writing, as blocks `writing` that are in no log',
    ),
})
export type EventQuery = z.input<typeof EventQuery>

const EventPage = z.object({
  events: z.array(EventEnvelope),
  next: z.int().describe('Pass as `after` to go on'),
  previous: z
    .int()
    .nullable()
    .describe('After a `before`: pass it as the next `before`; null at the beginning'),
  head: z.int().describe('The number of the newest event'),
})

const TokenName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\p{L}\p{N} ._@-]+$/u, 'letters, digits, spaces and . _ @ - only')

/** Every call of the API with its schemas; `paths` says where each lives. */
export const calls = {
  getHealth: call({ summary: 'Is the daemon up?', input: Nothing, output: Health, for: 'anyone' }),
  getStatus: call({ summary: 'What the daemon is and does', input: Nothing, output: Status, for: readers }),
  readEvents: call({
    summary:
      'A page of the event log; with `Accept: text/event-stream`, the live stream after `Last-Event-ID`',
    input: EventQuery,
    output: EventPage,
    for: readers,
  }),
  listTokens: call({
    summary: 'Every token, without its secret',
    input: Nothing,
    output: z.object({ tokens: z.array(Token) }),
    for: people,
  }),
  createToken: call({
    summary: 'Makes a token; its secret is shown this once',
    input: z.object({ name: TokenName, role: TokenRole.default('human') }),
    output: z.object({ token: Token, secret: z.string() }),
    for: people,
  }),
  revokeToken: call({
    summary: 'Makes a token invalid for good',
    input: z.object({ token: TokenId }),
    output: z.object({ token: Token }),
    for: people,
  }),
  createLoginLink: call({
    summary: 'A link that opens the dashboard once, within a minute, in a browser on this machine',
    input: z.object({
      file: z.boolean().default(false).describe('also put it into a file of the home, for a browser to open'),
    }),
    output: z.object({
      url: z.string(),
      expiresAt: z.int(),
      file: z.string().nullable().describe('leads a browser to the link; only its owner can read it'),
    }),
    for: people,
  }),
  startDemo: call({
    summary: 'Starts the rehearsal demo, or finds it running; gives the address to open',
    input: Nothing,
    output: z.object({ url: z.string() }),
    for: people,
  }),
  stopDaemon: call({
    summary: 'Stops the daemon in order',
    input: Nothing,
    output: z.object({ stopping: z.literal(true) }),
    for: people,
  }),
  ...logCalls,
  ...teamCalls,
  ...inboxCalls,
  ...runCalls,
  ...historyCalls,
  ...irisCalls,
  ...configCalls,
} as const satisfies Record<CallName, Call>

/** What a caller passes and gets, per call. */
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type CallParsed<N extends CallName> = z.output<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>
/** Who a handler is told calls; nobody in particular where no token is needed. */
export type CallerOf<N extends CallName> = (typeof calls)[N]['for'] extends 'anyone' ? undefined : Identity
