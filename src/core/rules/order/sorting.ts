import { createHeap } from './heap.ts'
import type { TaskNode } from './task.ts'

interface Waiting {
  node: TaskNode
  place: number
  /** Dependencies that have no place yet. */
  needs: number
  /** Tasks that should go before because they write the same file. */
  prefers: number
  isPlaced: boolean
  neededBy: Waiting[]
  preferredBy: Waiting[]
}

/** One task should go before another, where no dependency says otherwise. */
export type Preference = readonly [first: TaskNode, second: TaskNode]

/**
 * Kahn's order: of the ready tasks always the one with the lowest place. Preferences hold unless they contradict each
 * other. Nodes in a cycle, and those behind one, are left out.
 */
export function sortNodes(nodes: readonly TaskNode[], preferences: readonly Preference[] = []): TaskNode[] {
  const waiting = connect(nodes, preferences)
  const ready = createHeap<Waiting>()
  const heldBack = createHeap<Waiting>()
  const offer = (one: Waiting): void => {
    if (one.needs === 0) (one.prefers === 0 ? ready : heldBack).add(one)
  }
  for (const one of waiting) offer(one)
  const sorted: TaskNode[] = []
  for (let one = ready.take() ?? heldBack.take(); one; one = ready.take() ?? heldBack.take()) {
    if (one.isPlaced) continue
    one.isPlaced = true
    sorted.push(one.node)
    for (const follower of one.neededBy) {
      follower.needs -= 1
      offer(follower)
    }
    for (const follower of one.preferredBy) {
      follower.prefers -= 1
      if (follower.prefers === 0) offer(follower)
    }
  }
  return sorted
}

function connect(nodes: readonly TaskNode[], preferences: readonly Preference[]): Waiting[] {
  const byNode = new Map<TaskNode, Waiting>(
    nodes.map((node) => [
      node,
      {
        node,
        place: node.place,
        needs: node.needs.length,
        prefers: 0,
        isPlaced: false,
        neededBy: [],
        preferredBy: [],
      },
    ]),
  )
  for (const [node, waiting] of byNode)
    for (const needed of node.needs) byNode.get(needed)?.neededBy.push(waiting)
  for (const [first, second] of preferences) {
    const follower = byNode.get(second)
    if (!follower) continue
    follower.prefers += 1
    byNode.get(first)?.preferredBy.push(follower)
  }
  return [...byNode.values()]
}
