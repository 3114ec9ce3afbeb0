import { byId } from './reading.ts'
import { dependenciesOf, type FileTask } from './task.ts'

/** One circle of those that wait for each other, from the lowest number along what each waits for. */
export function cycleIn(tasks: readonly FileTask[]): FileTask[] | undefined {
  const known = byId(tasks)
  const done = new Set<FileTask>()
  for (const start of tasks) {
    const cycle = done.has(start) ? undefined : cycleFrom(start, known, done)
    if (cycle) return cycle
  }
  return undefined
}

/** Walks along what each task waits for, without recursion: chains may be long. */
function cycleFrom(
  start: FileTask,
  known: ReadonlyMap<string, FileTask>,
  done: Set<FileTask>,
): FileTask[] | undefined {
  const path = [stepAt(start, known)]
  const places = new Map([[start, 0]])
  for (let step = path.at(-1); step; step = path.at(-1)) {
    const next = step.left.pop()
    const place = next && places.get(next)
    if (place !== undefined) return fromLowest(path.slice(place).map(({ task }) => task))
    if (next && !done.has(next)) places.set(next, path.push(stepAt(next, known)) - 1)
    if (next) continue
    path.pop()
    places.delete(step.task)
    done.add(step.task)
  }
  return undefined
}

function stepAt(task: FileTask, known: ReadonlyMap<string, FileTask>): { task: FileTask; left: FileTask[] } {
  const others = dependenciesOf(task).filter((id) => id !== task.id)
  return { task, left: others.flatMap((id) => known.get(id) ?? []).toReversed() }
}

function fromLowest(cycle: FileTask[]): FileTask[] {
  const numbers = cycle.map(({ number }) => number)
  const place = numbers.indexOf(numbers.reduce((least, number) => Math.min(least, number), Infinity))
  return [...cycle.slice(place), ...cycle.slice(0, place)]
}
