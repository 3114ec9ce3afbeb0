/** Finds the id that was meant by one that does not exist: T-15 for T-015. Nothing when none or several fit. */
export function createSuggestions(ids: readonly string[]): (unknown: string) => { suggestion?: string } {
  const meant = new Map<string, string | undefined>()
  for (const id of ids) meant.set(bare(id), meant.has(bare(id)) ? undefined : id)
  return (unknown) => {
    const suggestion = meant.get(bare(unknown))
    return suggestion === undefined ? {} : { suggestion }
  }
}

/** An id without what people vary: case, separators and leading zeros. */
function bare(id: string): string {
  return id
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
}
