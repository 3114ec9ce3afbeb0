import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Lease, LeaseWait } from '../../../../contract/plain.ts'
import { leaseEnds, waitSentence } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Section } from '../../parts/section.tsx'
import { leasesReading } from './places-queries.ts'
import { TaskLink } from './task-link.tsx'

/** Who may write which files now, and who waits for whom. */
export function Leases({ titles }: { titles: ReadonlyMap<string, string> }): JSX.Element {
  const { data, error } = useQuery(useReading(leasesReading).leases)
  return (
    <div className="flex flex-1 flex-col gap-6 overflow-y-auto border-t border-line px-4 py-4 sm:px-6">
      {error && <Fault error={error} />}
      {data && data.leases.length + data.waits.length === 0 && (
        <p className="max-w-2xl text-ink-2">
          Nobody holds a lease. While an agent works on a task, Iris gives it the files that task plans to
          write, so that no two change the same file; here you see who has which, and who waits for whom.
        </p>
      )}
      {data && data.leases.length > 0 && (
        <Section name={`${data.leases.length} held`}>
          <ul className="divide-y divide-line text-sm">
            {data.leases.map((lease) => (
              <Held key={lease.task} lease={lease} title={titles.get(lease.key)} />
            ))}
          </ul>
        </Section>
      )}
      {data && data.waits.length > 0 && (
        <Section name={`${data.waits.length} waiting`}>
          <ul className="divide-y divide-line text-sm">
            {data.waits.map((wait) => (
              <Waiting key={wait.task} wait={wait} title={titles.get(wait.key)} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Held({ lease, title }: { lease: Lease; title: string | undefined }): JSX.Element {
  return (
    <li className={row}>
      <TaskLink task={{ key: lease.key, title: '' }} />
      <span className="min-w-0">
        <span className="block">{title ?? lease.worker}</span>
        <Paths paths={lease.files} />
      </span>
      <span className="col-start-2 text-ink-2 sm:col-start-auto sm:text-right">{leaseEnds(lease)}</span>
    </li>
  )
}

function Waiting({ wait, title }: { wait: LeaseWait; title: string | undefined }): JSX.Element {
  return (
    <li className={row}>
      <TaskLink task={{ key: wait.key, title: '' }} />
      <span className="min-w-0">
        {title !== undefined && <span className="block">{title}</span>}
        <span className="block text-ink-2">{waitSentence(wait)}</span>
      </span>
      <span className="col-start-2 text-ink-2 sm:col-start-auto sm:text-right">
        asked <Age at={wait.since} />
      </span>
    </li>
  )
}

const row = 'grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-2 sm:grid-cols-[7rem_minmax(0,1fr)_16rem]'
const pathsShown = 4

function Paths({ paths }: { paths: readonly string[] }): JSX.Element {
  return (
    <span
      className="block font-mono text-xs leading-[18px] wrap-anywhere text-ink-2"
      title={paths.join('\n')}
    >
      {paths.slice(0, pathsShown).join(', ')}
      {paths.length > pathsShown && ` and ${paths.length - pathsShown} more`}
    </span>
  )
}
