import type { TaskId, TaskStatus } from '../../contract/index.ts'
import { waitsOf, type Graph } from './graph.ts'
import type { EdgeRow, TaskRow } from './rows.ts'

/** Where a task is, and what holds it up. */
export interface Standing {
  status: TaskStatus
  /** Tasks, and names of tasks outside the project, that it waits for. */
  heldBy: readonly string[]
}

const over: ReadonlySet<TaskStatus> = new Set(['failed', 'skipped', 'cancelled', 'blocked'])

/** Where every task is. `sequence` has each task after what must come before it. */
export function standings(graph: Graph, sequence: readonly TaskId[]): Map<TaskId, Standing> {
  const found = new Map<TaskId, Standing>()
  for (const id of sequence) {
    const row = graph.rows.get(id)
    if (row) found.set(id, standingOf(graph, row, found))
  }
  return found
}

type Found = ReadonlyMap<string, Standing>

function standingOf(graph: Graph, row: TaskRow, found: Found): Standing {
  const children = graph.children.get(row.id)
  if (children) return { status: together(graph, children, found), heldBy: [] }
  if (row.status !== 'pending') return { status: row.status, heldBy: [] }
  const waits = waitsOf(graph, row.id).filter(({ waivedBy }) => waivedBy === null)
  const failures = waits.filter(({ type }) => type === 'on_failure_of')
  const tried = afterFailure(failures, found)
  if (tried) return tried
  return afterOthers(
    waits.filter(({ type }) => type === 'blocks'),
    found,
  )
}

/** A task for the case that others fail: what holds it up, or undefined when one of them has failed. */
function afterFailure(edges: readonly EdgeRow[], found: Found): Standing | undefined {
  const states = edges.map(({ other }) => found.get(other)?.status)
  if (edges.length === 0 || states.includes('failed')) return undefined
  const isOver = states.every((status) => status === 'complete' || (status && over.has(status)))
  return isOver
    ? { status: 'skipped', heldBy: [] }
    : { status: 'pending', heldBy: edges.map(({ other }) => other) }
}

function afterOthers(edges: readonly EdgeRow[], found: Found): Standing {
  const left = edges.filter(({ other }) => found.get(other)?.status !== 'complete')
  if (left.length === 0) return { status: 'ready', heldBy: [] }
  const dead = left.filter(({ other }) => over.has(found.get(other)?.status ?? 'pending'))
  const heldBy = (dead.length > 0 ? dead : left).map(({ other }) => other)
  return { status: dead.length > 0 ? 'blocked' : 'pending', heldBy: [...new Set(heldBy)] }
}

/** What the parts of a task are together; optional ones count only where there are no others. */
function together(graph: Graph, children: readonly TaskId[], found: Found): TaskStatus {
  const needed = children.filter((id) => graph.rows.get(id)?.isOptional === false)
  const states = (needed.length > 0 ? needed : children).map((id) => found.get(id)?.status ?? 'pending')
  const has = (status: TaskStatus): boolean => states.includes(status)
  if (states.every((status) => status === 'complete')) return 'complete'
  if (has('failed')) return 'failed'
  if (has('blocked')) return 'blocked'
  if (states.every((status) => status === 'complete' || over.has(status))) return 'skipped'
  if (states.every((status) => status === 'deferred')) return 'deferred'
  return has('in_progress') || has('complete') ? 'in_progress' : 'pending'
}
