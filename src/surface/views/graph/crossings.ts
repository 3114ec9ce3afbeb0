import type { Vertex } from './vertex.ts'

const rounds = 4

/** Orders each layer so that few edges cross: a few sweeps of barycentres to and fro; the best order is kept. */
export function untangle(layers: readonly Vertex[][]): void {
  let fewest = crossingsIn(layers)
  keep(layers)
  for (let round = 0; round < rounds && fewest > 0; round += 1) {
    for (let at = 1; at < layers.length; at += 1) sortBy(layers[at] ?? [], 'before')
    for (let at = layers.length - 2; at >= 0; at -= 1) sortBy(layers[at] ?? [], 'after')
    const crossings = crossingsIn(layers)
    if (crossings >= fewest) continue
    fewest = crossings
    keep(layers)
  }
  for (const layer of layers) {
    layer.sort((a, b) => a.kept - b.kept)
    renumber(layer)
  }
}

function keep(layers: readonly Vertex[][]): void {
  for (const layer of layers) for (const vertex of layer) vertex.kept = vertex.place
}

function renumber(layer: readonly Vertex[]): void {
  for (let place = 0; place < layer.length; place += 1) {
    const vertex = layer[place]
    if (vertex) vertex.place = place
  }
}

/** What has no neighbour there stays where it is. */
function sortBy(layer: Vertex[], side: 'before' | 'after'): void {
  for (const vertex of layer) {
    let sum = 0
    for (const neighbour of vertex[side]) sum += neighbour.place
    vertex.wanted = vertex[side].length > 0 ? sum / vertex[side].length : vertex.place
  }
  layer.sort((a, b) => a.wanted - b.wanted || a.place - b.place)
  renumber(layer)
}

/** How many pairs of edges cross between neighbouring layers. */
export function crossingsIn(layers: readonly Vertex[][]): number {
  let crossings = 0
  for (const [at, layer] of layers.entries()) crossings += crossingsAfter(layer, layers[at + 1]?.length ?? 0)
  return crossings
}

/** Edges in the order of their left ends; each crosses those before it that end further down. */
function crossingsAfter(layer: readonly Vertex[], size: number): number {
  const counts = new Int32Array(size + 1)
  let [crossings, seen] = [0, 0]
  for (const { after } of layer) {
    // Edges of one vertex do not cross each other: all are held against what was there before.
    for (const { place } of after) {
      let notBelow = 0
      for (let at = place + 1; at > 0; at -= at & -at) notBelow += counts[at] ?? 0
      crossings += seen - notBelow
    }
    for (const { place } of after)
      for (let at = place + 1; at <= size; at += at & -at) counts[at] = (counts[at] ?? 0) + 1
    seen += after.length
  }
  return crossings
}
