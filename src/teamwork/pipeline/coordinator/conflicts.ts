import type { Lease, LeaseWait, TaskId } from '../../../contract/index.ts'
import { conflictDoor } from '../../../core/rules/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { minutesSince, type CoordinatorContext } from './context.ts'
import { end, note, open, tell } from './deciding.ts'
import type { ConcernRow } from './rows.ts'

const lookAgainMs = 5 * 60_000

/** Two tasks want the same files: one waits. */
export function onAwaited(context: CoordinatorContext, { task, key }: Pick<LeaseWait, 'task' | 'key'>): void {
  const known = context.rows.get(task)
  if (known && known.endedAt === null) return
  const concern = {
    subject: task,
    kind: 'conflict',
    about: key,
    team: null,
    build: null,
    session: null,
  } as const
  context.rows.put({ ...open(context, concern), againMs: 0 })
  context.wake()
}

/** It has its files, or wants none any more. */
export function onSettled(context: CoordinatorContext, task: TaskId, append: Append): void {
  const row = context.rows.get(task)
  if (!row || row.kind !== 'conflict' || row.endedAt !== null) return
  const hasThem = context.leases.list(undefined).leases.some((lease) => lease.task === task)
  end(context, hasThem ? granted(context, row, append) : row, 'it waits no longer')
}

function granted(context: CoordinatorContext, row: ConcernRow, append: Append): ConcernRow {
  const inputs = { requester: { id: row.about, waited_min: minutesSince(context, row.openedAt) }, owners: [] }
  return rule(context, row, { inputs, append })
}

/** Whoever holds the files keeps them, unless the other is more urgent by now; waiting makes it so. */
export function decideConflict(context: CoordinatorContext, row: ConcernRow, append: Append): void {
  const { leases, waits } = context.leases.list(undefined)
  const wait = waits.find(({ task }) => task === row.subject)
  if (!wait) return end(context, row, 'it waits no longer')
  context.rows.put(rule(context, row, { inputs: inputsOf(context, wait, leases), append }))
}

function inputsOf(
  context: CoordinatorContext,
  { key, since, waitsFor }: LeaseWait,
  leases: readonly Lease[],
): Parameters<typeof conflictDoor.decide>[0] {
  const gaveWay = new Map(leases.map((lease) => [lease.key, lease.gaveWay]))
  return {
    requester: { id: key, priority: priorityOf(context, key), waited_min: minutesSince(context, since) },
    owners: waitsFor.map(({ task }) => ({
      id: task,
      priority: priorityOf(context, task),
      gave_way: gaveWay.get(task) ?? 0,
    })),
  }
}

/** What rules want: the most urgent has the highest number; people call it 0. */
function priorityOf({ tasks }: CoordinatorContext, key: string): number {
  return -tasks.get(key).priority
}

function rule(
  context: CoordinatorContext,
  row: ConcernRow,
  { inputs, append }: { inputs: Parameters<typeof conflictDoor.decide>[0]; append: Append },
): ConcernRow {
  const outcome = conflictDoor.decide(inputs)
  const { action, why } = outcome
  if (action === row.action && why === row.why)
    return { ...row, decidedAt: context.clock.now(), againMs: lookAgainMs }
  const ruling = context.rulings.keep(conflictDoor, { inputs, outcome, about: row.about })
  const decided = note(context, row, { action, why, ruling, againMs: lookAgainMs })
  tell(decided, append)
  return decided
}
