const maxChars = 4000

/** A block of code that nothing in it can close, so that it is shown as it is. */
export function asBlock(text: string): string {
  const shown = text.length > maxChars ? `${text.slice(0, maxChars)}\n… (cut)` : text
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}text\n${shown}\n${mark}`
}
