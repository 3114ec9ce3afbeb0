import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { UxTest } from '../../../../../contract/plain.ts'
import { counted, stateOfUx } from '../../../../views/index.ts'
import { useReading } from '../../../data/reading.ts'
import { Age } from '../../../parts/age.tsx'
import { Avatar } from '../../../parts/avatar.tsx'
import { Fault } from '../../../parts/fault.tsx'
import { Page } from '../../../parts/page.tsx'
import { State } from '../../../parts/state.tsx'
import { uxReading } from './queries.ts'

/** Every UX test, of builds and of teams, the newest first. */
export function UxTests(): JSX.Element {
  const { data, error } = useQuery(useReading(uxReading).all)
  return (
    <Page>
      <p className="pb-3 text-sm">
        <Link to="/builds" className="link">
          All builds
        </Link>
      </p>
      <h1 className="pb-4 text-2xl font-semibold tracking-tight">UX tests</h1>
      {error && <Fault error={error} />}
      {!data && !error && <p className="text-ink-3">Reading the UX tests …</p>}
      {data?.tests.length === 0 && <None />}
      {data && data.tests.length > 0 && (
        <ul className="divide-y divide-line border-t border-b border-line">
          {data.tests.map((test) => (
            <Row key={test.ux} test={test} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Row({ test }: { test: UxTest }): JSX.Element {
  const { ux, of, team, score, journeys, barriers, createdAt } = test
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-2.5 md:grid-cols-[24px_minmax(0,1fr)_13rem_8rem_13rem_5rem]">
      <Avatar name={team} />
      <span className="col-span-2 min-w-0 md:col-span-1">
        <Link to="/builds/ux/$ux" params={{ ux }} className="font-medium hover:underline">
          {of}
        </Link>{' '}
        {of !== team && <span className="text-ink-2">{team}</span>}
      </span>
      <span className="col-start-2 text-sm md:col-start-auto">
        <State {...stateOfUx(test)} />
      </span>
      <span className="text-right text-sm">{score === null ? '–' : `${score} of 100`}</span>
      <span className="col-start-2 text-sm text-ink-2 md:col-start-auto md:text-right">
        {counted(journeys.length, 'journey')}, {counted(barriers.length, 'barrier')}
      </span>
      <span className="text-right text-xs text-ink-3">
        <Age at={createdAt} />
      </span>
    </li>
  )
}

/** What would be here and how to get it. */
function None(): JSX.Element {
  return (
    <div className="max-w-2xl text-ink-2">
      <p>
        No test yet. Iris goes through the journeys of a project in a real browser, and says how long they
        take, where they break, and what keeps people from using a page. Declare them in{' '}
        <code className="font-mono">.iris/ux.yaml</code>, then:
      </p>
      <p className="mt-3">
        <code className="font-mono wrap-anywhere text-ink">iris ux run --team &lt;team&gt;</code>
      </p>
      <p className="mt-3">
        With <code className="font-mono">pipeline.ux.persona</code> in config.yaml a test follows each build.
      </p>
    </div>
  )
}
