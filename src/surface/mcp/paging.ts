/** Characters of an answer that a tool gives at once: what a client takes even when each of them is a model token. */
export const maxAnswer = 20_000

/** The items after the one named `after`, and where to go on. */
export function pageOf<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  { after, limit }: { after: string | undefined; limit: number },
): { page: T[]; next: string | null } {
  const start = after === undefined ? 0 : items.findIndex((item) => nameOf(item) === after) + 1
  const page = items.slice(start, start + limit)
  const last = page.at(-1)
  return { page, next: last !== undefined && start + limit < items.length ? nameOf(last) : null }
}
