/** Gives back the least of what was put in, by its place. */
export interface Heap<T> {
  add(item: T): void
  take(): T | undefined
}

export function createHeap<T extends { place: number }>(): Heap<T> {
  const items: T[] = []
  return {
    add(item) {
      let at = items.push(item) - 1
      while (at > 0) {
        const above = (at - 1) >> 1
        const parent = items[above]
        if (parent === undefined || parent.place <= item.place) break
        items[at] = parent
        at = above
      }
      items[at] = item
    },
    take() {
      const first = items[0]
      const last = items.pop()
      if (last !== undefined && items.length > 0) sink(items, last)
      return first
    },
  }
}

/** Puts an item at the top and lets it down to where it belongs. */
function sink<T extends { place: number }>(items: T[], item: T): void {
  let at = 0
  for (;;) {
    const left = items[2 * at + 1]
    const right = items[2 * at + 2]
    const isRight = right !== undefined && left !== undefined && right.place < left.place
    const least = isRight ? right : left
    if (least === undefined || least.place >= item.place) break
    items[at] = least
    at = isRight ? 2 * at + 2 : 2 * at + 1
  }
  items[at] = item
}
