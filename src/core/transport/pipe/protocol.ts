import { z } from 'zod'

/** The version both sides must speak. */
export const protocolVersion = 1

/** Names of agents become file names, hence no dots and no slashes. */
const AgentName = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)
const Offset = z.int().nonnegative()
const about = { id: AgentName }
const Beginnings = z.array(z.string().min(1).max(100)).max(10)
const signals = [
  'SIGINT',
  'SIGTERM',
  'SIGKILL',
  'SIGHUP',
  'SIGUSR1',
  'SIGUSR2',
  'SIGSTOP',
  'SIGCONT',
] as const

/** What an agent is started with. */
const Spawn = z.object({
  op: z.literal('spawn'),
  ...about,
  command: z.string().min(1),
  args: z.array(z.string()),
  cwd: z.string().min(1),
  env: z.record(z.string(), z.string()),
  /** By what people know it. */
  label: z.string().max(200).optional(),
})
export type Spawn = z.infer<typeof Spawn>

/** Why an agent was ended, for a daemon that was not there. */
const Why = z.literal('stopped')
export type Why = z.infer<typeof Why>

const Request = z.discriminatedUnion('op', [
  z.object({ op: z.literal('hello') }),
  Spawn,
  z.object({ op: z.literal('write'), ...about, key: z.string().min(1).max(200) }),
  z.object({ op: z.literal('closeStdin'), ...about }),
  z.object({ op: z.literal('signal'), ...about, signal: z.enum(signals) }),
  z.object({ op: z.literal('end'), ...about, graceMs: z.int().min(0).max(600_000), why: Why.optional() }),
  z.object({ op: z.literal('list') }),
  z.object({ op: z.literal('attach'), ...about, offset: Offset, patient: Beginnings.optional() }),
  z.object({ op: z.literal('detach'), attach: z.int() }),
  z.object({ op: z.literal('stderr'), ...about }),
  z.object({ op: z.literal('trim'), ...about, before: Offset }),
  z.object({ op: z.literal('forget'), ...about }),
  z.object({ op: z.literal('shutdown') }),
])
export type Request = z.infer<typeof Request>

/** The header of a frame to the pipe. */
export const RequestHeader = z.intersection(z.object({ n: z.int() }), Request)

/** The signals that may be sent to an agent. */
export type AgentSignal = (typeof signals)[number]

/** How an agent ended; `lost` when the pipe that knew has died. */
export const AgentExit = z.object({
  how: z.enum(['exited', 'lost']),
  code: z.int().nullable(),
  signal: z.string().nullable(),
  at: z.int(),
  /** A person ended it. */
  why: Why.optional(),
})
export type AgentExit = z.infer<typeof AgentExit>

/** Who answers at the other end of the socket. */
export const Hello = z.object({ version: z.int(), pid: z.int(), identity: z.string() })
export type Hello = z.infer<typeof Hello>

/** An agent the pipe knows; running while it has no exit. The spool holds the bytes from `base` to `size`. */
export const PipedAgent = z.object({
  id: z.string(),
  pid: z.int().optional(),
  identity: z.string().optional(),
  base: Offset,
  size: Offset,
  exit: AgentExit.optional(),
})
export type PipedAgent = z.infer<typeof PipedAgent>

/** The header of a frame from the pipe: an answer, a piece of output, or an exit. */
export const ReplyHeader = z.union([
  z.object({ n: z.int(), offset: Offset }),
  z.object({ n: z.int(), exit: AgentExit }),
  z.object({ n: z.int(), ok: z.unknown() }),
  z.object({ n: z.int(), error: z.object({ code: z.string(), message: z.string() }) }),
])
export type ReplyHeader = z.infer<typeof ReplyHeader>

/** The shapes of `ok`, by request. */
export const Spawned = z.object({ pid: z.int(), identity: z.string() })
export const Written = z.object({ repeated: z.boolean() })
export const Signalled = z.object({ sent: z.boolean() })
export const Ended = z.object({ left: z.array(z.int()) })
export const Listed = z.object({ agents: z.array(PipedAgent) })
export const Attached = z.object({ from: Offset })
