import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Org } from '../../../../contract/plain.ts'
import { counted, duration, shiftsOf, shiftWords } from '../../../views/index.ts'
import { Age } from '../../parts/age.tsx'

const maxShown = 50

/** Who was on shift, how each shift ended, and the page it left. */
export function Shifts({ org }: { org: Org }): JSX.Element | null {
  const ended = shiftsOf(org)
    .filter(({ shift }) => shift.endedAt !== null)
    .toSorted((a, b) => (b.shift.endedAt ?? 0) - (a.shift.endedAt ?? 0))
  if (ended.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="text-sm font-semibold">{counted(ended.length, 'shift')} before</summary>
      <ul aria-label="History" className="mt-1 divide-y divide-line text-sm">
        {ended.slice(0, maxShown).map(({ seat, shift }) => (
          <li
            key={shift.shift}
            className="flex flex-wrap gap-x-3 py-1.5 sm:grid sm:grid-cols-[9rem_8rem_minmax(0,1fr)_7rem_6rem]"
          >
            <span className="font-medium">{shift.name}</span>
            <span className="text-ink-2">{seat.key}</span>
            <span className="text-ink-2">
              {shiftWords(shift)}
              {shift.page !== null && (
                <>
                  {': '}
                  <Link to="/wiki" search={{ project: org.project, page: shift.page }} className="link">
                    {shift.page}
                  </Link>
                </>
              )}
            </span>
            <span className="text-ink-2">
              {shift.endedAt !== null && duration(shift.endedAt - shift.startedAt)}
            </span>
            <span className="text-xs text-ink-3 sm:text-right">
              {shift.endedAt !== null && <Age at={shift.endedAt} />}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
