import { readBeads } from './beads.ts'
import { cycleIn } from './cycle.ts'
import { createDiagnostics, type Diagnostic, type Diagnostics } from './diagnostics.ts'
import { readKiro } from './kiro.ts'
import { readOpenspec } from './openspec.ts'
import { readRalph } from './ralph.ts'
import type { Reader, Reading, TaskFileText } from './reading.ts'
import { formatOf } from './recognition.ts'
import { readSeed } from './seed.ts'
import { readSpecKit } from './spec-kit.ts'
import { fileConflictsIn, runnableIn, type FileConflict } from './standing.ts'
import type { FileTask, TaskFormat } from './task.ts'
import { readTaskMaster } from './task-master.ts'
import { validate } from './validation.ts'

/** What a task file says: its tasks, and whatever is wrong in it. Without a format there are no tasks. */
export interface TaskFile {
  format: TaskFormat | undefined
  tasks: FileTask[]
  diagnostics: Diagnostic[]
  /** The tasks that could begin now. */
  runnable: string[]
  fileConflicts: FileConflict[]
}

/** A task file may have as many letters as a request may have bytes. */
export const largestTaskFile = 8 * 1024 * 1024

const readers: Readonly<Record<TaskFormat, Reader>> = {
  'spec-kit': readSpecKit,
  kiro: readKiro,
  openspec: readOpenspec,
  'task-master': readTaskMaster,
  beads: readBeads,
  ralph: readRalph,
  seed: readSeed,
}

/** Reads a task file of any known format, recognised by what it says. It throws nothing: faults are diagnostics. */
export function importTaskFile(file: TaskFileText): TaskFile {
  const diagnostics = createDiagnostics()
  const { format, tasks } = readTaskFile(file, diagnostics)
  validate(tasks, diagnostics)
  const cycle = cycleIn(tasks)
  if (cycle) tellCycle(cycle, diagnostics)
  const fileConflicts = fileConflictsIn(tasks, diagnostics)
  return { format, tasks, runnable: runnableIn(tasks), fileConflicts, diagnostics: diagnostics.listed() }
}

/** Reads a file by its format, with the marks of its tasks. */
export function readTaskFile(
  file: TaskFileText,
  diagnostics: Diagnostics,
): Reading & { format: TaskFormat | undefined } {
  const nothing = { format: undefined, tasks: [], marks: new Map() }
  if (file.text.length > largestTaskFile) {
    diagnostics.add('TOO_LARGE', 1, { message: `The file has more than ${largestTaskFile} letters.` })
    return nothing
  }
  const format = formatOf(file)
  if (format) return { format, ...readers[format](file, diagnostics) }
  diagnostics.add('UNKNOWN_FORMAT', 1, { message: 'There are no tasks here in a format that Iris knows.' })
  return nothing
}

function tellCycle(cycle: readonly FileTask[], diagnostics: Diagnostics): void {
  const ids = cycle.map(({ id }) => id)
  const [first] = cycle
  diagnostics.add('CYCLE', first?.source.line ?? 1, {
    ...(first && { task: first.id }),
    cycle: ids,
    message: `These wait for each other: ${ids.join(', ')}.`,
  })
}
