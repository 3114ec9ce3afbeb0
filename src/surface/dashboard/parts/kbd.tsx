import type { JSX } from 'react'

/** The key that goes with another, as this keyboard calls it. */
export function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}

/** A key to press. */
export function Kbd({ children }: { children: string }): JSX.Element {
  return (
    <kbd className="inline-block min-w-5 rounded-sm border border-line-2 px-1 text-center font-mono text-xs text-ink-2">
      {children}
    </kbd>
  )
}
