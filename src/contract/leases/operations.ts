import { z } from 'zod'
import { operation, readersAndWorkers, workers, workersAndPeople } from '../operation.ts'
import { TaskId, TaskName } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import { Lease, LeaseWait, TakenLease } from './schemas.ts'

const OfTask = z.object({ task: TaskName })
const Fence = z.coerce.number().int().min(1)
/** Longer than a lease lasts, so that who waits for one that is given up gets it. */
const maxWaitMs = 180_000

/** What can be done with leases. */
export const operations = {
  listLeases: operation({
    summary: 'Who may write which files, and who waits for whom',
    input: z.object({ team: TeamName.optional().describe('A team whose folder is in the project') }),
    output: z.object({ leases: z.array(Lease), waits: z.array(LeaseWait) }),
    for: readersAndWorkers,
    tool: { name: 'lease_list', title: 'List leases', effect: 'reads' },
  }),
  registerWorker: operation({
    summary: 'Says that the caller works on its task, before its first lease and again after a crash',
    input: OfTask.extend({
      pid: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .describe(
          'The process that works, on this machine: the lease is renewed while it runs. Without one it is renewed by calls. Agents need none',
        ),
    }),
    output: z.object({ task: TaskId, key: z.string(), worker: z.string() }),
    for: workers,
    tool: { name: 'lease_register', title: 'Register as the worker', effect: 'starts' },
  }),
  takeLease: operation({
    summary: 'Takes the lease on every file that the task plans to write, all or none, or waits for it',
    input: OfTask.extend({
      waitMs: z.coerce.number().int().min(0).max(maxWaitMs).default(0).describe('How long to wait for it'),
    }),
    output: TakenLease,
    for: workers,
    tool: {
      name: 'lease_take',
      title: 'Take the lease on the files of your task',
      effect: 'starts',
      description:
        'Takes the lease on every file that your task plans to write, all or none. `waiting` names the tasks that have files you need: call again, with waitMs, to wait for them. Say with task_plan which files you write before you take it.',
    },
  }),
  checkpointLease: operation({
    summary: 'Refuses a number that is stale; gives the lease up when a more urgent task waits for it',
    input: OfTask.extend({ fence: Fence }),
    output: z.object({
      status: z.enum(['held', 'preempted']),
      for: z.array(z.string()).describe('Keys of the tasks that it was given up for'),
    }),
    for: workers,
    tool: { name: 'lease_checkpoint', title: 'Check the lease where work is saved', effect: 'starts' },
  }),
  releaseLease: operation({
    summary: 'Gives up the lease of a task and what it waits for',
    input: OfTask,
    output: z.object({ task: TaskId, key: z.string(), fence: z.int().nullable() }),
    for: workersAndPeople,
    tool: { name: 'lease_release', title: 'Give up the lease', effect: 'ends' },
  }),
}
