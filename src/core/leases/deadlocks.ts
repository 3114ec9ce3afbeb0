import { deadlockDoor } from '../rules/index.ts'
import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import { giveWay } from './giving-way.ts'
import { writtenBy } from './files.ts'
import type { WorkerRow } from './rows.ts'
import { priorityOf } from './urgency.ts'

type Table = Parameters<typeof deadlockDoor.decide>[0]

/** Lets one of each deadlock give way; says whether there was any. */
export function breakDeadlocks(context: LeasesContext, project: string, append: Append): boolean {
  const inputs = tableOf(context, project)
  const outcome = deadlockDoor.decide(inputs)
  if (outcome.victims.length === 0) return false
  const workers = new Map(context.rows.workers().map((worker) => [worker.key, worker]))
  for (const [place, victim] of outcome.victims.entries()) {
    const worker = workers.get(victim)
    const lease = worker && context.rows.lease(worker.task)
    if (!lease) continue
    const ruling = context.rulings.keep(deadlockDoor, { inputs, outcome, about: victim })
    const others = (outcome.deadlocks[place] ?? []).filter((key) => key !== victim)
    giveWay(context, { worker, lease }, { append, why: 'deadlock', for: others, ruling })
  }
  return true
}

/** Who holds what another waits for, as the rule takes it. What is stored is in force: whatever is over was freed. */
function tableOf(context: LeasesContext, project: string): Table {
  const { rows, clock } = context
  const waiting = rows.waits(project).map((wait) => ({
    wait,
    inTheWay: rows.inTheWay(wait, writtenBy(context.tasks.get(wait.task))),
  }))
  const held = new Map(waiting.flatMap(({ inTheWay }) => inTheWay.map((one) => [one.file, one])))
  const tasks = new Set([
    ...waiting.map(({ wait }) => wait.task),
    ...[...held.values()].map(({ task }) => task),
  ])
  const keyOf = (task: WorkerRow['task']): string => rows.worker(task)?.key ?? task
  return {
    now: new Date(clock.now()).toISOString(),
    agents: [...tasks].flatMap((task) => {
      const worker = rows.worker(task)
      return worker ? [agentOf(context, worker)] : []
    }),
    locks: [...held.values()].map(({ file, task }) => ({ file, locked_by: keyOf(task) })),
    waits: waiting.flatMap(({ wait, inTheWay }) =>
      inTheWay.map(({ file }) => ({ waiter: keyOf(wait.task), file })),
    ),
  }
}

function agentOf(context: LeasesContext, worker: WorkerRow): Table['agents'][number] {
  return {
    id: worker.key,
    priority: priorityOf(context, worker),
    started_at: new Date(worker.registeredAt).toISOString(),
    state: context.standingOf(worker) === 'asking' ? 'waiting_for_human' : 'running',
  }
}
