import { z } from 'zod'
import { AskId, RunId, SessionId, TurnId } from '../ids.ts'

/** What a run is doing, or how it ended. Derived from facts; each change is a `run.changed`. */
export const RunState = z.enum([
  'starting',
  'working',
  'waiting_on_teammates',
  'waiting_on_you',
  'idle',
  'completed',
  'completed_unverified',
  'failed',
  'stopped',
  'timed_out',
])
export type RunState = z.infer<typeof RunState>

/** What a teammate is doing, or how its last piece of work ended. */
export const TeammateState = z.enum(['queued', 'working', 'waiting_on_you', 'completed', 'failed', 'stopped'])
export type TeammateState = z.infer<typeof TeammateState>

/** Where a teammate lives: in the leader's own process, or as the agent of another team. */
const TeammateForm = z.enum(['inside', 'team'])

/** Names a role in files, rosters and prompts. */
export const RoleKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'a small letter, then letters, digits and -, at most 32')

/** A role a teammate may have, read from a Markdown file. */
export const TeammateRole = z.object({
  role: RoleKey,
  name: z.string().describe('What the teammate is called'),
  avatar: z.string().describe('An emoji, or empty'),
  description: z.string(),
  tools: z.array(z.string()).nullable().describe('Only these tools; null means all'),
  model: z.string().nullable(),
  prompt: z.string(),
  from: z.enum(['iris', 'project']).describe('Shipped with Iris, or of the project'),
  path: z.string(),
})
export type TeammateRole = z.infer<typeof TeammateRole>

/** Somebody who works for the leader of a run. */
export const Teammate = z.object({
  id: z.string().describe("The CLI's id of the task, or the session with the other team"),
  name: z.string(),
  role: z.string().nullable().describe('The role, or null for another team'),
  avatar: z.string(),
  form: TeammateForm,
  state: TeammateState,
  activity: z.string().describe('What it is doing, in words'),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  waitedMs: z
    .int()
    .describe('How long of that it did not work: it stood still for an answer, or was between two tasks'),
  /** Model tokens of a teammate inside; those of another team count as cost. */
  tokens: z.int().nullable(),
  costUsd: z.number().nullable(),
  summary: z.string().nullable().describe('What it last reported'),
  tasks: z.int().describe('How often it was set to work'),
  session: SessionId.nullable().describe('The session with the other team'),
})
export type Teammate = z.infer<typeof Teammate>

/** What a run may use; null means without limit. A warning comes at 80 %. */
export const RunLimits = z.object({
  costUsd: z.number().positive().nullable(),
  timeMs: z.int().positive().nullable().describe('From the start, or the last resume, to the end'),
  turns: z.int().positive().nullable().describe('Turns of the leader, also those it began by itself'),
  turnMs: z.int().positive().nullable().describe('One turn of the leader, or one task of a teammate'),
})
export type RunLimits = z.infer<typeof RunLimits>

/** Which limit. */
export const RunLimit = z.enum(['cost', 'time', 'turns', 'turn'])
export type RunLimit = z.infer<typeof RunLimit>

/** What must hold before a run counts as completed. */
export const Evidence = z.object({
  files: z.array(z.string().min(1).max(1000)).max(100).describe("Paths inside the team's folder that exist"),
  commands: z
    .array(z.string().min(1).max(10_000))
    .max(20)
    .describe("Shell commands that exit with 0 in the team's folder"),
})
export type Evidence = z.infer<typeof Evidence>

/** What the check of one piece of evidence said. */
export const EvidenceCheck = z.object({
  kind: z.enum(['file', 'command']),
  what: z.string(),
  ok: z.boolean(),
  detail: z.string().describe('The end of the output, or what is wrong'),
  durationMs: z.int(),
})
export type EvidenceCheck = z.infer<typeof EvidenceCheck>

/** A leader session with its teammates, working through one goal in many turns. */
export const Run = z.object({
  run: RunId,
  team: z.string(),
  goal: z.string(),
  state: RunState,
  reason: z.string().nullable().describe('Why it ended, when not by completing'),
  roster: z.array(RoleKey),
  leader: z.object({
    session: SessionId,
    turn: TurnId.nullable().describe('The turn under way'),
    pid: z.int().nullable(),
    activity: z.string(),
  }),
  teammates: z.array(Teammate),
  asks: z
    .array(AskId)
    .describe('What waits for you; one that rests before its goal is reached asks how it goes on'),
  limits: RunLimits,
  evidence: Evidence,
  checks: z.array(EvidenceCheck).nullable().describe('What the evidence said at the end; null before'),
  turns: z.int(),
  costUsd: z.number(),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  waitedMs: z.int().describe('How long of that it stood still for an answer'),
  summary: z.string().nullable().describe("The leader's own words when it said that all is done"),
  rehearsed: z.boolean(),
})
export type Run = z.infer<typeof Run>
