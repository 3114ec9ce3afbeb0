import { harmless } from '../../platform/lib/index.ts'

/** Text of others, fit for a terminal: control characters made visible, tabs as spaces. */
export function clean(text: string): string {
  return harmless(text.replaceAll('\r\n', '\n').replaceAll('\t', '  '))
}

/** Text as lines of at most so many columns, every character kept. */
export function wrapped(text: string, columns: number): string[] {
  const width = Math.max(1, columns)
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    let used = 0
    for (const char of line) {
      const takes = cells(char)
      if (used + takes > width) {
        lines.push('')
        used = 0
      }
      lines.push((lines.pop() ?? '') + char)
      used += takes
    }
    return lines
  })
}

/** How many columns a line takes. */
export function widthOf(text: string): number {
  return Array.from(text, cells).reduce((sum, one) => sum + one, 0)
}

/** How many columns a character takes, near enough to break lines: marks take none, wide ones two. */
export function cells(char: string): number {
  if (/\p{M}|\u200D|\uFE0F/u.test(char)) return 0
  return /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Emoji_Presentation}/u.test(
    char,
  )
    ? 2
    : 1
}
