import { cyclicComponents } from '../components.ts'
import { byNumber, type OrderError, type TaskNode } from './task.ts'

/** One error for each knot of tasks that wait for each other, explained by a shortest cycle through its lowest number. */
export function findCycles(nodes: readonly TaskNode[]): OrderError[] {
  return cyclicComponents(nodes, ({ needs }) => needs)
    .map((component) => component.toSorted(lowestFirst))
    .toSorted(([one], [other]) => (one && other ? lowestFirst(one, other) : 0))
    .map((component) => ({ code: 'CYCLE', cycle: shortestCycle(component) }))
}

const lowestFirst = (one: TaskNode, other: TaskNode): number => byNumber(one.task, other.task)

/** Goes out from the first of the component along its dependencies, level by level, until one of them needs the first. */
function shortestCycle(component: readonly TaskNode[]): string[] {
  const [first] = component
  const inside = new Set(component)
  const cameFrom = new Map<TaskNode, TaskNode | undefined>()
  let level = first ? [first] : []
  if (first) cameFrom.set(first, undefined)
  while (level.length > 0) {
    const last = level.find((node) => first && node.needs.includes(first))
    if (last) return pathTo(last, cameFrom)
    const next = level.flatMap((node) =>
      node.needs
        .toSorted(lowestFirst)
        .filter((needed) => inside.has(needed) && !cameFrom.has(needed) && cameFrom.set(needed, node)),
    )
    level = next
  }
  return []
}

function pathTo(last: TaskNode, cameFrom: ReadonlyMap<TaskNode, TaskNode | undefined>): string[] {
  const path: string[] = []
  for (let node: TaskNode | undefined = last; node; node = cameFrom.get(node)) path.push(node.task.id)
  return path.toReversed()
}
