import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { taskEventWords } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { tasksReading } from './queries.ts'
import { Section } from '../../parts/section.tsx'

/** What happened to a task, the newest first. */
export function History({ task }: { task: Task }): JSX.Element {
  const { data } = useQuery(useReading(tasksReading).history(task.task))
  return (
    <Section name="History">
      <ol className="text-sm">
        {data?.events.map((event) => (
          <li key={event.seq} className="flex justify-between gap-3 py-0.5">
            <span className="min-w-0">{taskEventWords(event)}</span>
            <span className="shrink-0 text-xs leading-[18px] text-ink-3">
              <Age at={event.at} />
            </span>
          </li>
        ))}
      </ol>
      {data && !data.isWhole && (
        <p className="text-sm text-ink-2">
          Older changes are in the log: <code>iris events --types task.changed</code>.
        </p>
      )}
    </Section>
  )
}
