import { z } from 'zod'
import { TaskId } from '../tasks/schemas.ts'

/** The lease of a task, with who works on it. */
export const Lease = z.object({
  task: TaskId,
  key: z.string(),
  project: z.string(),
  worker: z.string(),
  fence: z.int().describe('The number that checkpoints and commits are checked by'),
  files: z.array(z.string()),
  grantedAt: z.int(),
  endsInMs: z.int().nullable().describe('Unless Iris renews it; null while its worker waits for a person'),
  isAsking: z.boolean().describe('Whether its worker waits for a person'),
  gaveWay: z.int().describe('How often the task gave its files up to more urgent ones'),
})
export type Lease = z.infer<typeof Lease>

/** A task that waits for files. */
export const LeaseWait = z.object({
  task: TaskId,
  key: z.string(),
  project: z.string(),
  worker: z.string(),
  files: z.array(z.string()).describe('All that it wants, also those it has already'),
  since: z.int(),
  urgency: z.int().describe('The higher goes first; it grows with the wait'),
  waitsFor: z
    .array(z.object({ task: z.string(), files: z.array(z.string()) }))
    .describe('Keys of the tasks that hold or are to get files it wants'),
})
export type LeaseWait = z.infer<typeof LeaseWait>

/** What came of taking a lease. */
export const TakenLease = z.object({
  status: z.enum(['held', 'waiting']),
  fence: z.int().nullable().describe('Null while it waits'),
  files: z.array(z.string()),
  waitsFor: LeaseWait.shape.waitsFor,
})
export type TakenLease = z.infer<typeof TakenLease>
