/** How large things are drawn. */
export interface Sizes {
  width: number
  height: number
  /** Between layers. */
  across: number
  /** Between nodes of a layer. */
  gap: number
  /** What a picture may at least be wide before parts stand below each other. */
  least: number
}
