import type { JSX } from 'react'

/** A square with the first letter of a name, always in the same colour for the same name. */
export function Avatar({ name, size = 24 }: { name: string; size?: 20 | 24 | 32 }): JSX.Element {
  const hue = hueOf(name)
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
        color: `light-dark(oklch(0.42 0.11 ${hue}), oklch(0.86 0.08 ${hue}))`,
        background: `light-dark(oklch(0.92 0.035 ${hue}), oklch(0.31 0.05 ${hue}))`,
      }}
    >
      {letter}
    </span>
  )
}

function hueOf(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return (hash * 137) % 360
}
