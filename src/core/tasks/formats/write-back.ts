import { createDiagnostics } from './diagnostics.ts'
import { readTaskFile } from './import.ts'
import type { TaskFileText } from './reading.ts'
import type { FileStatus, FileTask, StatusMark } from './task.ts'

/** The new status of one task of a file; the line is needed where an id is there twice. */
export interface StatusChange {
  id: string
  line?: number
  status: FileStatus
}

/** The text with the new marks, and the changes that found no place. */
export interface WrittenBack {
  text: string
  refused: { change: StatusChange; why: 'unknown' | 'ambiguous' | 'no mark' }[]
}

/**
 * Writes the status of named tasks into a text: only their marks change, every other letter stays. A mark that says so
 * already stays as it is written.
 */
export function writeStatuses(file: TaskFileText, changes: readonly StatusChange[]): WrittenBack {
  const { tasks, marks } = readTaskFile(file, createDiagnostics())
  const known = new Map<string, FileTask[]>()
  for (const task of tasks) {
    const same = known.get(task.id)
    if (same) same.push(task)
    else known.set(task.id, [task])
  }
  const refused: WrittenBack['refused'] = []
  const edits: { mark: StatusMark; status: FileStatus }[] = []
  for (const change of changes) {
    const meant = (known.get(change.id) ?? []).filter(
      ({ source }) => change.line === undefined || change.line === source.line,
    )
    const [task] = meant
    const places = task && marks.get(task)
    if (!task || !places) refused.push({ change, why: 'unknown' })
    else if (meant.length > 1) refused.push({ change, why: 'ambiguous' })
    else if (places.length === 0) refused.push({ change, why: 'no mark' })
    else edits.push(...places.map((mark) => ({ mark, status: change.status })))
  }
  return { text: edited(file.text, edits), refused }
}

function edited(text: string, edits: readonly { mark: StatusMark; status: FileStatus }[]): string {
  const inOrder = edits.toSorted((a, b) => a.mark.start - b.mark.start)
  const pieces: string[] = []
  let at = 0
  for (const { mark, status } of inOrder) {
    if (mark.start < at || mark.status === status) continue
    pieces.push(text.slice(at, mark.start), mark.write(status))
    at = mark.end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
