import { IrisError, type Caller, type leasesNoun, type OperationsOf } from '../../contract/index.ts'
import { processIdentity } from '../../platform/process/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { Leases } from './leases.ts'
import type { NewWorker } from './workers.ts'

/** What the operations on leases do. A worker has one task, and its token says which. */
export function leaseOperations(
  leases: Leases,
  { tasks }: { tasks: Tasks },
): OperationsOf<typeof leasesNoun> {
  return {
    async listLeases({ team }, { task }) {
      const own = task === undefined ? undefined : tasks.get(task).project
      // A team without tasks has no leases.
      const named = team === undefined ? undefined : ((await tasks.projectOf(team)) ?? '')
      if (own !== undefined && named !== undefined && own !== named)
        throw new IrisError('TASK_NOT_YOURS', `This token is for tasks of ${own}; ${team} works elsewhere.`)
      return leases.list(own ?? named)
    },
    registerWorker({ task: name, pid }, caller) {
      const { task, key, name: worker } = leases.register(tasks.own(name, caller), workerOf(caller, pid))
      return { task, key, worker }
    },
    async takeLease({ task, waitMs }, caller, onHangUp) {
      const gone = new AbortController()
      onHangUp(() => gone.abort())
      const { signal } = gone
      return leases.take(tasks.own(task, caller), { session: caller.session ?? null, waitMs, signal })
    },
    checkpointLease: ({ task, fence }, caller) => leases.checkpoint(tasks.own(task, caller), fence),
    releaseLease({ task: name }, caller) {
      const task = tasks.own(name, caller)
      const { key } = tasks.get(task)
      return { task, key, ...leases.release(task, caller.name) }
    },
  }
}

/** An agent is its session; another program says which process does the work, unless that is on another machine. */
function workerOf({ name, session }: Caller, pid: number | undefined): NewWorker {
  if (session !== undefined) return { name, session }
  if (pid === undefined) return { name, process: null }
  const process = processIdentity(pid)
  if (process === undefined)
    throw new IrisError('LEASE_NOT_REGISTERED', `No process with the pid ${pid} runs here.`)
  return { name, process }
}
