import type { Task, TaskEdge, TaskId, TaskStatus } from '../../contract/index.ts'
import type { Graph } from './graph.ts'
import type { EdgeRow, TaskRow } from './rows.ts'
import type { Standing } from './standing.ts'

/** A project as it is at the moment. */
export interface Picture {
  graph: Graph
  standings: ReadonlyMap<TaskId, Standing>
}

export const keyOf = ({ project, number }: Pick<TaskRow, 'project' | 'number'>): string =>
  `${project}-${number}`

/** A task as its readers see it. */
export function toTask(picture: Picture, row: TaskRow): Task {
  const { id, file, files, ...rest } = row
  const standing = picture.standings.get(id) ?? { status: row.status, heldBy: [] }
  return {
    task: id,
    key: keyOf(row),
    ...rest,
    status: standing.status,
    why: whyOf(picture, standing),
    files: [...files],
    edges: (picture.graph.edges.get(id) ?? []).map((edge) => toEdge(picture, edge)),
    source: file && {
      format: file.source.format,
      path: file.source.path,
      id: file.id,
      line: file.source.line,
    },
  }
}

function toEdge(picture: Picture, { type, other, waivedBy }: EdgeRow): TaskEdge {
  const row = picture.graph.rows.get(other)
  return { type, task: row?.id ?? null, name: nameOf(picture, other), waivedBy }
}

/** The key of a task, or the name of one outside the project. */
export function nameOf(picture: Picture, other: string): string {
  const row = picture.graph.rows.get(other)
  return row ? keyOf(row) : other
}

const how: Partial<Record<TaskStatus, string>> = {
  failed: 'which failed',
  skipped: 'which was skipped',
  cancelled: 'which was cancelled',
  blocked: 'which is blocked',
}

function whyOf(picture: Picture, { status, heldBy }: Standing): string | null {
  if (status !== 'pending' && status !== 'blocked') return null
  if (heldBy.length === 0) return null
  const named = heldBy.map((other) => {
    const row = picture.graph.rows.get(other)
    const words = row && how[picture.standings.get(row.id)?.status ?? 'pending']
    return words ? `${keyOf(row)}, ${words}` : nameOf(picture, other)
  })
  return `Waits for ${named.join('; ')}.`
}
