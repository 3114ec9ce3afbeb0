import type { JSX } from 'react'

/** Bars without axes: the shape of the last hours. The words beside it carry the figure. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }): JSX.Element {
  const most = Math.max(...values, 0)
  const height = 28
  const step = 5
  return (
    <svg
      role="img"
      aria-label={label}
      width={values.length * step}
      height={height}
      viewBox={`0 0 ${values.length * step} ${height}`}
      className="shrink-0"
    >
      {values.map((value, place) => {
        const tall = most === 0 ? 1 : Math.max(1, (value / most) * (height - 1))
        const tone = value === 0 ? 'fill-line-2' : 'fill-accent'
        return (
          <rect
            // The place is the hour: bars never change order.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            className={tone}
            x={place * step}
            y={height - tall}
            width={step - 2}
            height={tall}
          />
        )
      })}
    </svg>
  )
}
