const maxWords = 24
const wordsBefore = 5
const maxHits = 200
const word = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/** A word of a text, with the word that is compared. */
interface Word {
  from: number
  to: number
  folded: string
}

/** What is looked for: one word after the other; the last may be only a beginning. */
interface Term {
  words: readonly string[]
  isOpen: boolean
}

/** Words that were found, by the place of the first. */
interface Hit {
  at: number
  count: number
  term: number
}

/** The words around what was found, which lies between \u0002 and \u0003; undefined when this text has none of it. */
export function snippetOf(text: string, match: string): string | undefined {
  const words = wordsIn(text)
  const hits = hitsIn(words, termsIn(match))
  if (hits.length === 0) return undefined
  return shown(text, words, hits)
}

/** A text as the search compares it: without case and without accents. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function wordsIn(text: string): Word[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    folded: fold(found),
  }))
}

/** The terms of an expression for the index: each in quotes, the last with a star when it is not whole. */
function termsIn(match: string): Term[] {
  return [...match.matchAll(/"([^"]+)"(\*?)/g)].map(([, phrase = '', star]) => ({
    words: wordsIn(phrase).map(({ folded }) => folded),
    isOpen: star === '*',
  }))
}

function hitsIn(words: readonly Word[], terms: readonly Term[]): Hit[] {
  const hits: Hit[] = []
  for (let at = 0; at < words.length && hits.length < maxHits; at += 1)
    for (const [term, wanted] of terms.entries())
      if (isAt(words, at, wanted)) hits.push({ at, count: wanted.words.length, term })
  return hits
}

function isAt(words: readonly Word[], at: number, { words: wanted, isOpen }: Term): boolean {
  return (
    wanted.length > 0 &&
    wanted.every((one, place) => {
      const found = words[at + place]?.folded
      return isOpen && place === wanted.length - 1 ? found?.startsWith(one) : found === one
    })
  )
}

/** The stretch that has the most different terms, the first of those. */
function shown(text: string, words: readonly Word[], hits: readonly Hit[]): string {
  const start = startOf(words, hits)
  const end = Math.min(words.length, start + maxWords)
  const from = start === 0 ? 0 : (words[start]?.from ?? 0)
  const to = end === words.length ? text.length : (words[end - 1]?.to ?? 0)
  const within = hits.flatMap(({ at, count }) => {
    const [first, last] = [words[at], words[at + count - 1]]
    return first && last && first.from >= from && last.to <= to ? [{ from: first.from, to: last.to }] : []
  })
  return `${start === 0 ? '' : '…'}${marked(text.slice(0, to), from, within)}${end < words.length ? '…' : ''}`
}

function startOf(words: readonly Word[], hits: readonly Hit[]): number {
  const worth = (from: number): number => {
    const near = hits.filter(({ at }) => at >= from && at < from + maxWords - wordsBefore)
    return new Set(near.map(({ term }) => term)).size
  }
  const best = hits.reduce((found, hit) => (worth(hit.at) > worth(found.at) ? hit : found))
  return Math.max(0, Math.min(best.at - wordsBefore, words.length - maxWords))
}

/** A text from a place on, with what was found between marks; what overlaps is marked once. */
function marked(text: string, from: number, hits: readonly { from: number; to: number }[]): string {
  let done = from
  let told = ''
  for (const hit of hits) {
    if (hit.from < done) continue
    told += `${text.slice(done, hit.from)}\u0002${text.slice(hit.from, hit.to)}\u0003`
    done = hit.to
  }
  return told + text.slice(done)
}
