import type { JSX } from 'react'
import type { TaskStatus } from '../../../../contract/plain.ts'
import { taskWords } from '../../../views/index.ts'
import { Mark } from './mark.tsx'

/** Where a task is: shape and word. */
export function Status({ status }: { status: TaskStatus }): JSX.Element {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Mark status={status} />
      {taskWords[status]}
    </span>
  )
}
