/** A piece of text without the marks of what was looked for. */
export function unmarked(snippet: string): string {
  return snippet.replaceAll('\u0002', '').replaceAll('\u0003', '')
}
