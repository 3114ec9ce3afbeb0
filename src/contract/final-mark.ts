const mark = '[Final message]'

/** What was said, for readers that are models: the final message, with which it ends, has a line of its own above it. */
export function withFinalMarked({ text, final }: { text: string; final: string | null }): string {
  if (final === null) return text
  return `${text.slice(0, text.length - final.length)}${mark}\n\n${final}`
}
