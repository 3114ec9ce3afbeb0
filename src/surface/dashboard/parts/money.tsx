import type { JSX } from 'react'
import { money } from '../../views/index.ts'

/** Money in a column: what nobody pays is marked, and no $0.00 stands beside it, nor where others only rehearse. */
export function Money(props: { costUsd: number; rehearsedUsd: number; isRehearsing?: boolean }): JSX.Element {
  const { costUsd, rehearsedUsd, isRehearsing = false } = props
  if (isRehearsing && costUsd === 0 && rehearsedUsd === 0) return <>–</>
  if (rehearsedUsd === 0) return <>{money(costUsd)}</>
  return (
    <>
      {costUsd > 0 && <span className="block">{money(costUsd)}</span>}
      {money(rehearsedUsd)} <span className="block text-xs text-ink-3">rehearsed</span>
    </>
  )
}
