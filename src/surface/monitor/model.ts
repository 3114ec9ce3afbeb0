import type { WholeAsk } from './asks.ts'
import type { Size } from './layout.ts'
import type { Scene } from './scene.ts'
import type { Tail } from './tail.ts'
import type { View } from './view.ts'

/** All that is drawn at a moment. */
export interface Model {
  scene: Scene
  view: View
  tail: Tail
  /** The open ask in full, once it was read. */
  whole: WholeAsk | undefined
  size: Size
  now: number
}
