import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { Change } from '../../parts/change/change.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { tasksReading } from './queries.ts'
import { TaskView } from './task-view.tsx'

const route = getRouteApi('/shell/tasks/$task')

/** One task with all that is known of it. */
export function TaskPage(): JSX.Element {
  const { task } = route.useParams()
  const { data, error } = useQuery(useReading(tasksReading).task(task))
  return (
    <Page>
      <p className="pb-3 text-sm">
        <Link to="/tasks" search={{ task }} className="link">
          Among the others
        </Link>
      </p>
      {error && <Fault error={error} />}
      {data ? (
        <div className="flex flex-col gap-5">
          <TaskView task={data} />
          <Change task={data.key} />
        </div>
      ) : (
        !error && <p className="text-ink-3">Reading the task …</p>
      )}
    </Page>
  )
}
