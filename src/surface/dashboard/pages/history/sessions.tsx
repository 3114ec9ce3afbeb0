import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Session } from '../../../../contract/plain.ts'
import { callerWords, counted } from '../../../views/index.ts'
import { Age } from '../../parts/age.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Money } from '../../parts/money.tsx'
import { Gauge } from '../../parts/gauge.tsx'
import { sessionsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'

/** Every session there is, the last used first. */
export function Sessions(): JSX.Element {
  const { data } = useQuery(useReading(sessionsReading).sessions)
  const sessions = data?.sessions ?? []
  return (
    <section aria-label="Sessions" className="mt-6">
      <h2 className="border-b border-line pb-1 text-sm font-semibold">
        {data ? counted(sessions.length, 'session') : 'Sessions'}
      </h2>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.session} session={session} />
        ))}
      </ul>
    </section>
  )
}

function SessionRow({ session }: { session: Session }): JSX.Element {
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-sm md:grid-cols-[20px_minmax(0,1fr)_6rem_6rem_6rem_5rem_4rem]">
      <Avatar name={session.to} size={20} />
      <Link
        to="/sessions/$session"
        params={{ session: session.session }}
        className="truncate font-medium hover:underline"
      >
        {session.to} <span className="font-normal text-ink-3">for {callerWords(session.from)}</span>
      </Link>
      <span className={session.state === 'waiting' ? 'text-needs' : 'text-ink-2'}>
        {session.state === 'waiting' ? 'needs you' : session.state}
      </span>
      <span className="hidden text-ink-2 md:block">{counted(session.turns, 'turn')}</span>
      <span className="hidden md:block">
        <Gauge percent={session.contextPercent} label={`Context of ${session.to}`} />
      </span>
      <span className="hidden text-right text-ink-2 md:block">
        <Money costUsd={session.costUsd - session.rehearsedUsd} rehearsedUsd={session.rehearsedUsd} />
      </span>
      <span className="hidden text-right text-xs text-ink-3 md:block">
        <Age at={session.lastUsedAt} />
      </span>
    </li>
  )
}
