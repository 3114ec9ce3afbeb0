import type { JSX } from 'react'
import { roundUp, type Column } from '../../views/index.ts'

const height = 180
const hues = [285, 160, 60, 20, 220, 340, 110, 250]

/** The colour of a part: the first ones are told apart easily, the rest repeat. */
export function colourOf(place: number): string {
  const hue = hues[place % hues.length] ?? 0
  return `light-dark(oklch(0.55 0.12 ${hue}), oklch(0.74 0.11 ${hue}))`
}

/** Columns of stacked parts over days, with the greatest value as the only line. */
export function Stacked(props: {
  columns: readonly Column[]
  label: string
  say: (value: number) => string
}): JSX.Element {
  const { columns, label, say } = props
  const top = roundUp(Math.max(...columns.map(({ total }) => total), 0))
  const width = 100 / columns.length
  return (
    <figure aria-label={label}>
      <div className="flex items-center gap-2 text-xs text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {say(top)}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        className="h-[180px] w-full border-b border-line-2"
      >
        {columns.map((column, place) => (
          <ColumnOf
            key={column.at}
            column={column}
            x={place * width + width * 0.15}
            width={width * 0.7}
            top={top}
          />
        ))}
      </svg>
      <figcaption className="flex justify-between pt-1 text-xs text-ink-3">
        <span>{day(columns[0]?.at)}</span>
        <span>{day(columns.at(-1)?.at)}</span>
      </figcaption>
    </figure>
  )
}

function ColumnOf(props: { column: Column; x: number; width: number; top: number }): JSX.Element {
  const { column, x, width, top } = props
  let y = height
  return (
    <g>
      {column.parts.map(({ name, value }, place) => {
        const tall = (value / top) * height
        y -= tall
        return <rect key={name} x={x} y={y} width={width} height={tall} style={{ fill: colourOf(place) }} />
      })}
    </g>
  )
}

function day(at: number | undefined): string {
  return at === undefined
    ? ''
    : new Date(at).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
}
