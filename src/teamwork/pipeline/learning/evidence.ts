import type { Fact } from './fact.ts'

/** Something that a model said, with the words of the facts it names in place of their marks. */
export type Cited<Item> = Omit<Item, 'evidence'> & { evidence: string[] }

/** Keeps what names facts that there are, and only such; counts what does not. */
export function citing(facts: readonly Fact[]): <Item extends { evidence: readonly string[] }>(
  items: readonly Item[],
) => {
  kept: Cited<Item>[]
  dropped: number
} {
  const known = new Map(facts.map(({ mark, words }) => [mark, words]))
  return (items) => {
    const kept = items.flatMap((item) => {
      const words = [...new Set(item.evidence)].map((mark) => known.get(markIn(mark)))
      const isShown = words.length > 0 && words.every((one) => one !== undefined)
      return isShown ? [{ ...item, evidence: words.filter((one) => one !== undefined) }] : []
    })
    return { kept, dropped: items.length - kept.length }
  }
}

/** As a model may write it: `F3`, `[F3]`, `f3`. */
const markIn = (mark: string): string => mark.toUpperCase().replaceAll(/[^F0-9]/g, '')
