import type { Diagnostics } from './diagnostics.ts'
import { precedenceOf } from './precedence.ts'
import { dependenciesOf, parentOf, type FileTask, type ImpactAction } from './task.ts'

/** Two tasks that write one file and that nothing puts in an order. */
export interface FileConflict {
  path: string
  tasks: [string, string]
  actions: [ImpactAction, ImpactAction]
}

const maxConflicts = 10_000
/** Pairs that are compared at the most. */
const maxPairs = 1_000_000

/** The tasks that could begin now: not begun, and all that they and what they are part of wait for is done. */
export function runnableIn(tasks: readonly FileTask[]): string[] {
  const known = groupedById(tasks)
  const parts = partsIn(tasks)
  const isMet = (task: FileTask): boolean =>
    task.edges.every(({ type, to }) => {
      if (type === 'parent' || type === 'link') return true
      const wanted = type === 'blocks' ? 'complete' : 'failed'
      return known.get(to)?.every(({ status }) => status === wanted) ?? false
    })
  const isFree = freedomOf(known, isMet)
  const isNotBegun = ({ status }: FileTask): boolean => status === 'pending' || status === 'ready'
  const hasOpenParts = (task: FileTask): boolean =>
    (parts.get(task.id) ?? []).some((part) => isOpenPart(part, task))
  return [
    ...new Set(
      tasks.filter((task) => isNotBegun(task) && !hasOpenParts(task) && isFree(task)).map(({ id }) => id),
    ),
  ]
}

/** Whether a task and all that it is part of may begin. Wholes may be nested deep, so there is no recursion. */
function freedomOf(
  known: ReadonlyMap<string, FileTask[]>,
  isMet: (task: FileTask) => boolean,
): (task: FileTask) => boolean {
  const found = new Map<FileTask, boolean>()
  return (task) => {
    const chain = new Set<FileTask>()
    let above: FileTask | undefined = task
    for (; above && !found.has(above) && !chain.has(above); above = known.get(parentOf(above) ?? '')?.[0])
      chain.add(above)
    let isFree = (above && found.get(above)) ?? true
    for (const one of [...chain].toReversed()) {
      isFree &&= isMet(one)
      found.set(one, isFree)
    }
    return found.get(task) ?? false
  }
}

/** The parts are the work of a task; one that waits for the task itself comes after it. */
function isOpenPart(part: FileTask, task: FileTask): boolean {
  return !part.isOptional && part.status !== 'complete' && !dependenciesOf(part).includes(task.id)
}

function groupedById(tasks: readonly FileTask[]): Map<string, FileTask[]> {
  const found = new Map<string, FileTask[]>()
  for (const task of tasks) {
    const same = found.get(task.id)
    if (same) same.push(task)
    else found.set(task.id, [task])
  }
  return found
}

function partsIn(tasks: readonly FileTask[]): Map<string, FileTask[]> {
  const found = new Map<string, FileTask[]>()
  for (const task of tasks) {
    const parent = parentOf(task)
    if (parent === undefined) continue
    const siblings = found.get(parent)
    if (siblings) siblings.push(task)
    else found.set(parent, [task])
  }
  return found
}

/** Every pair of tasks that writes one file unordered; those that both claim to be parallel are told. */
export function fileConflictsIn(tasks: readonly FileTask[], diagnostics: Diagnostics): FileConflict[] {
  const written = new Map([...writersIn(tasks)].filter(([, writers]) => writers.length > 1))
  const watched = new Set([...written.values()].flatMap((writers) => writers.map(({ task }) => task)))
  const comesBefore = precedenceOf(tasks, watched)
  const conflicts: FileConflict[] = []
  let compared = 0
  for (const { path, earlier, later } of pairsIn(written)) {
    compared += 1
    if (!comesBefore || compared > maxPairs || conflicts.length === maxConflicts)
      return tooMany(later.task, conflicts, diagnostics)
    const [first, second] = [earlier.task, later.task]
    if (first.id === second.id || comesBefore(first, second) || comesBefore(second, first)) continue
    conflicts.push(conflictOf(path, earlier, later))
    if (first.isParallelClaim && second.isParallelClaim) rejectClaim(path, [first, second], diagnostics)
  }
  return conflicts
}

interface Pair {
  path: string
  earlier: Writer
  later: Writer
}

function* pairsIn(written: ReadonlyMap<string, Writer[]>): Generator<Pair> {
  for (const [path, writers] of written)
    for (const [place, later] of writers.entries())
      for (let before = 0; before < place; before += 1)
        yield { path, later, earlier: writers[before] ?? later }
}

interface Writer {
  task: FileTask
  action: ImpactAction
}

function writersIn(tasks: readonly FileTask[]): Map<string, Writer[]> {
  const found = new Map<string, Writer[]>()
  for (const task of tasks)
    for (const [path, action] of new Map(
      task.files.map(({ path, action }) => [path.replace(/^\.\//, ''), action]),
    )) {
      // A folder or a pattern names no one file.
      if (action === 'READ' || path.endsWith('/') || path.includes('*')) continue
      const writers = found.get(path)
      if (writers) writers.push({ task, action })
      else found.set(path, [{ task, action }])
    }
  return found
}

const actionOrder: readonly ImpactAction[] = ['CREATE', 'UPDATE', 'DELETE']

function conflictOf(path: string, ...pair: [Writer, Writer]): FileConflict {
  const [first, second] = pair.toSorted(
    (a, b) => actionOrder.indexOf(a.action) - actionOrder.indexOf(b.action) || a.task.number - b.task.number,
  )
  const [a = pair[0], b = pair[1]] = [first, second]
  return { path, tasks: [a.task.id, b.task.id], actions: [a.action, b.action] }
}

function rejectClaim(path: string, [first, second]: [FileTask, FileTask], diagnostics: Diagnostics): void {
  diagnostics.add('PARALLEL_CLAIM_CONFLICT', second.source.line, {
    task: second.id,
    tasks: [first.id, second.id],
    path,
    message: `${first.id} and ${second.id} both claim to run in parallel, and both write ${path}. They are kept apart.`,
  })
}

function tooMany(task: FileTask, conflicts: FileConflict[], diagnostics: Diagnostics): FileConflict[] {
  const message =
    'There are too many tasks that write the same files to compare every pair; the list is cut here.'
  diagnostics.add('TOO_MANY_CONFLICTS', task.source.line, { task: task.id, message })
  return conflicts
}
