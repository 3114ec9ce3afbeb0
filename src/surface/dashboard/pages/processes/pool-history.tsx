import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { counted, poolHistory, type PoolHistory as History } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Line } from '../../parts/line.tsx'
import { colourOf, Stacked } from '../../parts/stacked.tsx'
import { useReading } from '../../data/reading.ts'
import { processesReading } from './queries.ts'

const hours = 24

/** How the agents fared in the last day: how many were alive, and what started, ended, crashed and waited. */
export function PoolHistory({ alive, limit }: { alive: number; limit: number }): JSX.Element | null {
  const { data } = useQuery(useReading(processesReading).poolEvents)
  const now = useNow(60_000)
  if (!data) return null
  const history = poolHistory(data, { now, alive, hours })
  return (
    <section aria-label="The last 24 hours" className="mt-8">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">The last {hours} hours</h2>
      <p className="mt-2 text-ink-2">{sentence(history.totals)}</p>
      <div className="mt-3 grid gap-6 md:grid-cols-2">
        <div>
          <Line name="Agents alive, peak of each hour" values={history.alive} say={String} />
          <p className="label mt-1">{counted(limit, 'place')} at most, as config.yaml says.</p>
        </div>
        <div>
          <Stacked
            columns={history.columns}
            say={whole}
            stamp={clockTime}
            label="What happened to agents, by hour"
          />
          <Legend history={history} />
        </div>
      </div>
    </section>
  )
}

function Legend({ history: { totals } }: { history: History }): JSX.Element {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {Object.entries(totals).map(([name, count], place) => (
        <li key={name}>
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block size-2.5"
            style={{ background: colourOf(place) }}
          />
          {name}: {count}
        </li>
      ))}
    </ul>
  )
}

function sentence(totals: History['totals']): string {
  const crashed = totals['crashed']
  const evicted = totals['ended to make room']
  const waited = totals['waits for a slot']
  const trouble = [
    crashed > 0
      ? `${counted(crashed, 'agent')} ended by ${crashed === 1 ? 'itself' : 'themselves'} with an error`
      : '',
    evicted > 0 ? `${counted(evicted, 'idle agent')} made room for others` : '',
    waited > 0 ? `${counted(waited, 'turn')} had to wait for a slot` : '',
  ].filter(Boolean)
  const started = `${counted(totals['started'], 'agent')} started`
  return trouble.length === 0
    ? `${started}; none crashed, and nothing waited for a slot.`
    : `${started}; ${trouble.join('; ')}.`
}

/** There is no half an agent. */
function whole(count: number): string {
  return Number.isInteger(count) ? String(count) : ''
}

function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 5)
}
