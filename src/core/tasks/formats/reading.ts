import type { Diagnostics } from './diagnostics.ts'
import type { FileEdge, FileTask, StatusMark } from './task.ts'

/** A task file: its text, and where it is. */
export interface TaskFileText {
  text: string
  path: string
}

/** What a reader found: the tasks, and where the text shows the status of each. */
export interface Reading {
  tasks: FileTask[]
  marks: Map<FileTask, StatusMark[]>
}

/** Reads the files of one format. It throws nothing: what it cannot read is a diagnostic. */
export type Reader = (file: TaskFileText, diagnostics: Diagnostics) => Reading

/** Adds edges to tasks. A file may ask for so many that they would fill the memory; then they are refused. */
export type Connect = (task: FileTask, type: FileEdge['type'], to: Iterable<string>) => void

export const maxEdges = 200_000

export function createConnect(diagnostics: Diagnostics): Connect {
  let count = 0
  return (task, type, to) => {
    const known = new Set(task.edges.filter((edge) => edge.type === type).map((edge) => edge.to))
    for (const id of to) {
      if (known.has(id)) continue
      if (count === maxEdges)
        diagnostics.add('TOO_MANY_EDGES', task.source.line, {
          task: task.id,
          message: `The file asks for more than ${maxEdges} edges; from here on they are left out.`,
        })
      count += 1
      if (count > maxEdges) return
      known.add(id)
      task.edges.push({ type, to: id })
    }
  }
}

/** The tasks of a file by their ids; of several with one id the first. */
export function byId(tasks: readonly FileTask[]): Map<string, FileTask> {
  const found = new Map<string, FileTask>()
  for (const task of tasks) if (!found.has(task.id)) found.set(task.id, task)
  return found
}
