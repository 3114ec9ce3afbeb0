import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Ask } from '../../../../contract/plain.ts'
import { answererWords, answerWords, describeAsk, oneLine } from '../../../views/index.ts'
import { Age } from '../../parts/age.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from './queries.ts'

/** What was asked before, and who or what answered. */
export function Closed(): JSX.Element | null {
  const { data } = useQuery(useReading(asksReading).closedAsks)
  const asks = data?.asks ?? []
  if (asks.length === 0) return null
  return (
    <section aria-label="Answered before" className="mt-8">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">Before</h2>
      <ul className="divide-y divide-line">
        {asks.map((ask) => (
          <ClosedRow key={ask.ask} ask={ask} />
        ))}
      </ul>
    </section>
  )
}

function ClosedRow({ ask }: { ask: Ask }): JSX.Element {
  const { answer, late } = ask
  const { title, detail } = describeAsk(ask)
  return (
    <li className="grid gap-x-4 py-1.5 text-sm sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_4rem]">
      <span className="font-medium">{ask.team}</span>
      <span className="min-w-0 text-ink-2">
        <span className="block truncate">{oneLine(title, 120)}</span>
        {detail && <code className="block font-mono break-words">{oneLine(detail, 240)}</code>}
      </span>
      <span className="min-w-0">
        {answer ? (
          <>
            {oneLine(answerWords(answer), 80)} <span className="text-ink-3">by {answererWords(answer)}</span>
          </>
        ) : (
          <span className="text-ink-3">{ask.state}</span>
        )}
        {late.map((one) => (
          <span key={one.at} className="block text-ink-3">
            too late: {oneLine(answerWords(one), 60)} by {answererWords(one)}
          </span>
        ))}
      </span>
      <span className="text-right text-xs text-ink-3">
        <Age at={ask.closedAt ?? ask.askedAt} />
      </span>
    </li>
  )
}
