import type { JSX } from 'react'

/** How full a context is: a short bar and the figure. Nothing is drawn for what is not known. */
export function Gauge({ percent, label }: { percent: number | null; label: string }): JSX.Element {
  if (percent === null) return <span className="text-ink-3">–</span>
  const filled = Math.min(100, Math.max(0, percent))
  const tone = filled >= 90 ? 'bg-bad' : filled >= 70 ? 'bg-needs' : 'bg-ink-3'
  return (
    <span className="inline-flex items-center gap-2 align-top" title={`${label}: ${Math.round(filled)}%`}>
      <span
        role="meter"
        aria-label={label}
        aria-valuenow={Math.round(filled)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 w-10 overflow-hidden rounded-full bg-line"
      >
        <span className={`block h-full ${tone}`} style={{ width: `${filled}%` }} />
      </span>
      <span className="text-ink-2">{Math.round(filled)}%</span>
    </span>
  )
}
