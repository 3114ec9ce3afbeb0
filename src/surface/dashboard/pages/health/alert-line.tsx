import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Alert, AlertId } from '../../../../contract/plain.ts'
import { duration, stateOfAlert } from '../../../views/index.ts'
import { Advice } from '../../parts/advice.tsx'
import { Age } from '../../parts/age.tsx'
import { State } from '../../parts/state.tsx'

interface LineProps {
  alert: Alert
  onAcknowledge: ((alert: AlertId) => void) | undefined
  isPending: boolean
}

/** One alert with the way out; what somebody knows of is quiet. */
export function AlertLine({ alert, onAcknowledge, isPending }: LineProps): JSX.Element {
  const { words, advice, team, build, session, openedAt, clearedAt, acknowledgedAt, acknowledgedBy } = alert
  const isOpen = clearedAt === null
  return (
    <li className="grid gap-x-3 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <State {...stateOfAlert(alert)} />
          <span className={isOpen ? '' : 'text-ink-2'}>
            {team !== null && <strong className="font-semibold">{team}: </strong>}
            {words}
          </span>
        </p>
        {isOpen && (
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
            <span>
              <Advice text={advice} />
            </span>
            {session !== null && (
              <Link to="/sessions/$session" params={{ session }} className="link">
                Open the session
              </Link>
            )}
            {build !== null && (
              <Link to="/builds/$build" params={{ build }} className="link">
                Open the build
              </Link>
            )}
          </p>
        )}
        {acknowledgedAt !== null && (
          <p className="text-sm text-ink-2">
            {acknowledgedBy} {isOpen ? 'knows' : 'knew'} of it.
          </p>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 text-xs text-ink-3 sm:block sm:text-right">
        {isOpen ? <Age at={openedAt} /> : `open for ${duration(clearedAt - openedAt)}`}
        {isOpen && acknowledgedAt === null && onAcknowledge && (
          <button
            type="button"
            className="button sm:mt-1 sm:block"
            disabled={isPending}
            onClick={() => onAcknowledge(alert.alert)}
          >
            Acknowledge
          </button>
        )}
      </div>
    </li>
  )
}
