import { useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import {
  columnsOf,
  compact,
  money,
  spentWords,
  spentSince,
  type Column,
  type Divide,
  type Measure,
} from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Choice } from '../../parts/choice.tsx'
import { Page } from '../../parts/page.tsx'
import { colourOf, Stacked } from '../../parts/stacked.tsx'
import { useReading } from '../../data/reading.ts'
import { usageReading } from './queries.ts'

const days = 30
const measures: Readonly<Record<Measure, { name: string; say: (value: number) => string }>> = {
  cost: { name: 'Cost', say: money },
  tokens: { name: 'Model tokens', say: compact },
  turns: { name: 'Turns', say: compact },
}

/** What was used in the last 30 days, by team or by model. */
export function Usage(): JSX.Element {
  const { data } = useQuery(useReading(usageReading).usage('day', days))
  const now = useNow(60_000)
  const [divide, setDivide] = useState<Divide>('team')
  const [measure, setMeasure] = useState<Measure>('tokens')
  const rows = data?.usage ?? []
  const spent = spentSince(rows, 0)
  const { columns, names } = columnsOf(rows, { divide, measure, days, now })
  const { name, say } = measures[measure]
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">
        {data ? `${spentWords(spent)} in ${days} days` : 'Usage'}
      </h1>
      {spent.rehearsedUsd > 0 && (
        <p className="mt-1 text-ink-2">Nobody pays what rehearsals would have cost; the plot has both.</p>
      )}
      <div className="mt-5 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Choice
          label="Show"
          value={measure}
          options={{ tokens: 'model tokens', cost: 'cost', turns: 'turns' }}
          onChange={setMeasure}
        />
        <Choice label="By" value={divide} options={{ team: 'team', model: 'model' }} onChange={setDivide} />
      </div>
      <div className="mt-4">
        <Stacked columns={columns} say={say} label={`${name} by day and ${divide}, ${days} days`} />
      </div>
      {data && names.length === 0 && (
        <p className="mt-6 text-ink-2">No turn ended in this period. Usage appears here as turns end.</p>
      )}
      {names.length > 0 && (
        <Totals columns={columns} names={names} say={say} heading={divide === 'team' ? 'Team' : 'Model'} />
      )}
    </Page>
  )
}

function Totals(props: {
  columns: readonly Column[]
  names: readonly string[]
  say: (value: number) => string
  heading: string
}): JSX.Element {
  const { columns, names, say, heading } = props
  const sum = (name: string, of: readonly Column[]): number =>
    of.reduce((total, { parts }) => total + (parts.find((part) => part.name === name)?.value ?? 0), 0)
  return (
    <table className="mt-6 w-full max-w-2xl text-sm">
      <thead className="text-left text-xs text-ink-3">
        <tr className="border-b border-line">
          <th className="py-1 font-normal">{heading}</th>
          <th className="text-right font-normal">Today</th>
          <th className="text-right font-normal">7 days</th>
          <th className="text-right font-normal">30 days</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name, place) => (
          <tr key={name} className="border-b border-line">
            <td className="py-1">
              <span
                aria-hidden="true"
                className="mr-2 inline-block size-2.5"
                style={{ background: colourOf(place) }}
              />
              {name}
            </td>
            <td className="text-right">{say(sum(name, columns.slice(-1)))}</td>
            <td className="text-right">{say(sum(name, columns.slice(-7)))}</td>
            <td className="text-right">{say(sum(name, columns))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
