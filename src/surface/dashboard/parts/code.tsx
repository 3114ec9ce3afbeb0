import { useEffect, useState, type JSX } from 'react'
import type { Token } from './highlight.ts'

type Highlight = (text: string, language: string) => Token[][]
let loaded: Highlight | undefined

/** Colours come when they are there; until then the text stands plain. */
export function useHighlight(): Highlight {
  const [highlight, setHighlight] = useState<Highlight | undefined>(() => loaded)
  useEffect(() => {
    if (loaded) return
    void import('./highlight.ts').then((part) => {
      loaded = part.highlight
      setHighlight(() => part.highlight)
    })
  }, [])
  return highlight ?? plain
}

function plain(text: string): Token[][] {
  return text.split('\n').map((line) => [{ scope: '', text: line }])
}

/** A block of code. */
export function Code({ text, language }: { text: string; language: string }): JSX.Element {
  const highlight = useHighlight()
  return (
    <pre className="overflow-x-auto bg-sunk px-3 py-2 font-mono text-sm">
      {highlight(text, language).map((line, place) => (
        // Lines of one text never change order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place}>
          <Tokens line={line} />
        </div>
      ))}
    </pre>
  )
}

/** One line in its colours; an empty one keeps its height. */
export function Tokens({ line }: { line: readonly Token[] }): JSX.Element {
  if (line.length === 0) return <>{'\u200B'}</>
  return (
    <>
      {line.map(({ scope, text }, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={scope === '' ? undefined : `code-${scope}`}>
          {text || '\u200B'}
        </span>
      ))}
    </>
  )
}
