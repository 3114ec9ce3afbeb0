import { findConflicts, toFileConflict } from './conflicts.ts'
import { findCycles } from './cycles.ts'
import { readGraph } from './graph.ts'
import { sortNodes } from './sorting.ts'
import { standingOf, type TaskStanding } from './standing.ts'
import type { FileConflict, OrderError, OrderWarning, PlannedTask, TaskNode } from './task.ts'

/** What the order of tasks goes by. */
export interface OrderSettings {
  phases: readonly string[]
  /** So many pairs of tasks that write one file are looked at. */
  maxFilePairs: number
}

export const orderDefaults: OrderSettings = {
  phases: ['database', 'types', 'queries', 'services', 'api', 'ui', 'tests'],
  maxFilePairs: 250_000,
}

/** An order for tasks, or everything that is wrong with their plan. */
export type Ordering =
  | ({
      ok: true
      order: string[]
      /** What could go at once by the declared dependencies alone. */
      waves: string[][]
      warnings: OrderWarning[]
      fileConflicts: FileConflict[]
    } & Partial<TaskStanding>)
  | { ok: false; errors: OrderError[]; warnings: OrderWarning[] }

/** The order of a plan; with the states of its tasks also which are ready and which are blocked. */
export function orderTasks(
  tasks: readonly PlannedTask[],
  settings: OrderSettings = orderDefaults,
  states?: Readonly<Record<string, string>>,
): Ordering {
  const { nodes, errors, warnings } = readGraph(tasks, settings.phases)
  const declared = sortNodes(nodes)
  const cycles = declared.length < nodes.length ? findCycles(nodes) : []
  if (errors.length + cycles.length > 0) return { ok: false, errors: [...errors, ...cycles], warnings }

  const conflicts = findConflicts(declared, settings.maxFilePairs)
  const preferences = conflicts.pairs.map(({ first, second }) => [first.node, second.node] as const)
  const sorted = preferences.length > 0 ? sortNodes(nodes, preferences) : declared
  return {
    ok: true,
    order: sorted.map(({ task }) => task.id),
    waves: wavesOf(sorted),
    warnings: [...warnings, ...conflicts.warnings],
    fileConflicts: conflicts.pairs.map(toFileConflict),
    ...(states && standingOf(sorted, states)),
  }
}

function wavesOf(sorted: readonly TaskNode[]): string[][] {
  const waveOf = new Map<TaskNode, number>()
  const waves: string[][] = []
  for (const node of sorted) {
    const wave = node.needs.reduce((latest, needed) => Math.max(latest, (waveOf.get(needed) ?? 0) + 1), 0)
    waveOf.set(node, wave)
    const members = waves[wave] ?? []
    members.push(node.task.id)
    waves[wave] = members
  }
  return waves
}
