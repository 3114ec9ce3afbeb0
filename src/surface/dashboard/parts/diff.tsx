import { structuredPatch } from 'diff'
import { useMemo, type JSX } from 'react'
import { Tokens, useHighlight } from './code.tsx'
import type { Token } from './highlight.ts'

interface Row {
  sign: ' ' | '+' | '-'
  tokens: readonly Token[]
}

const shown = 14

/** What changed, line by line, with its colours. A long one is folded after a few lines. */
export function Diff(props: { before: string; after: string; language: string }): JSX.Element {
  const { before, after, language } = props
  const highlight = useHighlight()
  const rows = useMemo(
    () => rowsOf({ before, after }, (text) => highlight(text, language)),
    [before, after, language, highlight],
  )
  const rest = rows.slice(shown)
  return (
    <div className="overflow-x-auto bg-sunk py-1 font-mono text-sm">
      <Rows rows={rows.slice(0, shown)} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="px-3 py-1 text-ink-2 group-open:hidden">… {rest.length} more lines</summary>
          <Rows rows={rest} />
        </details>
      )}
    </div>
  )
}

const tones = { '+': 'bg-good-soft', '-': 'bg-bad-soft', ' ': '' } as const

function Rows({ rows }: { rows: readonly Row[] }): JSX.Element {
  return (
    <div className="w-max min-w-full">
      {rows.map(({ sign, tokens }, place) => (
        // Lines of one change never change order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={`flex whitespace-pre ${tones[sign]}`}>
          <span className="w-7 shrink-0 pl-3 text-ink-3 select-none">{sign}</span>
          <span className="pr-3">
            <Tokens line={tokens} />
          </span>
        </div>
      ))}
    </div>
  )
}

function rowsOf(
  { before, after }: { before: string; after: string },
  colour: (text: string) => Token[][],
): Row[] {
  const { hunks } = structuredPatch('a', 'b', before, after, '', '', { context: 3 })
  const old = colour(before)
  const fresh = colour(after)
  return hunks.flatMap((hunk) => {
    let oldLine = hunk.oldStart - 1
    let newLine = hunk.newStart - 1
    return hunk.lines.flatMap((line): Row[] => {
      const sign = line[0]
      if (sign === '-') return [{ sign, tokens: old[oldLine++] ?? [] }]
      if (sign !== '+' && sign !== ' ') return []
      if (sign === ' ') oldLine += 1
      return [{ sign, tokens: fresh[newLine++] ?? [] }]
    })
  })
}
