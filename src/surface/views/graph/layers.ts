import type { Arrow } from './vertex.ts'

/**
 * The layer of each node: one more than the last of those before it.
 * Circles are cut where they are met first, so that every graph has layers.
 */
export function layersOf(nodes: readonly string[], arrows: readonly Arrow[]): Map<string, number> {
  const { after, waits } = neighbours(nodes, arrows)
  const layers = new Map<string, number>()
  const open = nodes.filter((id) => waits.get(id) === 0)
  const bounds = new Map<string, number>()
  let next = 0
  const settle = (): void => {
    for (let at = 0; at < open.length; at += 1) {
      const id = open[at] ?? ''
      if (layers.has(id)) continue
      const layer = bounds.get(id) ?? 0
      layers.set(id, layer)
      for (const other of after.get(id) ?? []) {
        bounds.set(other, Math.max(bounds.get(other) ?? 0, layer + 1))
        const left = (waits.get(other) ?? 0) - 1
        waits.set(other, left)
        if (left === 0) open.push(other)
      }
    }
    open.length = 0
  }
  settle()
  for (; next < nodes.length; next += 1) {
    const id = nodes[next] ?? ''
    if (layers.has(id)) continue
    open.push(id)
    settle()
  }
  return layers
}

function neighbours(
  nodes: readonly string[],
  arrows: readonly Arrow[],
): { after: Map<string, string[]>; waits: Map<string, number> } {
  const after = new Map<string, string[]>(nodes.map((id) => [id, []]))
  const waits = new Map<string, number>(nodes.map((id) => [id, 0]))
  for (const { from, to } of arrows) {
    const list = after.get(from)
    if (!list || !waits.has(to) || from === to) continue
    list.push(to)
    waits.set(to, (waits.get(to) ?? 0) + 1)
  }
  return { after, waits }
}

/** The nodes that hang together, each part in the order of the nodes, the parts by their first node. */
export function partsOf(nodes: readonly string[], arrows: readonly Arrow[]): string[][] {
  const roots = new Map<string, string>(nodes.map((id) => [id, id]))
  const rootOf = (id: string): string => {
    let root = id
    while (roots.get(root) !== root) root = roots.get(root) ?? root
    // What was walked is shortened, so that the next walk is quick.
    for (let at = id; at !== root;) {
      const up = roots.get(at) ?? root
      roots.set(at, root)
      at = up
    }
    return root
  }
  for (const { from, to } of arrows) if (roots.has(from) && roots.has(to)) roots.set(rootOf(to), rootOf(from))
  const parts = new Map<string, string[]>()
  for (const id of nodes) {
    const root = rootOf(id)
    const part = parts.get(root)
    if (part) part.push(id)
    else parts.set(root, [id])
  }
  return [...parts.values()]
}
