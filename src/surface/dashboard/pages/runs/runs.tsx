import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import type { Run } from '../../../../contract/plain.ts'
import { counted, isOpen, oneLine, spanTook, stateOfRun } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Money } from '../../parts/money.tsx'
import { paidOf } from '../../parts/paid.ts'
import { Took } from '../../parts/took.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { StartRun } from './start-run.tsx'
import { useReading } from '../../data/reading.ts'
import { runsReading } from './queries.ts'

/** Every run: what it is for, how far it is, what it took. */
export function Runs(): JSX.Element {
  const { data, error } = useQuery(useReading(runsReading).runs)
  const [isStarting, setStarting] = useState(false)
  const runs = data?.runs ?? []
  const open = runs.filter(isOpen)
  return (
    <Page>
      <header className="flex flex-wrap items-baseline justify-between gap-4 pb-4">
        <h1 className="text-2xl font-semibold tracking-tight">{data ? underWay(open.length) : 'Runs'}</h1>
        <button
          type="button"
          className="button"
          aria-expanded={isStarting}
          onClick={() => setStarting(!isStarting)}
        >
          Start a run
        </button>
      </header>
      {isStarting && <StartRun onDone={() => setStarting(false)} />}
      {error && <p className="text-bad">{error.message}</p>}
      {data && runs.length === 0 && (
        <p className="max-w-xl text-ink-2">
          A run is a leader with teammates who work through one goal in many turns, and Iris checks the proof
          at the end. Start one here, or with{' '}
          <code className="font-mono">iris run "your goal" --team name</code>.
        </p>
      )}
      {runs.length > 0 && (
        <ul className="divide-y divide-line border-t border-b border-line">
          {[...open, ...runs.filter((run) => !isOpen(run))].map((run) => (
            <RunRow key={run.run} run={run} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function underWay(runs: number): string {
  return runs > 0 ? `${counted(runs, 'run')} under way.` : 'No run is under way.'
}

function RunRow({ run }: { run: Run }): JSX.Element {
  const now = useNow(isOpen(run) ? 1000 : 60_000)
  const done = run.teammates.filter(({ state }) => state === 'completed').length
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 py-2.5 md:grid-cols-[24px_minmax(0,1fr)_13rem_5rem_5rem]">
      <Avatar name={run.team} />
      <div className="col-span-2 min-w-0 md:col-span-1">
        <Link
          to="/runs/$run"
          params={{ run: run.run }}
          className="block truncate font-medium hover:underline"
        >
          {oneLine(run.goal, 160)}
        </Link>
        <p className="truncate text-sm text-ink-2">
          {run.team}
          {run.teammates.length > 0 && ` · ${done} of ${counted(run.teammates.length, 'teammate')} done`}
          {isOpen(run) && run.leader.activity && ` · ${run.leader.activity}`}
        </p>
      </div>
      <span className="col-span-2 col-start-2 text-sm md:col-span-1 md:col-start-auto">
        <State {...stateOfRun(run)} />
      </span>
      <span className="hidden text-right text-sm text-ink-2 md:block">
        <Money {...paidOf(run)} />
      </span>
      <span className="hidden text-right text-sm text-ink-2 md:block">
        <Took took={spanTook(run, now)} />
      </span>
    </li>
  )
}
