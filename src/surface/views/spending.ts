import type { UsageRow } from '../../contract/plain.ts'

const hour = 3_600_000

/** What was spent, in one figure each. */
export interface Spent {
  costUsd: number
  rehearsedUsd: number
  tokens: number
  turns: number
}

/** The sum over the spans that begin at a time or later. */
export function spentSince(rows: readonly UsageRow[], since: number): Spent {
  const sum: Spent = { costUsd: 0, rehearsedUsd: 0, tokens: 0, turns: 0 }
  for (const row of rows) {
    if (row.at < since) continue
    sum.costUsd += row.costUsd
    sum.rehearsedUsd += row.rehearsedUsd
    sum.tokens += tokensOf(row)
    sum.turns += row.turns
  }
  return sum
}

/** Model tokens of each of the last hours, the one we are in last. */
export function hourly(rows: readonly UsageRow[], { now, hours }: { now: number; hours: number }): number[] {
  const first = new Date(now).setMinutes(0, 0, 0) - (hours - 1) * hour
  const bars = Array.from({ length: hours }, () => 0)
  for (const row of rows) {
    const place = Math.floor((row.at - first) / hour)
    if (place >= 0 && place < hours) bars[place] = (bars[place] ?? 0) + tokensOf(row)
  }
  return bars
}

/** What the model read and wrote; what came from its cache counts as read. */
export function tokensOf(row: Pick<UsageRow, 'input' | 'output' | 'cacheRead' | 'cacheWrite'>): number {
  return row.input + row.output + row.cacheRead + row.cacheWrite
}
