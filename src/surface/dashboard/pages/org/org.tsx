import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { counted } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { NoOrgs } from './no-orgs.tsx'
import { OrgSection } from './org-section.tsx'
import { orgsReading } from './queries.ts'

/** Every organisation: who is on shift, on what, and who was. */
export function Orgs(): JSX.Element {
  const { data, error } = useQuery(useReading(orgsReading).orgs)
  if (error && !data) return <Fault error={error} />
  if (!data) return <Page>Loading …</Page>
  if (data.orgs.length === 0) return <NoOrgs />
  const running = data.orgs.filter(({ state }) => state === 'running').length
  return (
    <Page>
      <h1 className="text-2xl font-semibold tracking-tight">
        {running === 0
          ? 'No organisation runs.'
          : `${counted(running, 'organisation')} ${running === 1 ? 'runs' : 'run'}.`}
      </h1>
      <div className="mt-5 flex flex-col gap-10">
        {data.orgs.map((org) => (
          <OrgSection key={org.project} org={org} />
        ))}
      </div>
    </Page>
  )
}
