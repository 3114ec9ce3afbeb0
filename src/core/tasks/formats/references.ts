import type { Diagnostics } from './diagnostics.ts'
import { maxEdges } from './reading.ts'

/** Finds the ids that words name, of those that a format has. */
export interface References {
  /** One id as the format writes it, anywhere in words. */
  id: RegExp
  /** The ids from one to another, when both belong to one row; `undefined` when they do not. */
  between: (first: string, last: string) => string[] | undefined
}

const rangeSign = /^\s*(?:-|–|—|~|〜|～|\.\.\.?|to|through|thru|から)\s*$/i

/** The ids in words, in order, each once; ranges are taken apart. */
export function idsIn(words: string, { id, between }: References): string[] {
  const found = new Set<string>()
  const matches = [...words.matchAll(id)]
  for (const [place, match] of matches.entries()) {
    const before = matches[place - 1]
    const gap = before ? words.slice(before.index + before[0].length, match.index) : ''
    const row =
      before && rangeSign.test(gap.slice(0, 20)) && gap.length <= 20
        ? between(before[0], match[0])
        : undefined
    for (const one of row ?? [match[0]]) found.add(one)
  }
  return [...found]
}

/** The numbers from one to another, the last left out. A file that spells out too many in ranges is told so. */
export function createRows(diagnostics: Diagnostics): (from: number, to: number) => number[] {
  let left = maxEdges
  return (from, to) => {
    const length = Math.max(0, to - from)
    if (length > left && left >= 0) {
      left = -1
      const message = 'The ranges of this file name more tasks than can be read; some are left out.'
      diagnostics.add('TOO_MANY_EDGES', 1, { message })
    }
    if (length > left) return []
    left -= length
    return Array.from({ length }, (_, step) => from + step)
  }
}

/** Finds the one id that was meant: leading zeros and separators do not count, so that T-15 leads to T-015. */
export function suggester(ids: Iterable<string>): (id: string) => string | undefined {
  const byShape = new Map<string, Set<string>>()
  for (const id of ids) byShape.set(shapeOf(id), (byShape.get(shapeOf(id)) ?? new Set()).add(id))
  return (id) => {
    const meant = byShape.get(shapeOf(id))
    return meant?.size === 1 ? [...meant][0] : undefined
  }
}

function shapeOf(id: string): string {
  return id
    .toLowerCase()
    .replaceAll(/[\s_#-]/g, '')
    .replaceAll(/0*(\d+)/g, '$1')
}
