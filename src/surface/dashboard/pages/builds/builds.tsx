import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Build } from '../../../../contract/plain.ts'
import {
  buildCounts,
  buildNeeds,
  counted,
  duration,
  isBegun,
  isOpenBuild,
  money,
  stateOfBuild,
} from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { useReading } from '../../data/reading.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/state.tsx'
import { NoBuilds } from './no-builds.tsx'
import { Progress } from './progress.tsx'
import { buildsReading } from './queries.ts'

/** Every build, those under way first. */
export function Builds(): JSX.Element {
  const { data, error } = useQuery(useReading(buildsReading).builds)
  if (data?.builds.length === 0) return <NoBuilds />
  const open = data?.builds.filter(isOpenBuild) ?? []
  const over = data?.builds.filter((build) => !isOpenBuild(build)) ?? []
  return (
    <Page>
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 pb-4">
        <h1 className="text-2xl font-semibold tracking-tight">{data ? underWay(open.length) : 'Builds'}</h1>
        <Link to="/builds/ux" className="link text-sm">
          UX tests
        </Link>
      </header>
      {error && <Fault error={error} />}
      {!data && !error && <p className="text-ink-3">Reading the builds …</p>}
      {data && (
        <ul className="divide-y divide-line border-t border-b border-line">
          {[...open, ...over].map((build) => (
            <Row key={build.build} build={build} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function underWay(builds: number): string {
  if (builds === 0) return 'No build is under way.'
  return `${counted(builds, 'build')} ${builds === 1 ? 'is' : 'are'} under way.`
}

function Row({ build }: { build: Build }): JSX.Element {
  const { key, team, why, costUsd, startedAt, endedAt } = build
  const now = useNow(isOpenBuild(build) ? 1000 : 60_000)
  const { done, all } = buildCounts(build)
  const needs = isBegun(build) ? buildNeeds(build) : null
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-2.5 md:grid-cols-[24px_minmax(0,1fr)_13rem_13rem_4.5rem_5rem]">
      <Avatar name={team} />
      <div className="col-span-2 min-w-0 md:col-span-1">
        <Link to="/builds/$build" params={{ build: key }} className="font-medium hover:underline">
          {key}
        </Link>{' '}
        <span className="text-ink-2">{team}</span>
        {needs ? (
          <p className="text-sm text-needs">{needs}</p>
        ) : (
          why && <p className="text-sm text-ink-2">{why}</p>
        )}
      </div>
      <span className="col-start-2 text-sm md:col-start-auto">
        <State {...stateOfBuild(build)} />
      </span>
      <span className="col-span-2 col-start-2 text-sm md:col-span-1 md:col-start-auto">
        <Progress done={done} all={all} />
      </span>
      <span className="hidden text-right text-sm text-ink-2 md:block">{money(costUsd)}</span>
      <span className="hidden text-right text-sm text-ink-2 md:block">
        {duration((endedAt ?? now) - startedAt)}
      </span>
    </li>
  )
}
