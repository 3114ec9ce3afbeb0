import { writtenExpectation } from './check.ts'
import type { TaskFile } from './import.ts'
import { dependenciesOf, parentOf, type FileCheck, type FileTask } from './task.ts'

/** A task file as programs are told it. */
export function reportOf({
  format,
  tasks,
  diagnostics,
  runnable,
  fileConflicts,
}: TaskFile): Record<string, unknown> {
  return {
    format: format ?? null,
    tasks: tasks.map(reportTask),
    diagnostics,
    runnable,
    file_conflicts: fileConflicts,
  }
}

function reportTask(task: FileTask): Record<string, unknown> {
  const other = task.edges.filter(({ type }) => type === 'on_failure_of' || type === 'link')
  const { id, number, title, status, files } = task
  return withoutNothing({
    id,
    number,
    title,
    status,
    depends_on: dependenciesOf(task),
    files: files.length > 0 ? files : undefined,
    group: task.group,
    phase: task.phase,
    action: task.action,
    optional: task.isOptional,
    parallel_claim: task.isParallelClaim,
    parent: parentOf(task),
    priority: task.priority,
    story: task.story,
    requirements: task.requirements,
    checkpoint: task.isCheckpoint,
    check: task.check && reportCheck(task.check),
    edges: other.length > 0 ? other : undefined,
    line: task.source.line,
  })
}

function reportCheck(check: FileCheck): Record<string, unknown> {
  if ('manual' in check) return { ...check }
  return { command: check.command, expected: writtenExpectation(check.expected) }
}

function withoutNothing(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
