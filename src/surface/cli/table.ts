import type { Paint } from './output.ts'
import { columns, visible } from './output.ts'

const indent = '  '
const between = ' · '

/** Rows under a heading: as columns where the terminal is wide enough, otherwise each row as a few short lines. */
export function table(
  { heading, rows }: { heading: readonly string[]; rows: readonly (readonly string[])[] },
  { paint, width }: { paint: Paint; width: number | undefined },
): string[] {
  const wide = columns([heading.map((text) => paint('dim', text)), ...rows])
  if (width === undefined || wide.every((line) => visible(line) <= width)) return wide
  return rows.flatMap(([first = '', ...others]) => {
    const named = others.flatMap((cell, place) =>
      cell === '' || cell === '–' ? [] : [`${paint('dim', heading[place + 1] ?? '')} ${cell}`],
    )
    return [first, ...filled(named, width)]
  })
}

/** As many on a line as fit; one that is longer than a line has its own, which the terminal breaks. */
function filled(pieces: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    const joined = last === undefined ? undefined : `${last}${between}${piece}`
    if (joined !== undefined && visible(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(`${indent}${piece}`)
  }
  return lines
}
