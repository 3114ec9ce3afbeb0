import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import { counted, isOpen, oneLine, spanTook, stateOfRun } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Money } from '../../parts/money.tsx'
import { Took } from '../../parts/took.tsx'
import { paidOf } from '../../parts/paid.ts'
import { State } from '../../parts/state.tsx'
import { useReading } from '../../data/reading.ts'
import { runsReading } from '../runs/queries.ts'

/** The runs under way, each in a line. */
export function OpenRuns(): JSX.Element | null {
  const runs = (useQuery(useReading(runsReading).runs).data?.runs ?? []).filter(isOpen)
  const now = useNow(1000)
  if (runs.length === 0) return null
  return (
    <section aria-label="Runs" className="grid border-b border-line py-3 md:grid-cols-[9.5rem_minmax(0,1fr)]">
      <h2 className="pb-1 text-sm font-semibold md:pt-1.5">
        Runs <span className="font-normal text-ink-3">{runs.length}</span>
      </h2>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run.run} className="grid gap-x-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_11rem_4.5rem_4rem]">
            <Link to="/runs/$run" params={{ run: run.run }} className="truncate font-medium hover:underline">
              {oneLine(run.goal, 120)}{' '}
              <span className="font-normal text-ink-3">
                {run.team}, {counted(run.teammates.length, 'teammate')}
              </span>
            </Link>
            <span className="text-sm">
              <State {...stateOfRun(run)} />
            </span>
            <span className="hidden text-right text-sm text-ink-2 sm:block">
              <Money {...paidOf(run)} />
            </span>
            <span className="hidden text-right text-xs text-ink-3 sm:block">
              <Took took={spanTook(run, now)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
