/** One part of what an agent is told, by what it costs. Parts come in the order of their worth. */
export interface ContextItem {
  name: string
  /** The task and its check: without them there is no use in starting. */
  required: boolean
  /** Tokens of its entries or sections, the most useful first; an entry is kept whole or not at all. */
  entries: readonly number[]
  /** With fewer tokens it is of no use. */
  min: number
  /** More than this it never gets. */
  max: number
}

export interface ContextSettings {
  /** What the note costs that says something was cut. */
  markerTokens: number
}

const contextDefaults: ContextSettings = { markerTokens: 12 }

export type ContextRuling =
  | { ok: true; tokens: number; kept: KeptItem[]; cut: CutItem[] }
  | { ok: false; code: 'REQUIRED_DOES_NOT_FIT'; needed: number; budget: number }

interface KeptItem {
  name: string
  entries: number
  tokens: number
}

/** What an item lost; it is said in its place, and recorded. */
interface CutItem {
  name: string
  entries: number
  tokens: number
}

interface Filling {
  item: ContextItem
  kept: number
}

/** What of the context fits a budget: the least of each part in order, then the rest in order; never a part of an entry. */
export function fitContext(
  items: readonly ContextItem[],
  budget: number,
  settings: ContextSettings = contextDefaults,
): ContextRuling {
  const fillings: Filling[] = items.map((item) => ({ item, kept: item.required ? item.entries.length : 0 }))
  const used = (): number => fillings.reduce((sum, filling) => sum + costOf(filling, settings), 0)
  if (used() > budget) return { ok: false, code: 'REQUIRED_DOES_NOT_FIT', needed: used(), budget }

  const optional = fillings.filter(({ item }) => !item.required)
  const refused = optional.findIndex((filling) => !fillTo(filling, leastEntries(filling.item)))
  // What comes behind something that was refused gets nothing: otherwise the lesser would push out the greater.
  optional.slice(0, refused === -1 ? optional.length : refused).every(fillUp)
  const kept = fillings.filter((filling) => filling.kept > 0).map(keptOf)
  return { ok: true, tokens: used(), kept, cut: cutOf(fillings) }

  /** Takes all it may have, or entry by entry what fits; says whether nothing was left. */
  function fillUp(filling: Filling): boolean {
    const most = maxEntries(filling.item)
    if (fillTo(filling, most)) return true
    while (fillTo(filling, filling.kept + 1));
    return false
  }

  function fillTo(filling: Filling, entries: number): boolean {
    const before = filling.kept
    filling.kept = Math.max(before, entries)
    if (used() <= budget) return true
    filling.kept = before
    return false
  }
}

function costOf({ item, kept }: Filling, { markerTokens }: ContextSettings): number {
  const isCut = kept > 0 && kept < item.entries.length
  return tokensOf(item.entries.slice(0, kept)) + (isCut ? markerTokens : 0)
}

/** The first entries that reach its minimum, or all that it may have. */
function leastEntries(item: ContextItem): number {
  const most = maxEntries(item)
  for (let count = 0; count < most; count += 1)
    if (tokensOf(item.entries.slice(0, count)) >= item.min) return count
  return most
}

function maxEntries({ entries, max }: ContextItem): number {
  let sum = 0
  const over = entries.findIndex((tokens) => (sum += tokens) > max)
  return over === -1 ? entries.length : over
}

function tokensOf(entries: readonly number[]): number {
  return entries.reduce((sum, tokens) => sum + tokens, 0)
}

function keptOf({ item, kept }: Filling): KeptItem {
  return { name: item.name, entries: kept, tokens: tokensOf(item.entries.slice(0, kept)) }
}

function cutOf(fillings: readonly Filling[]): CutItem[] {
  return fillings.flatMap(({ item, kept }) => {
    const lost = item.entries.slice(kept)
    return lost.length === 0 ? [] : [{ name: item.name, entries: lost.length, tokens: tokensOf(lost) }]
  })
}
