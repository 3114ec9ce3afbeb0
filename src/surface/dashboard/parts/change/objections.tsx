import type { JSX } from 'react'
import type { Objection } from '../../../../contract/plain.ts'

const pathsShown = 8

/** What keeps something from being done, with where. */
export function Objections({ objections }: { objections: readonly Objection[] }): JSX.Element | null {
  if (objections.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {objections.map(({ code, message, paths }) => (
        <li key={code + message} className="text-bad">
          {message}
          {paths.length > 0 && (
            <span className="text-ink-2">
              {' '}
              {paths.slice(0, pathsShown).join(', ')}
              {paths.length > pathsShown && ` and ${paths.length - pathsShown} more`}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
