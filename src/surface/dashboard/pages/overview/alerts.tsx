import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { useWorld } from '../../data/context.ts'
import { Notice } from '../../parts/notice.tsx'

/** What is wrong with Iris itself rather than with a team. */
export function Alerts(): JSX.Element | null {
  const { queries } = useWorld()
  const { data } = useQuery(queries.status)
  const mistakes = data?.config.mistakes ?? []
  if (mistakes.length === 0) return null
  return (
    <Notice tone="bad">
      <strong className="font-semibold">config.yaml has mistakes; the last good one is in force.</strong>
      <ul className="mt-1">
        {mistakes.map((mistake) => (
          <li key={mistake} className="font-mono text-xs whitespace-pre-wrap">
            {mistake}
          </li>
        ))}
      </ul>
      <Link to="/settings" className="link">
        Open the settings
      </Link>
    </Notice>
  )
}
