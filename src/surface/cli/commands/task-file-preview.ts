import { counted, oneLine, exitCodes } from '../../../contract/plain.ts'
import {
  importTaskFile,
  largestTaskFile,
  reportOf,
  type Diagnostic,
  type TaskFile,
} from '../../../core/tasks/plain.ts'
import { readRegularFile } from '../../../platform/projects/index.ts'
import type { CommandContext } from '../command.ts'
import type { Output } from '../output.ts'
import { table } from '../table.ts'

const widestTitle = 60
const maxIds = 4

/** Shows what a task file would give; it needs no daemon. */
export async function previewTaskFile({ output }: CommandContext, file: string): Promise<number> {
  const found = importTaskFile({ text: await readRegularFile(file, largestTaskFile), path: file })
  output.result(reportOf(found), () => show(output, file, found))
  return found.format ? exitCodes.ok : exitCodes.badInput
}

function show(output: Output, file: string, found: TaskFile): void {
  const { format, tasks, runnable, diagnostics } = found
  const isRunnable = new Set(runnable)
  if (format)
    output.line(`${file}: ${format}, ${counted(tasks.length, 'task')}, ${runnable.length} can begin now`)
  if (tasks.length > 0) output.line()
  const rows = tasks.map((task) => [
    task.id,
    isRunnable.has(task.id) && task.status === 'pending' ? output.paint('green', 'can begin') : task.status,
    oneLine(task.title, widestTitle),
    shortened(
      task.edges.flatMap(({ type, to }) => (type === 'blocks' || type === 'on_failure_of' ? to : [])),
    ),
  ])
  if (rows.length > 0)
    for (const line of table({ heading: ['task', 'status', 'title', 'waits for'], rows }, output))
      output.line(line)
  showConflicts(output, found)
  for (const one of diagnostics) output.line(inWords(output, one))
}

function showConflicts(output: Output, { fileConflicts }: TaskFile): void {
  for (const { path, tasks } of fileConflicts)
    output.line(
      `${output.paint('yellow', '!')} ${tasks.join(' and ')} both write ${path}, in no order; they are kept apart`,
    )
}

function inWords(output: Output, { code, severity, line, message }: Diagnostic): string {
  const sign = severity === 'error' ? output.paint('red', '✗') : output.paint('yellow', '!')
  return `${sign} line ${line}: ${message} ${output.paint('dim', code)}`
}

function shortened(ids: readonly string[]): string {
  const more = ids.length - maxIds
  return more > 0 ? `${ids.slice(0, maxIds).join(', ')} and ${more} more` : ids.join(', ')
}
