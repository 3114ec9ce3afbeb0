const maxRows = 2000

/** The first table of a text as rows by their headings; empty when it has none. */
export function rowsOf(text: string): Record<string, string>[] {
  const lines = text.split('\n')
  const at = lines.findIndex((line, place) => place > 0 && isRule(line) && isRow(lines[place - 1] ?? ''))
  if (at === -1) return []
  const headings = cellsOf(lines[at - 1] ?? '')
  const rows: Record<string, string>[] = []
  for (const line of lines.slice(at + 1, at + 1 + maxRows)) {
    if (!isRow(line)) break
    const cells = cellsOf(line)
    rows.push(
      // A heading may be called __proto__.
      Object.assign(
        Object.create(null),
        Object.fromEntries(
          headings.map((heading, place) => [heading || `column ${place + 1}`, cells[place] ?? '']),
        ),
      ),
    )
  }
  return rows
}

const isRule = (line: string): boolean => /^ {0,3}\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/.test(line)
const isRow = (line: string): boolean => line.includes('|') && line.trim() !== ''

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
}
