/** A place in a layer: a node that is drawn, or a bend of an edge that passes by. */
export interface Vertex {
  /** What is drawn here; undefined for a bend. */
  id: string | undefined
  layer: number
  /** Where it stands in its layer, from 0. */
  place: number
  /** The middle of it, from the top of its part. */
  y: number
  /** How far it is from the first of its layer when all stand as near as they may. */
  offset: number
  /** Where it would stand if it were alone. */
  wanted: number
  /** Its place in the best order so far. */
  kept: number
  /** What leads to it from the layer before. */
  before: Vertex[]
  /** What it leads to in the layer after. */
  after: Vertex[]
}

/** From one node to another; what is to the right waits for what is to the left. */
export interface Arrow {
  from: string
  to: string
}

export function vertexAt(id: string | undefined, layer: number): Vertex {
  return { id, layer, place: 0, y: 0, offset: 0, wanted: 0, kept: 0, before: [], after: [] }
}
