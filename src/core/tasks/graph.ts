import type { EdgeType, TaskId } from '../../contract/index.ts'
import type { EdgeRow, TaskRow } from './rows.ts'

/** The tasks of one project, and what follows from their edges. */
export interface Graph {
  /** By their ids; what an edge names outside the project is not found. */
  rows: ReadonlyMap<string, TaskRow>
  edges: ReadonlyMap<TaskId, readonly EdgeRow[]>
  /** The tasks that each task is the parent of. */
  children: ReadonlyMap<TaskId, readonly TaskId[]>
}

export function graphOf(rows: readonly TaskRow[], edges: readonly EdgeRow[]): Graph {
  const own = new Map<TaskId, EdgeRow[]>()
  const children = new Map<TaskId, TaskId[]>()
  const byId = new Map<string, TaskRow>(rows.map((row) => [row.id, row]))
  for (const edge of edges) {
    push(own, edge.task, edge)
    const parent = edge.type === 'parent' ? byId.get(edge.other) : undefined
    if (parent) push(children, parent.id, edge.task)
  }
  return { rows: byId, edges: own, children }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

const ordering: ReadonlySet<EdgeType> = new Set(['blocks', 'on_failure_of'])

/** What a task waits for by its own edges or those of its parents: tasks, and names outside. */
export function waitsOf(graph: Graph, task: TaskId): EdgeRow[] {
  const seen = new Set<TaskId>()
  const waits: EdgeRow[] = []
  for (let next: TaskId | undefined = task; next !== undefined && !seen.has(next);) {
    seen.add(next)
    const own: readonly EdgeRow[] = graph.edges.get(next) ?? []
    waits.push(...own.filter(({ type }) => ordering.has(type)))
    next = parentOf(graph, next)
  }
  return waits
}

function parentOf({ edges, rows }: Graph, task: TaskId): TaskId | undefined {
  const edge = edges.get(task)?.find(({ type }) => type === 'parent')
  return edge && rows.get(edge.other)?.id
}

/** All whose work a task builds on, at first hand or through others; each comes after those whose work it builds on itself. */
export function basis(graph: Graph, task: TaskId): TaskId[] {
  const ordered = new Set<TaskId>()
  const begun = new Set<TaskId>([task])
  const open = [{ id: task, left: needed(graph, task) }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.left.shift()
    if (next === undefined) ordered.add((open.pop() ?? top).id)
    else if (!begun.has(next)) {
      begun.add(next)
      open.push({ id: next, left: needed(graph, next) })
    }
  }
  ordered.delete(task)
  return [...ordered]
}

/** What a task waits for and nobody waived, and of a parent its children. */
function needed(graph: Graph, task: TaskId): TaskId[] {
  const waits = waitsOf(graph, task).filter(({ waivedBy }) => waivedBy === null)
  return [
    ...waits.flatMap(({ other }) => graph.rows.get(other)?.id ?? []),
    ...(graph.children.get(task) ?? []),
  ]
}

/** What must come before a task in any order: what it waits for, and of a parent its children. */
export function before(graph: Graph, task: TaskId): TaskId[] {
  const waits = waitsOf(graph, task).flatMap(({ other }) => graph.rows.get(other)?.id ?? [])
  return [...waits, ...(graph.children.get(task) ?? [])]
}
