import type { Diagnostics } from './diagnostics.ts'
import { byId } from './reading.ts'
import { suggester } from './references.ts'
import { fileEdgeTypes, type FileTask } from './task.ts'

/** Tells of ids that are there twice, and of edges that lead nowhere or back to their task. */
export function validate(tasks: readonly FileTask[], diagnostics: Diagnostics): void {
  const known = byId(tasks)
  const suggest = suggester(known.keys())
  for (const task of tasks) {
    task.edges.sort((a, b) => fileEdgeTypes.indexOf(a.type) - fileEdgeTypes.indexOf(b.type))
    if (known.get(task.id) !== task) duplicate(task, known.get(task.id), diagnostics)
    for (const { type, to } of task.edges) {
      if (to === task.id) self(task, diagnostics)
      else if (!known.has(to) && type !== 'link' && !isExternal(to))
        unknown(task, to, { suggest, diagnostics })
    }
  }
}

/** `spec#task` is a task of another file: it is waited for, and no error. */
function isExternal(id: string): boolean {
  return id.includes('#')
}

function duplicate(task: FileTask, first: FileTask | undefined, diagnostics: Diagnostics): void {
  const message = `${task.id} is there already, on line ${first?.source.line ?? 0}.`
  diagnostics.add('DUPLICATE_ID', task.source.line, { task: task.id, message })
}

function self(task: FileTask, diagnostics: Diagnostics): void {
  diagnostics.add('SELF_DEPENDENCY', task.source.line, {
    task: task.id,
    message: `${task.id} waits for itself.`,
  })
}

function unknown(
  task: FileTask,
  dependency: string,
  { suggest, diagnostics }: { suggest: (id: string) => string | undefined; diagnostics: Diagnostics },
): void {
  const suggestion = suggest(dependency)
  const hint = suggestion === undefined ? '' : ` Perhaps ${suggestion} is meant.`
  const message = `${task.id} names ${dependency}, which is not in this file or could not be read.${hint}`
  const rest = { task: task.id, dependency, message, ...(suggestion !== undefined && { suggestion }) }
  diagnostics.add('UNKNOWN_DEPENDENCY', task.source.line, rest)
}
