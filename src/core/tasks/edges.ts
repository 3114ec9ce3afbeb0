import { IrisError, type EdgeType, type Task } from '../../contract/index.ts'
import { about } from './about.ts'
import { changed, type Change } from './changing.ts'
import type { TasksContext } from './context.ts'
import { graphOf } from './graph.ts'
import { findTask } from './naming.ts'
import { circleIn } from './order.ts'
import type { EdgeRow, TaskRow, TaskRows } from './rows.ts'
import { keyOf, nameOf } from './views.ts'

/** An edge of a task, with the other named as a caller names it. */
export interface NamedEdge {
  type: EdgeType
  other: string
}

/** Adds an edge; one that is there already is left as it is. */
export function link(context: TasksContext, { name, by }: Change, { type, other: named }: NamedEdge): Task {
  const { rows } = context
  return changed(context, name, (row, append) => {
    const other = findTask(rows, named)
    const edge: EdgeRow = { task: row.id, type, other: other.id, waivedBy: null }
    if (rows.edgesOf(row.project).some((known) => isSame(known, edge))) return
    mayLink(rows, row, { edge, other })
    rows.putEdge(edge)
    append({ type: 'task.linked', data: { ...about(row, by), type, other: keyOf(other), how: 'added' } })
  })
}

/** Takes an edge away. */
export function unlink(context: TasksContext, { name, by }: Change, { type, other: named }: NamedEdge): Task {
  const { rows } = context
  return changed(context, name, (row, append) => {
    const other = findTask(rows, named)
    if (!rows.removeEdge({ task: row.id, type, other: other.id }))
      throw invalid(`${keyOf(row)} has no such edge to ${keyOf(other)}.`)
    append({ type: 'task.linked', data: { ...about(row, by), type, other: keyOf(other), how: 'removed' } })
  })
}

/** Lets a task go on without what it waits for, in whichever way it does. */
export function waive(context: TasksContext, { name, by }: Change, other: string): Task {
  const { rows, pictures } = context
  return changed(context, name, (row, append) => {
    const picture = pictures.of(row.project)
    const own = picture.graph.edges.get(row.id) ?? []
    const waits = own.filter(
      (edge) => edge.type === 'blocks' && (edge.other === other || nameOf(picture, edge.other) === other),
    )
    const [edge] = waits
    if (!edge) throw invalid(`${keyOf(row)} does not wait for ${other}.`)
    rows.putEdge({ ...edge, waivedBy: by })
    const data = { type: edge.type, other: nameOf(picture, edge.other), how: 'waived' as const }
    append({ type: 'task.linked', data: { ...about(row, by), ...data } })
  })
}

/** Refuses an edge to its own task, out of the project, or into a circle. */
export function mayLink(
  rows: Pick<TaskRows, 'ofProject' | 'edgesOf'>,
  task: TaskRow,
  { edge, other }: { edge: EdgeRow; other: TaskRow },
): void {
  if (task.id === other.id) throw invalid(`${keyOf(task)} cannot have an edge to itself.`)
  if (task.project !== other.project)
    throw invalid(`${keyOf(task)} and ${keyOf(other)} are tasks of different projects.`)
  refuseCircles(rows, task.project, [edge])
}

/** Refuses a project in which tasks wait for each other, with the edges that are about to be added. */
export function refuseCircles(
  rows: Pick<TaskRows, 'ofProject' | 'edgesOf'>,
  project: string,
  more: readonly EdgeRow[] = [],
): void {
  const circle = circleIn(graphOf(rows.ofProject(project), [...rows.edgesOf(project), ...more]))
  if (circle) throw new IrisError('TASK_CYCLE', `That would be a circle: ${circle.map(keyOf).join(' → ')}.`)
}

const isSame = (one: EdgeRow, other: EdgeRow): boolean =>
  one.task === other.task && one.type === other.type && one.other === other.other

const invalid = (message: string): IrisError => new IrisError('TASK_EDGE_INVALID', message)
