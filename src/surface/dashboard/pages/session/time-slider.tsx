import type { JSX, KeyboardEvent } from 'react'
import { duration } from '../../../views/index.ts'

const step = 0.02
const largeStep = 0.1

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -step,
  ArrowDown: -step,
  ArrowRight: step,
  ArrowUp: step,
  PageDown: -largeStep,
  PageUp: largeStep,
  Home: -1,
  End: 1,
}

/** The time of a session as a slider: arrow keys, Page Up and Down, Home and End go through it. */
export function TimeSlider(props: {
  from: number
  to: number
  /** Where the reader went; undefined before that. */
  at: number | undefined
  stamp: (at: number) => string
  /** What happens at a time. */
  words: (at: number) => string
  onScrub: (at: number) => void
}): JSX.Element {
  const { from, to, at, stamp, words, onScrub } = props
  const now = Math.min(to, Math.max(from, at ?? to))
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (move === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    onScrub(Math.round(Math.min(to, Math.max(from, now + move * (to - from)))))
  }
  return (
    <div className="pb-1 pl-24 text-xs text-ink-3 sm:pl-28">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Time in the session"
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={now}
        aria-valuetext={`${stamp(now)}: ${words(now)}`}
        className="flex justify-between"
        onKeyDown={onKeyDown}
      >
        <span>{stamp(from)}</span>
        <span>{duration(to - from)}</span>
        <span>{stamp(to)}</span>
      </div>
      {at !== undefined && (
        <p className="truncate pt-1.5 text-ink-2">
          {stamp(now)}: {words(now)}
        </p>
      )}
    </div>
  )
}
