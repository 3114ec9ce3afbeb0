export { layersOf } from './layers.ts'
export { layoutGraph, type Layout, type Placed, type Point } from './layout.ts'
export type { Sizes } from './sizes.ts'
export type { Arrow } from './vertex.ts'
