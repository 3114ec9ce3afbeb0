import type { CommandContext } from './command.ts'
import type { Keys } from './keys.ts'
import { visible } from './output.ts'

/** The prompt, and the line that names the keys. */
const below = 2
const usual = { columns: 80, rows: 24 }
const onwards = new Set(['\r', '\n', ' '])

/** Shows a text page by page, so that its beginning is not gone before it was read; its end is on the screen last. */
export async function readToEnd(
  { output }: CommandContext,
  keys: Keys,
  text: readonly string[],
): Promise<'read' | 'skip' | 'leave'> {
  const lines = text.flatMap((part) => part.split('\n'))
  const pages = pagesOf(lines, {
    columns: process.stdout.columns || usual.columns,
    rows: process.stdout.rows || usual.rows,
  })
  const total = pages.reduce((sum, page) => sum + page.length, 0)
  let shown = 0
  for (const [place, page] of pages.entries()) {
    for (const line of page) output.line(line)
    shown += page.length
    if (place === pages.length - 1) return 'read'
    output.line(
      output.paint(
        'dim',
        `  ${shown} of ${total} lines: Enter reads on, s skips, q leaves; answer at the end`,
      ),
    )
    for (let key = await keys.next(); !onwards.has(key ?? ''); key = await keys.next()) {
      if (key === undefined) return 'leave'
      if (key === 's') return 'skip'
    }
  }
  return 'read'
}

/** Lines in as many groups as there are screens of them. */
export function pagesOf(lines: readonly string[], size: { columns: number; rows: number }): string[][] {
  const room = Math.max(1, size.rows - below)
  const pages: string[][] = [[]]
  let used = 0
  for (const line of lines.flatMap((one) => pieces(one, room * size.columns))) {
    const takes = Math.max(1, Math.ceil(visible(line) / size.columns))
    if (used > 0 && used + takes > room) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(line)
    used += takes
  }
  return pages
}

/** A line that is longer than a screen, in pieces of a screen each. */
function pieces(line: string, longest: number): string[] {
  if (visible(line) <= longest) return [line]
  const count = Math.ceil(line.length / longest)
  return Array.from({ length: count }, (_, place) => line.slice(place * longest, (place + 1) * longest))
}
