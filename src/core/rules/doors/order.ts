import { z } from 'zod'
import { orderDefaults, orderTasks, type Ordering } from '../order/order.ts'
import type { PlannedTask } from '../order/task.ts'
import { door, Name } from './door.ts'

const File = z.union([Name, z.object({ path: Name, action: Name.optional() })])
const Task = z.object({
  id: Name,
  number: z.number().optional(),
  phase: z.string().nullish(),
  action: Name.optional(),
  depends_on: z.array(Name).default([]),
  files: z.array(File).default([]),
  priority: z.number().optional(),
})

export const orderDoor = door('order', {
  summary: 'puts tasks in order, or says everything that is wrong with their dependencies',
  shape: z.object({
    phases: z.array(Name).optional(),
    tasks: z.array(Task),
    states: z.record(z.string(), z.string()).optional(),
  }),
  decide: ({ phases, tasks, states }) =>
    shown(orderTasks(tasks.map(plannedTask), { ...orderDefaults, ...(phases && { phases }) }, states)),
})

/** A task without a number has the one of its place; a file without an action the one of its task. */
function plannedTask(task: z.output<typeof Task>, place: number): PlannedTask {
  const { id, number = place + 1, phase, action = 'UPDATE', depends_on: dependsOn, priority } = task
  const files = task.files.map((file) =>
    typeof file === 'string' ? { path: file, action } : { path: file.path, action: file.action ?? action },
  )
  return { id, number, phase: phase ?? undefined, dependsOn, files, priority }
}

function shown(ordering: Ordering): unknown {
  if (!ordering.ok) return ordering
  const { fileConflicts, ...rest } = ordering
  return { ...rest, file_conflicts: fileConflicts }
}
