import { useEffect, useState, type JSX } from 'react'
import { duration } from '../../views/index.ts'
import { useFreshness, useNow } from '../data/context.ts'

const praiseFor = 4000
/** A restart takes less; what takes longer may want somebody to help. */
const restartTakes = 10_000

/** Says when what is shown is no longer live, since when, and when it is again. */
export function Connection(): JSX.Element | null {
  const freshness = useFreshness()
  const isBack = useIsBack(freshness.at)
  if (freshness.at === 'stale') return <Stale since={freshness.since} />
  if (!isBack) return null
  return (
    <div
      role="status"
      className="border-b border-line bg-good-soft px-4 py-1.5 text-center text-sm text-good"
    >
      Reconnected. Nothing was missed.
    </div>
  )
}

function Stale({ since }: { since: number }): JSX.Element {
  const now = useNow()
  return (
    <div
      role="status"
      className="border-b border-line bg-needs-soft px-4 py-1.5 text-center text-sm text-needs"
    >
      Iris is not answering. What you see is {duration(Math.max(1000, now - since))} old; trying again.
      {now - since > restartTakes && (
        <>
          {' '}
          If it was stopped: <code className="font-mono">iris start --background</code>
        </>
      )}
    </div>
  )
}

function useIsBack(at: string): boolean {
  const [seen, setSeen] = useState({ at, isBack: false })
  if (seen.at !== at) setSeen({ at, isBack: seen.at === 'stale' && at === 'live' })
  useEffect(() => {
    if (!seen.isBack) return undefined
    const timer = setTimeout(() => setSeen((before) => ({ ...before, isBack: false })), praiseFor)
    return () => clearTimeout(timer)
  }, [seen.isBack])
  return seen.isBack
}
