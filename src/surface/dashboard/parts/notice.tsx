import type { JSX, ReactNode } from 'react'

const tones = {
  needs: 'border-needs bg-needs-soft',
  bad: 'border-bad bg-bad-soft',
  plain: 'border-line-2 bg-sunk',
} as const

/** A sentence that must be seen, with a rule at its side. */
export function Notice({ tone, children }: { tone: keyof typeof tones; children: ReactNode }): JSX.Element {
  return (
    <div role="status" className={`border-l-2 px-3 py-2 text-sm ${tones[tone]}`}>
      {children}
    </div>
  )
}
