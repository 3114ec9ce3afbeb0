import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import { oneLine, sizeWords, underWay, type GoingOn } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { useReading } from '../../data/reading.ts'
import { Money } from '../../parts/money.tsx'
import { paidOf } from '../../parts/paid.ts'
import { State } from '../../parts/state.tsx'
import { Took } from '../../parts/took.tsx'
import { buildsReading } from '../builds/queries.ts'
import { ideasReading } from '../ideas/queries.ts'
import { orgsReading } from '../org/queries.ts'
import { runsReading } from '../runs/queries.ts'
import { specsReading } from '../specs/queries.ts'

/** What goes on, whatever its size, each in a line. */
export function UnderWay(): JSX.Element | null {
  const all = useAllSizes()
  if (all.length === 0) return null
  return (
    <section
      aria-label="Under way"
      className="grid border-b border-line py-3 md:grid-cols-[9.5rem_minmax(0,1fr)]"
    >
      <h2 className="pb-1 text-sm font-semibold md:pt-1.5">
        Under way <span className="font-normal text-ink-3">{all.length}</span>
      </h2>
      <ul className="divide-y divide-line">
        {all.map((one) => (
          <Line key={one.key} one={one} />
        ))}
      </ul>
    </section>
  )
}

function useAllSizes(): GoingOn[] {
  const runs = useQuery(useReading(runsReading).runs).data?.runs ?? []
  const specs = useQuery(useReading(specsReading).specs).data?.specs ?? []
  const builds = useQuery(useReading(buildsReading).builds).data?.builds ?? []
  const ideas = useQuery(useReading(ideasReading).all).data?.ideas ?? []
  const orgs = useQuery(useReading(orgsReading).orgs).data?.orgs ?? []
  return underWay({ runs, specs, builds, ideas, orgs }, useNow(1000))
}

function Line({ one }: { one: GoingOn }): JSX.Element {
  const { size, title, about, state, cost, took } = one
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 py-1.5 sm:grid-cols-[6rem_minmax(0,1fr)_11rem_4.5rem_4rem]">
      <span className="text-sm text-ink-2">{sizeWords[size].name}</span>
      <Title one={one}>
        {oneLine(title, 120)} <span className="font-normal text-ink-3">{about}</span>
      </Title>
      <span className="col-start-2 text-sm sm:col-start-auto">
        <State {...state} />
      </span>
      <span className="hidden text-right text-sm text-ink-2 sm:block">
        {cost && <Money {...paidOf(cost)} />}
      </span>
      <span className="hidden text-right text-xs text-ink-3 sm:block">
        <Took took={took} />
      </span>
    </li>
  )
}

function Title({ one: { place }, children }: { one: GoingOn; children: ReactNode }): JSX.Element {
  const className = 'truncate font-medium hover:underline'
  switch (place.page) {
    case 'run':
      return (
        <Link to="/runs/$run" params={{ run: place.of }} className={className}>
          {children}
        </Link>
      )
    case 'spec':
      return (
        <Link to="/specs/$spec" params={{ spec: place.of }} className={className}>
          {children}
        </Link>
      )
    case 'build':
      return (
        <Link to="/builds/$build" params={{ build: place.of }} className={className}>
          {children}
        </Link>
      )
    case 'idea':
      return (
        <Link to="/ideas/$idea" params={{ idea: place.of }} className={className}>
          {children}
        </Link>
      )
    case 'org':
      return (
        <Link to="/org" className={className}>
          {children}
        </Link>
      )
    default:
      return place satisfies never
  }
}
