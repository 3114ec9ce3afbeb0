import type { Sizes } from '../../../views/index.ts'

/** How large tasks are drawn, in pixels at a zoom of one. */
export const sizes: Sizes = { width: 212, height: 46, across: 64, gap: 14, least: 1360 }

/** How far one can zoom. */
export const zooms = { least: 0.08, most: 1.6, step: 1.25 }
