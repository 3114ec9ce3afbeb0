import type { Vertex } from './vertex.ts'

/** How much room a node and a bend take in a column. */
export interface Room {
  height: number
  gap: number
  bendGap: number
}

const rounds = 3

/** Gives each vertex its height: near its neighbours, in the order of its layer, and never into another. */
export function straighten(layers: readonly Vertex[][], room: Room): void {
  for (const layer of layers) stack(layer, room)
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 1; at < layers.length; at += 1) settle(layers[at] ?? [], 'before')
    for (let at = layers.length - 2; at >= 0; at -= 1) settle(layers[at] ?? [], 'after')
  }
  for (const layer of layers) settle(layer, 'around')
}

/** All as near to each other as they may. */
function stack(layer: readonly Vertex[], room: Room): void {
  let above: Vertex | undefined
  for (const vertex of layer) {
    vertex.offset = above ? above.offset + distance(above, vertex, room) : 0
    vertex.y = vertex.offset
    above = vertex
  }
}

function distance(above: Vertex, below: Vertex, { height, gap, bendGap }: Room): number {
  const bends = Number(above.id === undefined) + Number(below.id === undefined)
  return (height / 2) * (2 - bends) + (bends > 0 ? bendGap : gap)
}

/** Vertices that push each other and so stand as one. */
interface Block {
  /** Where its first would stand, by the mean of what its members want. */
  y: number
  weight: number
  count: number
}

/** What has no neighbour stays, unless others push it. */
const idleWeight = 0.2

/** As near to what each wants as the order allows, in one pass. */
function settle(layer: readonly Vertex[], side: 'before' | 'after' | 'around'): void {
  const blocks: Block[] = []
  for (const vertex of layer) {
    const block = blockOf(vertex, side)
    for (let last = blocks.at(-1); last && last.y >= block.y; last = blocks.at(-1)) {
      blocks.pop()
      const weight = last.weight + block.weight
      block.y = (last.y * last.weight + block.y * block.weight) / weight
      block.weight = weight
      block.count += last.count
    }
    blocks.push(block)
  }
  let place = 0
  for (const { y, count } of blocks)
    for (const end = place + count; place < end; place += 1) {
      const vertex = layer[place]
      if (vertex) vertex.y = y + vertex.offset
    }
}

function blockOf(vertex: Vertex, side: 'before' | 'after' | 'around'): Block {
  let [sum, count] = [0, 0]
  if (side !== 'after') for (const { y } of vertex.before) [sum, count] = [sum + y, count + 1]
  if (side !== 'before') for (const { y } of vertex.after) [sum, count] = [sum + y, count + 1]
  const wanted = count > 0 ? sum / count : vertex.y
  return { y: wanted - vertex.offset, weight: count > 0 ? 1 : idleWeight, count: 1 }
}
