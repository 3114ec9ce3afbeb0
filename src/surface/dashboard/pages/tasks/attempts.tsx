import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { tasksReading } from './queries.ts'

const ends = {
  passed: { words: 'passed', tone: 'good' },
  failed: { words: 'failed', tone: 'bad' },
  stopped: { words: 'stopped', tone: 'quiet' },
  died: { words: 'its agent died', tone: 'bad' },
} as const

/** Every try of a task, the newest first. */
export function Attempts({ task }: { task: Pick<Task, 'task'> }): JSX.Element | null {
  const { data } = useQuery(useReading(tasksReading).attempts(task.task))
  if (!data || data.attempts.length === 0) return null
  return (
    <Section name="Attempts">
      <ol className="divide-y divide-line text-sm">
        {data.attempts.toReversed().map(({ number, by, how, failure, startedAt }) => (
          <li key={number} className="flex flex-wrap gap-x-3 py-1">
            <span className="text-ink-2">{number}</span>
            <State {...(how === null ? { words: 'under way', tone: 'work' as const } : ends[how])} />
            <span className="min-w-0">{failure ? `${by}: ${failure}` : by}</span>
            <span className="ml-auto text-xs leading-[18px] text-ink-3">
              <Age at={startedAt} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
