import { useState, type JSX } from 'react'
import type { Org } from '../../../../contract/plain.ts'
import { budgetWords, idleCheckWords, money, openSeats, orgWords } from '../../../views/index.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Given } from './given.tsx'
import { SeatRow } from './seat-row.tsx'
import { Shifts } from './shifts.tsx'
import { useOrgCall } from './use-org-call.ts'

/** One organisation with its seats, what waits, and its history. */
export function OrgSection({ org }: { org: Org }): JSX.Element {
  const { project, costUsd, heldFor } = org
  const budget = budgetWords(org)
  const idleCheck = idleCheckWords(org)
  const open = openSeats(org)
  return (
    <section aria-label={project}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line pb-1">
        <h2 className="font-semibold">{project}</h2>
        <p className="text-sm text-ink-2">{orgWords(org)}</p>
        <p className="ml-auto text-sm text-ink-2">{money(costUsd)}</p>
      </div>
      {heldFor !== null && <p className="mt-1 text-sm text-needs">{heldFor}</p>}
      {budget !== '' && <p className="mt-1 text-sm text-ink-2">Budget: {budget}.</p>}
      {idleCheck !== '' && <p className="mt-1 text-sm text-ink-2">Idle check: {idleCheck}.</p>}
      <OrgActions org={org} />
      {open.length > 0 && (
        <ul aria-label="On shift" className="mt-3 divide-y divide-line border-b border-line">
          {open.map((seat) => (
            <SeatRow key={seat.seat} seat={seat} project={project} isRunning={org.state === 'running'} />
          ))}
        </ul>
      )}
      <Given org={org} />
      <Shifts org={org} />
    </section>
  )
}

function OrgActions({ org: { project, team, state } }: { org: Org }): JSX.Element {
  const [isStopping, setStopping] = useState(false)
  const mayChange = useMayChange()
  const call = useOrgCall()
  const stop = useOrgCall(() => setStopping(false))
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {state === 'stopped' ? (
        <button
          type="button"
          className="button button-primary"
          disabled={!mayChange || call.isPending}
          onClick={() => call.mutate(['startOrg', { team }])}
        >
          Go on
        </button>
      ) : (
        <button type="button" className="button" disabled={!mayChange} onClick={() => setStopping(true)}>
          Send everybody home
        </button>
      )}
      {!mayChange && <span className="text-sm text-ink-2">{onlyLooks}</span>}
      {call.error && <Fault error={call.error} className="basis-full" />}
      {isStopping && (
        <Confirm
          question={`Send everybody in ${project} home?`}
          yes="Send them home"
          isPending={stop.isPending}
          error={stop.error}
          onYes={() => stop.mutate(['stopOrg', { project }])}
          onClose={() => setStopping(false)}
        >
          Builds pause and nobody is woken. Seats, names and what waits stay, and you can let it go on.
        </Confirm>
      )}
    </div>
  )
}
