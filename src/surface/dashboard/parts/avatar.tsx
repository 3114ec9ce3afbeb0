import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, JSX } from 'react'
import { teamsReading } from '../data/queries.ts'
import { useReading } from '../data/reading.ts'

/** A square with the first letter of a name, in the colour of the team of that name or else always the same. */
export function Avatar({ name, size = 24 }: { name: string; size?: 20 | 24 | 32 }): JSX.Element {
  const colour = useQuery(useReading(teamsReading).teams).data?.teams.find(
    (team) => team.name === name,
  )?.color
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '·'
  return (
    <span
      aria-hidden="true"
      className="inline-grid shrink-0 place-items-center rounded-sm font-semibold select-none"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.5,
        lineHeight: 1,
        ...(colour ? ownLook(colour) : usualLook(hueOf(name))),
      }}
    >
      {letter}
    </span>
  )
}

/** Any colour may be chosen, so it is an edge and a tint under ordinary ink, never the letter itself. */
function ownLook(colour: string): CSSProperties {
  return {
    color: 'var(--ink)',
    background: `color-mix(in srgb, ${colour} 18%, var(--paper))`,
    boxShadow: `inset 0 -3px 0 ${colour}`,
  }
}

function usualLook(hue: number): CSSProperties {
  return {
    color: `light-dark(oklch(0.42 0.11 ${hue}), oklch(0.86 0.08 ${hue}))`,
    background: `light-dark(oklch(0.92 0.035 ${hue}), oklch(0.31 0.05 ${hue}))`,
  }
}

function hueOf(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return (hash * 137) % 360
}
