import type { CallOutput, TaskStatus } from '../../contract/index.ts'
import type { Ordering } from '../rules/index.ts'
import type { TasksContext } from './context.ts'
import { orderOf } from './order.ts'
import type { TaskRow } from './rows.ts'
import { keyOf, type Picture } from './views.ts'

const isOver: ReadonlySet<TaskStatus> = new Set(['complete', 'skipped', 'cancelled'])

/** The unfinished tasks of a team's project in the order they can be worked. */
export async function planOf(context: TasksContext, team: string): Promise<CallOutput<'orderTasks'>> {
  const { root } = await context.place(team)
  const project = context.projectRows.byRoot(root)
  if (!project) return { order: [], waves: [], conflicts: [], owners: [], warnings: [] }
  return toPlan(context.pictures.of(project.slug))
}

function toPlan({ graph, standings }: Picture): CallOutput<'orderTasks'> {
  const open = [...graph.rows.values()].filter(
    ({ id }) => !isOver.has(standings.get(id)?.status ?? 'pending'),
  )
  const ordering = orderOf(graph, open, ({ id, files }) => (graph.children.has(id) ? [] : files))
  if (!ordering.ok) return { order: [], waves: [], conflicts: [], owners: [], warnings: [] }
  // A parent is never worked; it only keeps those that wait for it behind its children.
  const worked = (ids: readonly string[]): TaskRow[] =>
    ids.flatMap((id) => graph.rows.get(id) ?? []).filter(({ id }) => !graph.children.has(id))
  const keys = (ids: readonly string[]): string[] => worked(ids).map(keyOf)
  const key = (id: string): string => keys([id])[0] ?? id
  return {
    order: keys(ordering.order),
    waves: ordering.waves.map(keys).filter((wave) => wave.length > 0),
    conflicts: ordering.fileConflicts.map(({ path, tasks }) => ({ path, tasks: keys(tasks) })),
    owners: ownersOf(worked(ordering.order)),
    warnings: ordering.warnings.map((warning) => words(warning, key)),
  }
}

type Warning = Extract<Ordering, { ok: true }>['warnings'][number]

function words(warning: Warning, key: (id: string) => string): string {
  if (warning.code === 'UNKNOWN_PHASE')
    return `${key(warning.task)} is in the phase "${warning.phase}", which is none of the known ones and comes last.`
  if (warning.code === 'PHASE_INVERSION')
    return `${key(warning.task)} waits for ${key(warning.dependency)}, which is of a later phase.`
  return `So many tasks write the same files that not every pair is listed (from ${warning.path} on).`
}

/** The first task in the order that plans to write a file owns it. */
function ownersOf(order: readonly TaskRow[]): { path: string; task: string }[] {
  const owners = new Map<string, string>()
  for (const row of order)
    for (const { path, action } of row.files)
      if (action !== 'READ' && !owners.has(path)) owners.set(path, keyOf(row))
  return [...owners].map(([path, task]) => ({ path, task }))
}
