import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { UxTest } from '../../../../../contract/plain.ts'
import { isOpenUx, scoreOfUx } from '../../../../views/index.ts'
import { useReading } from '../../../data/reading.ts'
import { Age } from '../../../parts/age.tsx'
import { Fault } from '../../../parts/fault.tsx'
import { Section } from '../../../parts/section.tsx'
import { Cancel, Start } from './actions.tsx'
import { uxReading } from './queries.ts'
import { UxFindings } from './findings.tsx'

/** The newest UX test of a build with all it found, and the way to those before it. */
export function UxOfBuild({ build }: { build: string }): JSX.Element {
  const { data, error } = useQuery(useReading(uxReading).ofBuild(build))
  return (
    <Section name="UX test">
      {!data && !error && <p className="text-sm text-ink-3">Reading …</p>}
      {error && <Fault error={error} />}
      {data && <Tests build={build} tests={data.tests} />}
    </Section>
  )
}

function Tests({ build, tests: [newest, ...before] }: { build: string; tests: UxTest[] }): JSX.Element {
  return (
    <>
      {newest ? <UxFindings test={newest} /> : <None />}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Start name={newest ? 'Test it again' : 'Test it'} wanted={{ build }} test={newest} />
        {newest && isOpenUx(newest) && <Cancel test={newest} />}
      </div>
      {before.length > 0 && <Before tests={before} />}
    </>
  )
}

function None(): JSX.Element {
  return (
    <p className="text-sm text-ink-2">
      Nobody went through its pages yet. The project declares its journeys in{' '}
      <code className="font-mono">.iris/ux.yaml</code>.
    </p>
  )
}

function Before({ tests }: { tests: readonly UxTest[] }): JSX.Element {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-ink-2">
      Before:
      {tests.map((test) => (
        <span key={test.ux}>
          <Link to="/builds/ux/$ux" params={{ ux: test.ux }} className="link">
            {scoreOfUx(test)}
          </Link>{' '}
          <span className="text-xs text-ink-3">
            <Age at={test.createdAt} />
          </span>
        </span>
      ))}
    </p>
  )
}
