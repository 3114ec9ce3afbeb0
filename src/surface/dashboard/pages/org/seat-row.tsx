import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Seat } from '../../../../contract/plain.ts'
import { money, nextLookWords, stateOfSeat } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { Age } from '../../parts/age.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Gauge } from '../../parts/gauge.tsx'
import { State } from '../../parts/state.tsx'
import { SeatActions } from './seat-actions.tsx'

interface RowProps {
  seat: Seat
  project: string
  isRunning: boolean
}

/** Who has a seat, on what, where, how full the conversation is, and what can be done. */
export function SeatRow({ seat, project, isRunning }: RowProps): JSX.Element {
  const { name, shifts, rooms, contextPercent, costUsd } = seat
  const now = useNow(1000)
  const [current] = shifts
  return (
    <li
      aria-label={name}
      className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 gap-y-1 py-2.5 md:grid-cols-[24px_minmax(0,1fr)_7rem_15rem]"
    >
      <Avatar name={name} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link to="/sessions/$session" params={{ session: seat.session }} className="font-medium link">
            {name}
          </Link>
          <On seat={seat} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          {rooms.map((room) => (
            <Link key={room} to="/rooms/$room" params={{ room: room.slice(1) }} className="link">
              {room}
            </Link>
          ))}
        </p>
        {current && (
          <p className="text-xs text-ink-3">
            shift {shifts.length}, begun <Age at={current.startedAt} />
          </p>
        )}
      </div>
      <span className="col-start-2 text-sm md:col-start-auto">
        <State {...stateOfSeat(seat)} />
      </span>
      <dl className="col-start-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm md:col-start-auto">
        <dt className="text-ink-3">Context</dt>
        <dd>
          <Gauge percent={contextPercent} label={`Context of ${name}`} />
        </dd>
        <dt className="text-ink-3">Next look</dt>
        <dd>{nextLookWords(seat, now)}</dd>
        <dt className="text-ink-3">Cost</dt>
        <dd>{money(costUsd)}</dd>
      </dl>
      {isRunning && <SeatActions seat={seat} project={project} />}
    </li>
  )
}

function On({ seat: { kind, key, task, lead } }: { seat: Seat }): JSX.Element {
  if (kind === 'em' || !task)
    return <span className="text-ink-2">{kind === 'em' ? 'engineering manager' : key}</span>
  return (
    <span className="min-w-0 text-ink-2">
      on{' '}
      <Link to="/tasks/$task" params={{ task: task.key }} className="link">
        {task.key}
      </Link>{' '}
      {task.title}
      {lead !== null && `, worker of ${lead}`}
    </span>
  )
}
