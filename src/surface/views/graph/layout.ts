import { layered, wayKey, type Layered } from './bends.ts'
import { untangle } from './crossings.ts'
import { layersOf, partsOf } from './layers.ts'
import { packed, type Box } from './packing.ts'
import type { Sizes } from './sizes.ts'
import { straighten } from './straighten.ts'
import type { Arrow } from './vertex.ts'

/** Where a node is drawn. */
export interface Placed {
  id: string
  x: number
  y: number
  /** Which of the parts that hang together it is in. */
  part: number
  layer: number
}

/** A graph as it is drawn: from left to right, what is waited for first. */
export interface Layout {
  /** In the order in which they are read: part by part, layer by layer, from above. */
  nodes: readonly Placed[]
  width: number
  height: number
  /** The points that an edge passes between its ends, two for each layer. */
  bendsOf: (arrow: Arrow) => readonly Point[]
}

export type Point = readonly [x: number, y: number]

/** Draws a graph in layers. The same graph is always drawn the same. */
export function layoutGraph(
  graph: {
    /** In the order that decides where nothing else does. */
    nodes: readonly string[]
    /** What stands to the right of what. */
    arrows: readonly Arrow[]
    /** What holds together without an order. */
    links?: readonly Arrow[]
  },
  sizes: Sizes,
): Layout {
  const { nodes, arrows, links = [] } = graph
  const layerOf = layersOf(nodes, arrows)
  const parts = partsOf(nodes, [...arrows, ...links])
  const drawn = drawnParts(parts, { arrows, layerOf, sizes })
  const { places, width, height } = packed(drawn, sizes)
  const placed: Placed[] = []
  const bends = new Map<string, Point[]>()
  for (const [part, { x, y }] of places.entries()) {
    const box = drawn[part]
    if (!box) continue
    for (const node of box.nodes) placed.push({ ...node, x: node.x + x, y: node.y + y, part })
    for (const [way, points] of box.ways)
      bends.set(
        way,
        points.map(([px, py]) => [px + x, py + y] as const),
      )
  }
  return { nodes: placed, width, height, bendsOf: (arrow) => bends.get(wayKey(arrow)) ?? [] }
}

/** The parts, the largest first; what hangs on nothing comes last. */
function drawnParts(
  parts: readonly string[][],
  deps: { arrows: readonly Arrow[]; layerOf: ReadonlyMap<string, number>; sizes: Sizes },
): Part[] {
  const arrowsOf = new Map<number, Arrow[]>()
  const partOf = new Map(parts.flatMap((ids, part) => ids.map((id) => [id, part] as const)))
  for (const arrow of deps.arrows) {
    const part = partOf.get(arrow.from)
    if (part === undefined || part !== partOf.get(arrow.to)) continue
    const list = arrowsOf.get(part)
    if (list) list.push(arrow)
    else arrowsOf.set(part, [arrow])
  }
  return [...parts.entries()]
    .toSorted(([, a], [, b]) => Number(a.length === 1) - Number(b.length === 1) || b.length - a.length)
    .map(([part, ids]) => drawPart(ids, arrowsOf.get(part) ?? [], deps))
}

interface Part extends Box {
  nodes: Omit<Placed, 'part'>[]
  ways: ReadonlyMap<string, Point[]>
}

function drawPart(
  ids: readonly string[],
  arrows: readonly Arrow[],
  { layerOf, sizes }: { layerOf: ReadonlyMap<string, number>; sizes: Sizes },
): Part {
  const part = layered(ids, arrows, layerOf)
  untangle(part.layers)
  straighten(part.layers, { height: sizes.height, gap: sizes.gap, bendGap: sizes.gap * 0.8 })
  const all = part.layers.flat()
  const top = Math.min(...all.map(({ id, y }) => (id === undefined ? y : y - sizes.height / 2)))
  const bottom = Math.max(...all.map(({ id, y }) => (id === undefined ? y : y + sizes.height / 2)))
  const column = sizes.width + sizes.across
  return {
    width: part.layers.length * column - sizes.across,
    height: bottom - top,
    nodes: all.flatMap(({ id, layer, y }) =>
      id === undefined ? [] : [{ id, layer, x: layer * column, y: y - top - sizes.height / 2 }],
    ),
    ways: waysOf(part, { column, top, width: sizes.width }),
  }
}

function waysOf(
  { ways }: Layered,
  { column, top, width }: { column: number; top: number; width: number },
): Map<string, Point[]> {
  return new Map(
    [...ways].map(([way, bends]) => [
      way,
      bends.flatMap(({ layer, y }): Point[] => [
        [layer * column, y - top],
        [layer * column + width, y - top],
      ]),
    ]),
  )
}
