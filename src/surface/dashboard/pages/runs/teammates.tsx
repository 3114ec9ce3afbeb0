import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Teammate } from '../../../../contract/plain.ts'
import { isAtWork } from '../../../../client/index.ts'
import { compact, oneLine, spanTook, teammateWords, toneOf } from '../../../views/index.ts'
import { Face } from '../../parts/face.tsx'
import { Money } from '../../parts/money.tsx'
import { paidOf } from '../../parts/paid.ts'
import { Took } from '../../parts/took.tsx'
import { State } from '../../parts/state.tsx'

/** Who works for the leader, on what, and how it went. */
export function Teammates({
  teammates,
  isRehearsed,
  now,
}: {
  teammates: readonly Teammate[]
  isRehearsed: boolean
  now: number
}): JSX.Element | null {
  if (teammates.length === 0) return null
  return (
    <section aria-label="Teammates">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">Teammates</h2>
      <ul className="divide-y divide-line">
        {teammates.map((mate) => (
          <li
            key={mate.id}
            className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 py-2 md:grid-cols-[24px_10rem_minmax(0,1fr)_7rem_5rem_5rem]"
          >
            <Face name={mate.name} avatar={mate.avatar} />
            <div className="min-w-0">
              <div className="truncate font-semibold">{mate.name}</div>
              <div className="text-xs text-ink-3">{mate.role ?? 'another team'}</div>
            </div>
            <p className="col-span-2 col-start-2 row-start-2 min-w-0 text-sm text-ink-2 md:col-span-1 md:col-start-auto md:row-start-auto">
              {oneLine(isAtWork(mate) ? mate.activity : (mate.summary ?? mate.activity), 220)}
              {mate.session && (
                <Link to="/sessions/$session" params={{ session: mate.session }} className="link ml-2">
                  session
                </Link>
              )}
              {isAtWork(mate) && mate.summary && (
                <span className="block text-ink-3">Reported before: {oneLine(mate.summary, 220)}</span>
              )}
            </p>
            <span className="text-right text-sm md:text-left">
              <State tone={toneOf(mate.state)} words={teammateWords[mate.state]} />
            </span>
            <span className="hidden text-right text-sm text-ink-2 md:block">
              <Used mate={mate} isRehearsed={isRehearsed} />
            </span>
            <span className="hidden text-right text-sm text-ink-2 md:block">
              <Took took={spanTook(mate, now)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Used({ mate, isRehearsed }: { mate: Teammate; isRehearsed: boolean }): JSX.Element {
  const { tokens, costUsd } = mate
  if (costUsd !== null) return <Money {...paidOf({ costUsd, rehearsed: isRehearsed })} />
  return <>{tokens === null ? '–' : `${compact(tokens)} tok`}</>
}
