import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { UxTest } from '../../../../../contract/plain.ts'
import { isOpenUx } from '../../../../views/index.ts'
import { useReading } from '../../../data/reading.ts'
import { Fault } from '../../../parts/fault.tsx'
import { Page } from '../../../parts/page.tsx'
import { Cancel, Start } from './actions.tsx'
import { UxFindings } from './findings.tsx'
import { uxReading } from './queries.ts'

const route = getRouteApi('/shell/builds/ux/$ux')

/** One UX test, of a build or of a team, with all it found. */
export function UxTestPage(): JSX.Element {
  const { ux } = route.useParams()
  const { data, error } = useQuery(useReading(uxReading).test(ux))
  return (
    <Page>
      <p className="pb-3 text-sm">
        <Link to="/builds/ux" className="link">
          All UX tests
        </Link>
      </p>
      {error && <Fault error={error} />}
      {!data && !error && <p className="text-ink-3">Reading the UX test …</p>}
      {data && <Whole test={data} />}
    </Page>
  )
}

function Whole({ test }: { test: UxTest }): JSX.Element {
  const { of, build, team, persona } = test
  const navigate = useNavigate()
  const subject = build === null ? { team } : { build }
  return (
    <>
      <h1 className="pb-3 text-2xl font-semibold tracking-tight">
        UX test of{' '}
        {build === null ? (
          of
        ) : (
          <Link to="/builds/$build" params={{ build: of }} className="hover:underline">
            {of}
          </Link>
        )}
      </h1>
      <UxFindings test={test} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Start
          name="Test it again"
          wanted={{ ...subject, ...(persona !== null && { persona }) }}
          test={test}
          onStarted={({ ux }) => void navigate({ to: '/builds/ux/$ux', params: { ux } })}
        />
        {isOpenUx(test) && <Cancel test={test} />}
      </div>
    </>
  )
}
