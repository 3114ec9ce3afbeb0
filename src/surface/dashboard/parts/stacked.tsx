import type { JSX } from 'react'
import { Tip, Tips } from './tip.tsx'
import { roundUp, type Column } from '../../views/index.ts'

const height = 180
const hues = [285, 160, 60, 20, 220, 340, 110, 250]

/** The colour of a part: the first ones are told apart easily, the rest repeat. */
export function colourOf(place: number): string {
  const hue = hues[place % hues.length] ?? 0
  return `light-dark(oklch(0.55 0.12 ${hue}), oklch(0.74 0.11 ${hue}))`
}

/** Columns of stacked parts over days or hours, with the greatest value and its half as the only lines. */
export function Stacked(props: {
  columns: readonly Column[]
  label: string
  say: (value: number) => string
  /** The name of a column; its day unless told otherwise. */
  stamp?: (at: number) => string
}): JSX.Element {
  const { columns, label, say, stamp = day } = props
  const [first] = columns
  const last = columns.at(-1)
  const top = roundUp(Math.max(...columns.map(({ total }) => total), 0))
  const width = 100 / columns.length
  return (
    <figure aria-label={label}>
      <div className="relative mr-14">
        <Lines top={top} say={say} />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          className="relative h-[180px] w-full border-b border-line-2"
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
        <Days columns={columns} say={say} stamp={stamp} />
      </div>
      <figcaption className="mr-14 flex justify-between pt-1 text-xs text-ink-3">
        <span>{first && stamp(first.at)}</span>
        <span>{last && stamp(last.at)}</span>
      </figcaption>
    </figure>
  )
}

function Lines({ top, say }: { top: number; say: (value: number) => string }): JSX.Element {
  return (
    <>
      {[top, top / 2].map((value) => (
        <div
          key={value}
          aria-hidden="true"
          className="absolute inset-x-0 h-px bg-line"
          style={{ top: height * (1 - value / top) }}
        >
          <span className="absolute top-[-8px] left-full pl-2 text-xs whitespace-nowrap text-ink-3">
            {say(value)}
          </span>
        </div>
      ))}
    </>
  )
}

/** What a day came to, under the pointer; the table beside the plot has it for everybody. */
function Days({
  columns,
  say,
  stamp,
}: {
  columns: readonly Column[]
  say: (value: number) => string
  stamp: (at: number) => string
}): JSX.Element {
  return (
    <Tips>
      <div aria-hidden="true" className="absolute inset-0 flex">
        {columns.map((column) => (
          <Tip key={column.at} words={<DayOf column={column} name={stamp(column.at)} say={say} />}>
            <div className="h-full flex-1 hover:bg-ink/5" />
          </Tip>
        ))}
      </div>
    </Tips>
  )
}

function DayOf({
  column,
  name: heading,
  say,
}: {
  column: Column
  name: string
  say: (value: number) => string
}): JSX.Element {
  return (
    <>
      <div className="font-semibold">
        {heading}: {say(column.total)}
      </div>
      {column.parts
        .filter(({ value }) => value > 0)
        .slice(0, 8)
        .map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4">
            <span>{name}</span>
            <span>{say(value)}</span>
          </div>
        ))}
    </>
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

function day(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
}
