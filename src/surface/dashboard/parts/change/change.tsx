import type { JSX } from 'react'
import { Checks } from './checks.tsx'
import { Files } from './files.tsx'
import { MergeBox } from './merge-box.tsx'

/** The change that a task makes: what proves it, what merging it does, and all of it line by line. */
export function Change({ task }: { task: string }): JSX.Element {
  return (
    <div className="flex flex-col gap-5">
      <Checks task={task} />
      <MergeBox task={task} />
      <Files task={task} />
    </div>
  )
}
