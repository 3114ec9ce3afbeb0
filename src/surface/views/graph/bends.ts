import { vertexAt, type Arrow, type Vertex } from './vertex.ts'

/** More bends than this for each node cost time and show nothing; further edges go straight. */
const bendsPerNode = 6

/** A part of a graph as vertices in layers, and the way of each edge that bends. */
export interface Layered {
  layers: Vertex[][]
  vertices: ReadonlyMap<string, Vertex>
  /** The bends an edge takes on its way, by its two ends. */
  ways: ReadonlyMap<string, readonly Vertex[]>
}

export const wayKey = ({ from, to }: Arrow): string => `${from}\n${to}`

/** Puts the nodes into their layers, and bends where an edge passes a layer: edges of one node share them. */
export function layered(
  nodes: readonly string[],
  arrows: readonly Arrow[],
  layerOf: ReadonlyMap<string, number>,
): Layered {
  const vertices = new Map(nodes.map((id) => [id, vertexAt(id, layerOf.get(id) ?? 0)]))
  const layers: Vertex[][] = []
  for (const vertex of vertices.values()) put(layers, vertex)
  const ways = new Map<string, Vertex[]>()
  let budget = bendsPerNode * nodes.length
  for (const [from, targets] of farthestLast(arrows, vertices)) {
    const chain: Vertex[] = []
    for (const to of targets) {
      const span = to.layer - from.layer - 1
      if (span - chain.length > budget) break
      while (chain.length < span) {
        budget -= 1
        chain.push(
          put(layers, join(chain.at(-1) ?? from, vertexAt(undefined, from.layer + chain.length + 1))),
        )
      }
      join(chain[span - 1] ?? from, to)
      if (span > 0) ways.set(wayKey({ from: from.id ?? '', to: to.id ?? '' }), chain.slice(0, span))
    }
  }
  return { layers, vertices, ways }
}

function put(layers: Vertex[][], vertex: Vertex): Vertex {
  while (layers.length <= vertex.layer) layers.push([])
  const layer = layers[vertex.layer] ?? []
  vertex.place = layer.length
  layer.push(vertex)
  return vertex
}

function join(from: Vertex, to: Vertex): Vertex {
  from.after.push(to)
  to.before.push(from)
  return to
}

/** What each node leads to, the nearest first. */
function farthestLast(
  arrows: readonly Arrow[],
  vertices: ReadonlyMap<string, Vertex>,
): Map<Vertex, Vertex[]> {
  const targets = new Map<Vertex, Set<Vertex>>()
  for (const { from, to } of arrows) {
    const [a, b] = [vertices.get(from), vertices.get(to)]
    if (!a || !b || b.layer <= a.layer) continue
    const found = targets.get(a)
    if (found) found.add(b)
    else targets.set(a, new Set([b]))
  }
  return new Map(
    [...targets].map(([from, found]) => [from, [...found].toSorted((a, b) => a.layer - b.layer)]),
  )
}
