import type { JSX } from 'react'
import type { EdgeType } from '../../../../contract/plain.ts'
import type { DrawnEdge } from '../../../views/index.ts'
import { lines } from './graph-edges.tsx'

const words: Readonly<Record<EdgeType, string>> = {
  blocks: 'comes before',
  on_failure_of: 'runs if it fails',
  parent: 'part of',
  link: 'see also',
}
const order = ['blocks', 'on_failure_of', 'parent', 'link'] as const

/** What the lines mean that are there. */
export function Legend({ edges }: { edges: readonly DrawnEdge[] }): JSX.Element | null {
  const types = order.filter((type) => edges.some((edge) => edge.type === type))
  if (types.length === 0) return null
  return (
    <ul aria-label="Lines" className="flex flex-wrap gap-x-5 gap-y-1 px-4 py-2 text-xs text-ink-2 sm:px-6">
      {types.map((type) => (
        <li key={type} className="flex items-center gap-2">
          <svg aria-hidden="true" width="28" height="8" viewBox="0 0 28 8" fill="none">
            <path
              d="M0 4H26"
              className={lines[type].className}
              strokeWidth="1.5"
              strokeDasharray={lines[type].dash}
            />
          </svg>
          {words[type]}
        </li>
      ))}
      {edges.some(({ isWaived }) => isWaived) && <li>faint: waived</li>}
    </ul>
  )
}
