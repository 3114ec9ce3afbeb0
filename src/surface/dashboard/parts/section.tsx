import type { JSX, ReactNode } from 'react'

/** A group with its name above a line. */
export function Section({ name, children }: { name: string; children: ReactNode }): JSX.Element {
  return (
    <section aria-label={name}>
      <h2 className="mb-1.5 border-b border-line pb-1 text-sm font-semibold">{name}</h2>
      {children}
    </section>
  )
}
