import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import {
  compact,
  counted,
  headlineOf,
  hourly,
  money,
  spentSince,
  type Spent,
  type Entry,
  type Lane,
} from '../../../views/index.ts'
import { useProblems } from './current-problems.ts'
import { useNow } from '../../data/context.ts'

import { Sparkline } from '../../parts/sparkline.tsx'
import { useReading } from '../../data/reading.ts'
import { usageReading } from '../usage/queries.ts'

const hours = 24

/** The state of everything in one sentence, and what it costs. */
export function Headline({ board }: { board: Record<Lane, Entry[]> }): JSX.Element {
  const problems = useProblems().length
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{headlineOf(board, problems)}</h1>
      <Spending />
    </header>
  )
}

function Spending(): JSX.Element | null {
  const usage = useQuery(useReading(usageReading).usage('hour', hours))
  const now = useNow(60_000)
  if (!usage.data) return null
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const today = spentSince(usage.data.usage, midnight)
  const bars = hourly(usage.data.usage, { now, hours })
  return (
    <div className="flex items-end gap-6">
      <Figure name="Today" {...spentFigure(today)} />
      <Figure name="Model tokens" value={compact(today.tokens)} note={counted(today.turns, 'turn')} />
      <div className="hidden sm:block">
        <Sparkline
          values={bars}
          label={`Model tokens in each of the last ${hours} hours, at most ${compact(Math.max(...bars))}`}
        />
        <div className="label">tokens by hour, 24 h</div>
      </div>
    </div>
  )
}

/** Where nothing was paid, what was rehearsed is the figure: $0.00 beside it would say that nothing happened. */
function spentFigure({ costUsd, rehearsedUsd }: Spent): { value: string; note: string } {
  if (rehearsedUsd === 0) return { value: money(costUsd), note: 'spent' }
  if (costUsd === 0) return { value: money(rehearsedUsd), note: 'rehearsed, no charge' }
  return { value: money(costUsd), note: `and ${money(rehearsedUsd)} rehearsed` }
}

function Figure({ name, value, note }: { name: string; value: string; note: string }): JSX.Element {
  return (
    <div>
      <div className="label">{name}</div>
      <div className="text-lg">{value}</div>
      <div className="label">{note}</div>
    </div>
  )
}
