/** The candidate that `word` most likely meant, or undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter((entry) => entry.distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** How many letters must be added, removed, replaced or swapped with a neighbour (optimal string alignment). */
function distance(from: string, to: string): number {
  // A longer word cannot be near any key we have, and would make the table large.
  if (Math.max(from.length, to.length) > 64) return Infinity
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (last[column - 1] ?? Infinity) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? Infinity
}
