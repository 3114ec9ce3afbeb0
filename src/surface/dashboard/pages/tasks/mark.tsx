import type { JSX } from 'react'
import type { TaskStatus } from '../../../../contract/plain.ts'
import { toneOfTask } from '../../../views/index.ts'
import { tones } from '../../parts/tones.ts'

/** Each status has a shape of its own, so that no colour has to be told from another. */
const shapes: Readonly<Record<TaskStatus, JSX.Element>> = {
  in_progress: (
    <>
      <circle cx="6" cy="6" r="4.75" />
      <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />
    </>
  ),
  ready: <circle cx="6" cy="6" r="4.75" />,
  blocked: (
    <>
      <rect x="1.5" y="1.5" width="9" height="9" rx="1" />
      <path d="M4 6h4" />
    </>
  ),
  pending: <circle cx="6" cy="6" r="4.75" strokeDasharray="1.6 2.1" />,
  failed: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" />,
  deferred: <path d="M4 2.25v7.5M8 2.25v7.5" />,
  complete: <path d="M1.75 6.5l3 3L10.25 3" />,
  skipped: <path d="M2 3l4 3-4 3zM6 3l4 3-4 3z" strokeLinejoin="round" />,
  cancelled: (
    <>
      <circle cx="6" cy="6" r="4.75" />
      <path d="M2.75 9.25l6.5-6.5" />
    </>
  ),
}

/** The status of a task as a shape; its word stands beside it or in its name. */
export function Mark({ status, size = 12 }: { status: TaskStatus; size?: number }): JSX.Element {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      className={`shrink-0 ${status === 'ready' ? 'text-ink' : tones[toneOfTask(status)]}`}
    >
      {shapes[status]}
    </svg>
  )
}
