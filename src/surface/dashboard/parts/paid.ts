/** What a turn or a run cost, as money that was paid or that a rehearsal would have cost. */
export function paidOf(of: { costUsd: number; rehearsed: boolean }): {
  costUsd: number
  rehearsedUsd: number
} {
  const { costUsd, rehearsed } = of
  return rehearsed ? { costUsd: 0, rehearsedUsd: costUsd } : { costUsd, rehearsedUsd: 0 }
}
