/** A few paths, and how many more there are. */
export function few(all: readonly string[]): string {
  const some = all.slice(0, 10).join(', ')
  return all.length > 10 ? `${some} and ${all.length - 10} more` : some
}

/** What somebody else wrote, for one line of a commit message. */
export function oneLine(text: string, longest = 200): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').replaceAll(/\s+/g, ' ')
  return line.trim().slice(0, longest)
}
