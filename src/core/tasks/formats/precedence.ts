import { byId } from './reading.ts'
import { dependenciesOf, parentOf, type FileTask } from './task.ts'

/** Tells whether one task is done before another begins. */
export type ComesBefore = (first: FileTask, second: FileTask) => boolean

const largestTable = 16 * 1024 * 1024

/**
 * Who comes before whom, of the watched tasks: by edges, by those of what a task is part of, and by the parts of what
 * it waits for. Each task has a row of bits, one for each watched task; undefined when the rows would be too many.
 */
export function precedenceOf(
  tasks: readonly FileTask[],
  watched: ReadonlySet<FileTask>,
): ComesBefore | undefined {
  const width = Math.ceil(watched.size / 32)
  const nodes = tasks.length * 2
  if (nodes * width > largestTable) return undefined
  const rows = new Uint32Array(nodes * width)
  const bits = new Map([...watched].map((task, bit) => [task, bit]))
  const { indexOf, before } = graphOf(tasks)
  for (const node of inOrder(nodes, before)) {
    for (const other of before(node))
      for (let word = 0; word < width; word += 1)
        rows[node * width + word] = (rows[node * width + word] ?? 0) | (rows[other * width + word] ?? 0)
    const ended = node % 2 === 1 ? tasks[(node - 1) / 2] : undefined
    const bit = ended && bits.get(ended)
    if (bit !== undefined) {
      const word = node * width + (bit >> 5)
      rows[word] = (rows[word] ?? 0) | (1 << (bit & 31))
    }
  }
  return (first, second) => {
    const bit = bits.get(first) ?? 0
    const row = (indexOf.get(second) ?? 0) * 2 * width
    return ((rows[row + (bit >> 5)] ?? 0) & (1 << (bit & 31))) !== 0
  }
}

interface Graph {
  indexOf: Map<FileTask, number>
  /** Nodes are even for the begin of a task and odd for its end. */
  before: (node: number) => number[]
}

function graphOf(tasks: readonly FileTask[]): Graph {
  const known = byId(tasks)
  const indexOf = new Map(tasks.map((task, index) => [task, index]))
  const nodeOf = (id: string | undefined, end: 0 | 1): number[] => {
    const task = id === undefined ? undefined : known.get(id)
    return task ? [(indexOf.get(task) ?? 0) * 2 + end] : []
  }
  const parts = new Map<number, number[]>()
  for (const [index, task] of tasks.entries())
    for (const whole of nodeOf(parentOf(task), 1)) {
      const siblings = parts.get(whole)
      if (siblings) siblings.push(index * 2 + 1)
      else parts.set(whole, [index * 2 + 1])
    }
  const before = (node: number): number[] => {
    if (node % 2 === 1) return [node - 1, ...(parts.get(node) ?? [])]
    const task = tasks[node / 2]
    if (!task) return []
    return [...dependenciesOf(task).flatMap((id) => nodeOf(id, 1)), ...nodeOf(parentOf(task), 0)]
  }
  return { indexOf, before }
}

/** Every node after those before it; a circle is cut where it closes. */
function inOrder(nodes: number, before: (node: number) => number[]): number[] {
  const order: number[] = []
  const isSeen = new Uint8Array(nodes)
  for (let start = 0; start < nodes; start += 1) {
    if (isSeen[start]) continue
    isSeen[start] = 1
    const path = [{ node: start, left: before(start) }]
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const next = step.left.pop()
      if (next === undefined) order.push(path.pop()?.node ?? 0)
      else if (!isSeen[next]) {
        isSeen[next] = 1
        path.push({ node: next, left: before(next) })
      }
    }
  }
  return order
}
