import type { JSX } from 'react'
import type { BuildTask } from '../../../../contract/plain.ts'
import { alongPath, workPath, type Tone } from '../../../views/index.ts'

const tones: Readonly<Record<Tone, string>> = {
  work: 'at-work bg-accent',
  needs: 'bg-needs',
  good: 'bg-good',
  bad: 'bg-bad',
  quiet: 'bg-line-2',
}

/** How far along a task is, as a short line of steps; the words of its step stand beside it. */
export function Path({ task }: { task: BuildTask }): JSX.Element {
  const { behind, at } = alongPath(task)
  const isJoined = behind === workPath.length
  const words = isJoined ? 'joined' : at ? `at ${workPath[behind] ?? ''}` : 'not begun'
  const past = isJoined ? 'bg-good' : 'bg-ink-3'
  return (
    <span title={workPath.join(' → ')} className="flex items-center gap-1">
      <span className="sr-only">
        {behind} of {workPath.length}, {words}
      </span>
      {workPath.map((name, place) => (
        <span
          key={name}
          aria-hidden="true"
          className={`h-1.5 w-5 rounded-full ${place < behind ? past : place === behind && at ? tones[at] : 'bg-line'}`}
        />
      ))}
    </span>
  )
}
