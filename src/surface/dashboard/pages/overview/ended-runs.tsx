import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { endedToday, oneLine, stateOfRun } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { State } from '../../parts/state.tsx'
import { useReading } from '../../data/reading.ts'
import { runsReading } from '../runs/queries.ts'

/** More than these are on the page of runs. */
const maxShown = 3

/** What ended today, so that a day's work leaves a trace when all is quiet. */
export function EndedRuns(): JSX.Element | null {
  const runs = endedToday(useQuery(useReading(runsReading).runs).data?.runs ?? [], useNow(60_000))
  if (runs.length === 0) return null
  return (
    <section
      aria-label="Ended today"
      className="grid border-b border-line py-3 md:grid-cols-[9.5rem_minmax(0,1fr)]"
    >
      <h2 className="pb-1 text-sm text-ink-2 md:pt-1.5">
        Ended today <span className="text-ink-3">{runs.length}</span>
      </h2>
      <ul className="text-sm">
        {runs.slice(0, maxShown).map((run) => (
          <li key={run.run} className="grid gap-x-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_15.5rem_4rem]">
            <Link to="/runs/$run" params={{ run: run.run }} className="truncate text-ink-2 hover:underline">
              {oneLine(run.goal, 120)} <span className="text-ink-3">{run.team}</span>
            </Link>
            <State {...stateOfRun(run)} />
            <span className="text-right text-xs text-ink-3">
              <Age at={run.endedAt ?? run.startedAt} />
            </span>
          </li>
        ))}
        {runs.length > maxShown && (
          <li className="py-1.5">
            <Link to="/runs" className="link">
              All runs
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
