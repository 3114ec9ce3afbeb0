import type { CallOutput } from '../../contract/index.ts'
import type { TasksContext } from './context.ts'
import { exportTasks as exported, writeStatuses, type FileStatus, type FileTask } from './formats/index.ts'
import type { FileOfTeam } from './importing.ts'
import type { TaskRow } from './rows.ts'
import { keyOf, nameOf, type Picture } from './views.ts'

/** The formats that tasks are written in. */
export type ExportFormat = 'spec-kit' | 'seed'

/** Every task of a team's project as a file. */
export async function exportTasks(
  context: TasksContext,
  team: string,
  format: ExportFormat,
): Promise<string> {
  const picture = await pictureOf(context, team)
  const rows = picture ? [...picture.graph.rows.values()] : []
  return exported(
    rows.flatMap((row) => (picture ? [toFileTask(picture, row)] : [])),
    format,
  )
}

/** The text of a file with the marks of the tasks that came from it. */
export async function markFile(context: TasksContext, file: FileOfTeam): Promise<CallOutput<'markTaskFile'>> {
  const picture = await pictureOf(context, file.team)
  const rows = picture
    ? [...picture.graph.rows.values()].filter((row) => row.file?.source.path === file.path)
    : []
  const changes = rows.flatMap((row) =>
    picture && row.file ? [{ id: row.file.id, status: statusOf(picture, row) }] : [],
  )
  const { text, refused } = writeStatuses(file, changes)
  const unmarked = new Set(refused.map(({ change }) => change.id))
  return { text, unmarked: rows.filter((row) => unmarked.has(row.file?.id ?? '')).map(keyOf) }
}

async function pictureOf(
  { place, projectRows, pictures }: TasksContext,
  team: string,
): Promise<Picture | undefined> {
  const project = projectRows.byRoot((await place(team)).root)
  return project && pictures.of(project.slug)
}

/** What a file can tell: what was made of a task; what follows from others follows again when it is read. */
function statusOf({ graph, standings }: Picture, row: TaskRow): FileStatus {
  if (graph.children.has(row.id)) return standings.get(row.id)?.status ?? row.status
  // Somebody works on it outside of Iris, as far as the file knows.
  return row.status === 'pending' && row.file?.status === 'in_progress' ? 'in_progress' : row.status
}

function toFileTask(picture: Picture, row: TaskRow): FileTask {
  const { title, text, phase, isOptional, files, check, file, number } = row
  const edges = picture.graph.edges.get(row.id) ?? []
  const id = keyOf(row)
  return {
    ...(file ?? { extra: {} }),
    id,
    number,
    title,
    text,
    files: [...files],
    status: statusOf(picture, row),
    edges: edges
      .filter(({ waivedBy }) => waivedBy === null)
      .map(({ type, other }) => ({ type, to: nameOf(picture, other) })),
    ...(phase === null ? {} : { phase }),
    ...(isOptional ? { isOptional } : {}),
    ...(check === null ? {} : { check }),
    source: { format: 'seed', path: '', id, line: 0, raw: '' },
  }
}
