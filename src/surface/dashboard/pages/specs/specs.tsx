import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Spec } from '../../../../contract/plain.ts'
import { counted, isOpenSpec, stateOfSpec } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Avatar } from '../../parts/avatar.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { NoSpecs } from './no-specs.tsx'
import { specsReading } from './queries.ts'

/** Every spec, those that wait for somebody first. */
export function Specs(): JSX.Element {
  const { data, error } = useQuery(useReading(specsReading).specs)
  if (data?.specs.length === 0) return <NoSpecs />
  const open = data?.specs.filter(isOpenSpec) ?? []
  const over = data?.specs.filter((spec) => !isOpenSpec(spec)) ?? []
  return (
    <Page>
      <h1 className="pb-4 text-2xl font-semibold tracking-tight">{data ? titleOf(open) : 'Specs'}</h1>
      {error && <Fault error={error} />}
      {!data && !error && <p className="text-ink-3">Reading the specs …</p>}
      {data && (
        <ul className="divide-y divide-line border-t border-b border-line">
          {[...open, ...over].map((spec) => (
            <Row key={spec.spec} spec={spec} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function titleOf(open: readonly Spec[]): string {
  const waiting = open.filter(({ state }) => state !== 'drafting').length
  if (waiting > 0) return `${counted(waiting, 'spec')} ${waiting === 1 ? 'waits' : 'wait'} for you.`
  if (open.length > 0)
    return `${counted(open.length, 'spec')} ${open.length === 1 ? 'is' : 'are'} being written.`
  return 'No spec waits for anybody.'
}

function Row({ spec }: { spec: Spec }): JSX.Element {
  const { key, team, title, tasks, build, createdAt } = spec
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 gap-y-1 py-2.5 md:grid-cols-[24px_minmax(0,1fr)_11rem_6rem_7rem_5rem]">
      <Avatar name={team} />
      <div className="min-w-0">
        <Link to="/specs/$spec" params={{ spec: key }} className="font-medium wrap-anywhere hover:underline">
          {title}
        </Link>
        <p className="text-sm text-ink-2">
          {key} · {team}
        </p>
      </div>
      <span className="col-start-2 text-sm md:col-start-auto">
        <State {...stateOfSpec(spec)} />
      </span>
      <span className="hidden text-sm text-ink-2 md:block">{tasks > 0 && counted(tasks, 'task')}</span>
      <span className="col-start-2 text-sm md:col-start-auto">
        {build !== null && (
          <Link to="/builds/$build" params={{ build }} className="link">
            {build}
          </Link>
        )}
      </span>
      <span className="hidden text-right text-sm text-ink-2 md:block">
        <Age at={createdAt} />
      </span>
    </li>
  )
}
