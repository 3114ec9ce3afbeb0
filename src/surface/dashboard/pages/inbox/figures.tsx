import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { AskFigures } from '../../../../contract/plain.ts'
import { duration, figuresByTeam } from '../../../views/index.ts'
import { Page } from '../../parts/page.tsx'
import { Bar } from '../../parts/bar.tsx'
import { useReading } from '../../data/reading.ts'
import { asksReading } from './queries.ts'

/** How asks went: how many by team and kind, how fast, by whom, and how often it was no question at all. */
export function Figures(): JSX.Element {
  const { data } = useQuery(useReading(asksReading).askFigures)
  const figures = data?.figures ?? []
  const most = Math.max(1, ...figures.map(({ asked }) => asked))
  return (
    <Page>
      <Link to="/inbox" className="link text-sm">
        Inbox
      </Link>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        How asks were answered in the last 30 days
      </h1>
      {data && figures.length === 0 && <p className="mt-4 text-ink-3">Nobody has asked anything yet.</p>}
      {figuresByTeam(figures).map(({ team, rows }) => (
        <section key={team} className="mt-6" aria-label={team}>
          <h2 className="font-semibold">{team}</h2>
          {/* What scrolls must be reachable by the keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="overflow-x-auto" role="group" aria-label={`Figures of ${team}`} tabIndex={0}>
            <table className="mt-1 w-full text-sm whitespace-nowrap [&_td]:pl-4 [&_td:first-child]:pl-0 [&_th]:pl-4 [&_th:first-child]:pl-0">
              <thead className="text-left text-xs text-ink-3">
                <tr className="border-b border-line">
                  <th className="w-56 py-1 font-normal">Kind</th>
                  <th className="font-normal">Asked</th>
                  <th className="text-right font-normal">By you</th>
                  <th className="text-right font-normal">By teams</th>
                  <th className="text-right font-normal">Default</th>
                  <th className="text-right font-normal">By policy</th>
                  <th className="text-right font-normal">False alarms</th>
                  <th className="text-right font-normal">Median</th>
                  <th className="text-right font-normal">Slowest</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <FigureRow key={row.kind + row.type} row={row} most={most} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </Page>
  )
}

function FigureRow({ row, most }: { row: AskFigures; most: number }): JSX.Element {
  const { answered } = row
  const count = (...sources: (keyof typeof answered)[]): number =>
    sources.reduce((sum, source) => sum + (answered[source] ?? 0), 0)
  return (
    <tr className="border-b border-line">
      <td className="py-1">
        {row.kind}
        <span className="text-ink-3"> {row.type}</span>
      </td>
      <td>
        <Bar share={row.asked / most} words={String(row.asked)} />
      </td>
      <td className="text-right">{count('user')}</td>
      <td className="text-right">{count('lead', 'delegate')}</td>
      <td className="text-right">{count('default')}</td>
      <td className="text-right">{count('policy', 'learned')}</td>
      <td className={`text-right ${row.falseAlarms > 0 ? 'text-bad' : ''}`}>{row.falseAlarms}</td>
      <td className="text-right">{row.medianMs === null ? '–' : duration(row.medianMs)}</td>
      <td className="text-right">{row.slowestMs === null ? '–' : duration(row.slowestMs)}</td>
    </tr>
  )
}
