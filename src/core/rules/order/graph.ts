import { createSuggestions } from './suggestion.ts'
import {
  byNumber,
  isExternal,
  type OrderError,
  type OrderWarning,
  type PlannedTask,
  type TaskNode,
} from './task.ts'

/** The graph of a plan, with every mistake in it that can be seen from one task alone. */
export interface TaskGraph {
  nodes: TaskNode[]
  errors: OrderError[]
  warnings: OrderWarning[]
}

export function readGraph(tasks: readonly PlannedTask[], phases: readonly string[]): TaskGraph {
  const sorted = tasks.toSorted(byNumber)
  const byId = new Map<string, TaskNode>()
  const repeated = new Set<string>()
  for (const task of sorted) {
    if (byId.has(task.id)) repeated.add(task.id)
    else byId.set(task.id, { task, rank: rankOf(task, phases), place: 0, needs: [], external: [] })
  }
  const nodes = [...byId.values()].toSorted(byReadiness)
  for (const [place, node] of nodes.entries()) node.place = place
  return {
    nodes,
    errors: [
      ...[...repeated].map((task) => ({ code: 'DUPLICATE_ID', task }) as const),
      ...joinNodes(sorted, byId),
    ],
    warnings: warningsOf(sorted, byId, phases),
  }
}

/** A phase that is not on the list comes last. */
function rankOf({ phase }: PlannedTask, phases: readonly string[]): number {
  const rank = phase === undefined ? -1 : phases.indexOf(phase)
  return rank === -1 ? phases.length : rank
}

function byReadiness(one: TaskNode, other: TaskNode): number {
  return (
    (other.task.priority ?? 0) - (one.task.priority ?? 0) ||
    one.rank - other.rank ||
    byNumber(one.task, other.task)
  )
}

/** Writes the edges into the nodes; a task that is there twice has its mistakes told for both. */
function joinNodes(tasks: readonly PlannedTask[], byId: ReadonlyMap<string, TaskNode>): OrderError[] {
  const suggest = createSuggestions([...byId.keys()])
  const errors: OrderError[] = []
  for (const task of tasks) {
    const node = byId.get(task.id)
    for (const dependency of new Set(task.dependsOn)) {
      const known = byId.get(dependency)
      if (dependency === task.id) errors.push({ code: 'SELF_DEPENDENCY', task: task.id })
      else if (known) node?.needs.push(known)
      else if (isExternal(dependency)) node?.external.push(dependency)
      else errors.push({ code: 'UNKNOWN_DEPENDENCY', task: task.id, dependency, ...suggest(dependency) })
    }
  }
  return errors
}

function warningsOf(
  tasks: readonly PlannedTask[],
  byId: ReadonlyMap<string, TaskNode>,
  phases: readonly string[],
): OrderWarning[] {
  const unknown = tasks.flatMap(({ id, phase }) =>
    phase === undefined || phases.includes(phase)
      ? []
      : [{ code: 'UNKNOWN_PHASE', task: id, phase } as const],
  )
  const inverted = [...byId.values()].flatMap(({ task, rank, needs }) =>
    needs
      .filter((needed) => needed.rank > rank)
      .map((needed) => ({ code: 'PHASE_INVERSION', task: task.id, dependency: needed.task.id }) as const),
  )
  return [...unknown, ...inverted]
}
