import type { JSX } from 'react'
import { roundUp } from '../../views/index.ts'

const height = 80

/** A value over time as one line, with its newest and its greatest. */
export function Line(props: {
  name: string
  values: readonly number[]
  say: (value: number) => string
}): JSX.Element {
  const { name, values, say } = props
  const top = roundUp(Math.max(...values, 0))
  const last = values.at(-1) ?? 0
  // One sample is a line too.
  const shown = values.length === 1 ? [last, last] : values
  const points = shown.map((value, place) => `${place},${height - (value / top) * (height - 2)}`).join(' ')
  return (
    <figure aria-label={`${name}: ${say(last)}`}>
      <figcaption className="flex justify-between text-sm">
        <span className="text-ink-2">{name}</span>
        <span>{say(last)}</span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${Math.max(1, shown.length - 1)} ${height}`}
        preserveAspectRatio="none"
        className="mt-1 h-20 w-full border-b border-line-2 bg-sunk"
      >
        <polyline
          points={points}
          fill="none"
          className="stroke-accent"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  )
}
