import type { Sizes } from './sizes.ts'

/** A part that is drawn by itself. */
export interface Box {
  width: number
  height: number
}

/** Puts boxes into rows, each as wide as the widest box or the least width, in their order. */
export function packed(
  boxes: readonly Box[],
  { across, gap, least }: Sizes,
): { places: { x: number; y: number }[]; width: number; height: number } {
  const most = Math.max(least, ...boxes.map(({ width }) => width))
  let [x, y, row] = [0, 0, 0]
  const places = boxes.map(({ width, height }) => {
    if (x > 0 && x + width > most) {
      y += row + gap * 2
      x = 0
      row = 0
    }
    const place = { x, y }
    x += width + across
    row = Math.max(row, height)
    return place
  })
  const width = Math.max(0, ...boxes.map((box, at) => (places[at]?.x ?? 0) + box.width))
  return { places, width, height: y + row }
}
