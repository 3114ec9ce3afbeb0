import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Concern, RoleAtWork } from '../../../../contract/plain.ts'
import {
  againWordsOf,
  concernWords,
  stateOfConcern,
  stateOfRole,
  waitSentence,
} from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { leasesReading } from '../tasks/places-queries.ts'
import { coordinatorReading } from './queries.ts'

/** What each role is at, what the coordinator has in hand and why, and who waits for whose files. */
export function Coordinator(): JSX.Element {
  const { roles, concerns } = useReading(coordinatorReading)
  const atWork = useQuery(roles).data?.roles ?? []
  const inHand = useQuery(concerns).data?.concerns ?? []
  const waits = useQuery(useReading(leasesReading).leases).data?.waits ?? []
  return (
    <>
      <Section name="In hand">
        {inHand.length === 0 && <p className="text-sm text-ink-2">Nothing needs to be decided.</p>}
        <ul className="divide-y divide-line text-sm">
          {inHand.map((concern) => (
            <ConcernLine key={concern.subject} concern={concern} />
          ))}
        </ul>
      </Section>
      {waits.length > 0 && (
        <Section name="Waiting for files">
          <ul className="divide-y divide-line text-sm">
            {waits.map((wait) => (
              <li key={wait.task} className="py-1.5">
                <span className="font-medium">{wait.key}</span>: {waitSentence(wait)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section name="Roles">
        <ul className="divide-y divide-line text-sm">
          {atWork.map((role) => (
            <RoleLine key={role.role} role={role} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function ConcernLine({ concern }: { concern: Concern }): JSX.Element {
  const { why, build, ask, decidedAt, endedAt } = concern
  return (
    <li className="grid gap-x-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium break-words">{concernWords(concern)}</span>
          <State {...stateOfConcern(concern)} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-2">
          <span>
            {why} {againWordsOf(concern)}
          </span>
          {ask !== null && endedAt === null && (
            <Link to="/inbox" search={{ ask }} className="link">
              Answer it
            </Link>
          )}
          {build !== null && (
            <Link to="/builds/$build" params={{ build }} className="link">
              Open the build
            </Link>
          )}
        </p>
      </div>
      <span className="text-xs text-ink-3">
        <Age at={decidedAt} />
      </span>
    </li>
  )
}

function RoleLine({ role }: { role: RoleAtWork }): JSX.Element {
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-1.5">
      <span className="font-medium">{role.role}</span>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <State {...stateOfRole(role)} />
        <span className="text-ink-2">{role.words}</span>
      </span>
      <span className="text-xs text-ink-3">{role.since !== null && <Age at={role.since} />}</span>
    </li>
  )
}
