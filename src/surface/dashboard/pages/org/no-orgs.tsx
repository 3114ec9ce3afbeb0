import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { useOrgCall } from './use-org-call.ts'

/** What would be here and how to get it. */
export function NoOrgs(): JSX.Element {
  const teams = useQuery(useReading(teamsReading).teams).data?.teams ?? []
  const mayChange = useMayChange()
  const call = useOrgCall()
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">There is no organisation yet.</h1>
      <p className="mt-3 max-w-2xl text-ink-2">
        An organisation is an engineering manager that breaks down what you want, and managers that each do
        one task in a checkout of their own until its check passes. You talk to it in the rooms of its
        project. Starting one calls no model.
      </p>
      <ul className="mt-4 flex flex-wrap gap-2">
        {teams
          .filter(({ remote }) => !remote)
          .map(({ name }) => (
            <li key={name}>
              <button
                type="button"
                className="button"
                disabled={!mayChange || call.isPending}
                onClick={() => call.mutate(['startOrg', { team: name }])}
              >
                Start that of {name}
              </button>
            </li>
          ))}
      </ul>
      {!mayChange && <p className="mt-2 text-sm text-ink-2">{onlyLooks}</p>}
      {call.error && <Fault error={call.error} className="mt-3" />}
      <p className="mt-4 text-sm text-ink-2">
        In a terminal: <code className="font-mono">iris org start &lt;team&gt;</code>
      </p>
    </Page>
  )
}
