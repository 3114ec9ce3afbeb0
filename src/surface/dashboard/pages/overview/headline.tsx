import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { compact, counted, hourly, money, spentSince, type Entry, type Lane } from '../../../views/index.ts'
import { useNow, useWorld } from '../../data/context.ts'
import { Sparkline } from '../../parts/sparkline.tsx'

const hours = 24

/** The state of everything in one sentence, and what it costs. */
export function Headline({ board }: { board: Record<Lane, Entry[]> }): JSX.Element {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{sentence(board)}</h1>
      <Spending />
    </header>
  )
}

function sentence(board: Record<Lane, Entry[]>): string {
  const needs = board.needs_you.length
  const working = board.working.length
  const parts = [
    needs > 0 ? `${counted(needs, 'team')} ${needs === 1 ? 'needs' : 'need'} you` : '',
    working > 0
      ? `${needs > 0 ? working : counted(working, 'team')} ${working === 1 ? 'works' : 'work'}`
      : '',
  ].filter(Boolean)
  if (parts.length > 0) return `${parts.join(', ')}.`
  const waiting = board.waiting.length
  return waiting > 0 ? `${counted(waiting, 'team')} ${waiting === 1 ? 'waits' : 'wait'}.` : 'All quiet.'
}

function Spending(): JSX.Element | null {
  const { queries } = useWorld()
  const usage = useQuery(queries.usage('hour', hours))
  const now = useNow(60_000)
  if (!usage.data) return null
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const today = spentSince(usage.data.usage, midnight)
  const bars = hourly(usage.data.usage, { now, hours })
  return (
    <div className="flex items-end gap-6">
      <Figure name="Today" value={money(today.costUsd)} note={rehearsed(today.rehearsedUsd)} />
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

function rehearsed(usd: number): string {
  return usd > 0 ? `and ${money(usd)} rehearsed` : 'spent'
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
