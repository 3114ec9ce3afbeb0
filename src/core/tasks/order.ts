import type { TaskId } from '../../contract/index.ts'
import { orderTasks, type Ordering, type PlannedTask } from '../rules/index.ts'
import { before, type Graph } from './graph.ts'
import type { TaskRow } from './rows.ts'

/** Each task after what must come before it. */
export function sequenceOf(graph: Graph): TaskId[] {
  const ordering = orderOf(graph, [...graph.rows.values()], () => [])
  const ids = ordering.ok ? ordering.order : [...graph.rows.keys()]
  return ids.flatMap((id) => graph.rows.get(id)?.id ?? [])
}

/** The tasks of a circle, the first again at its end; undefined when there is none. */
export function circleIn(graph: Graph): TaskRow[] | undefined {
  const ordering = orderOf(graph, [...graph.rows.values()], () => [])
  if (ordering.ok) return undefined
  const circle = ordering.errors.flatMap((error) => (error.code === 'CYCLE' ? [error.cycle] : []))[0] ?? []
  return [...circle, ...circle.slice(0, 1)].flatMap((id) => graph.rows.get(id) ?? [])
}

/** The rule wants the most urgent to have the highest number; people call it 0. */
export function orderOf(
  graph: Graph,
  rows: readonly TaskRow[],
  filesOf: (row: TaskRow) => TaskRow['files'],
): Ordering {
  const known = new Set<TaskId>(rows.map(({ id }) => id))
  return orderTasks(
    rows.map((row): PlannedTask => ({
      id: row.id,
      number: row.number,
      priority: -row.priority,
      phase: row.phase ?? undefined,
      dependsOn: before(graph, row.id).filter((id) => known.has(id)),
      files: filesOf(row),
    })),
  )
}
