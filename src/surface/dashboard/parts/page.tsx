import type { JSX, ReactNode } from 'react'

/** A page that is read from top to bottom, in a column of bearable width. */
export function Page({ children }: { children: ReactNode }): JSX.Element {
  return <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">{children}</div>
}
