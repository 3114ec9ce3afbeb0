import { z } from 'zod'
import { judgeLeases } from '../deadlock.ts'
import { findLoop, loopDefaults } from '../loops.ts'
import { ageDefaults, judgePreemption } from '../preemption.ts'
import { Count, door, Minutes, Moment, Name } from './door.ts'

const Agent = z.object({
  id: Name,
  priority: z.number().default(0),
  started_at: Moment.optional(),
  state: z.enum(['running', 'crashed', 'waiting_for_human']).default('running'),
})
const Wait = z
  .object({ waiter: Name, file: Name.optional(), question: z.unknown().optional(), task: Name.optional() })
  .refine(({ file, question, task }) => file !== undefined || question !== undefined || task !== undefined, {
    error: 'expected a file, a question or a task that it waits for',
  })

export const deadlockDoor = door('deadlock', {
  summary: 'finds agents that wait for each other, and says which leases to free, grant and refuse',
  shape: z.object({
    now: Moment,
    agents: z.array(Agent),
    locks: z.array(z.object({ file: Name, locked_by: Name, expires_at: Moment.nullish() })).default([]),
    waits: z.array(Wait).default([]),
  }),
  decide: ({ now, agents, locks, waits }) =>
    judgeLeases({
      now,
      agents: agents.map(({ started_at: startedAt = 0, ...agent }) => ({ ...agent, startedAt })),
      leases: locks.map(({ file, locked_by: holder, expires_at: expiresAt }) => ({
        file,
        holder,
        expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
      })),
      waits: waits.flatMap(({ waiter, file }) => (file === undefined ? [] : [{ waiter, file }])),
    }),
})

export const preemptionDoor = door('preemption', {
  summary: 'says whether a task gives its files up to a more urgent one that waits for them',
  shape: z.object({
    holder: z.object({
      priority: z.number().default(0),
      at_checkpoint: z.boolean(),
      gave_way: Count.default(0),
    }),
    waiting: z.array(z.object({ id: Name, priority: z.number().default(0), waited_min: Minutes.default(0) })),
    config: z.object({ age_minutes: z.number().positive().optional() }).optional(),
  }),
  decide: ({ holder, waiting, config }) =>
    judgePreemption(
      { priority: holder.priority, atCheckpoint: holder.at_checkpoint, gaveWay: holder.gave_way },
      waiting.map(({ waited_min: waitedMin, ...one }) => ({ ...one, waitedMin })),
      { minutes: config?.age_minutes ?? ageDefaults.minutes },
    ),
})

const Step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('action'),
    action: z.string(),
    result: z.string().default(''),
    failed: z.boolean().default(false),
    wait: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('message'), text: z.string() }),
  z.object({ kind: z.literal('trimmed') }),
])
const Times = Count.min(2).optional()

export const loopDoor = door('loop', {
  summary: 'says whether an agent goes round in circles',
  shape: z.object({
    steps: z.array(Step),
    config: z
      .object({
        same_result: Times,
        same_error: Times,
        same_message: Times,
        alternating: Times,
        trimmed: Times,
      })
      .optional(),
  }),
  decide: ({ steps, config = {} }) => ({
    loop: findLoop(
      steps.map((step) => (step.kind === 'action' ? { ...step, isWait: step.wait } : step)),
      {
        sameResult: config.same_result ?? loopDefaults.sameResult,
        sameError: config.same_error ?? loopDefaults.sameError,
        sameMessage: config.same_message ?? loopDefaults.sameMessage,
        alternating: config.alternating ?? loopDefaults.alternating,
        trimmed: config.trimmed ?? loopDefaults.trimmed,
      },
    ),
  }),
})
