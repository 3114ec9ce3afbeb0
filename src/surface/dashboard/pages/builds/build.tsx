import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type JSX } from 'react'
import type { Ask, Build, BuildTask } from '../../../../contract/plain.ts'
import { isBegun, isOpenBuild } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Page } from '../../parts/page.tsx'
import { ValidationOfBuild } from '../../parts/validation/validation.tsx'
import { asksReading } from '../inbox/queries.ts'
import { useBuildKeys } from './build-keys.ts'
import { Header } from './header.tsx'
import { inLanes } from './in-lanes.ts'
import { Lanes } from './lanes.tsx'
import { Plan } from './plan.tsx'
import { buildsReading } from './queries.ts'
import { UxOfBuild } from './ux/section.tsx'
import { TaskDialog, type TaskDeed } from './task-dialog.tsx'
import { WorkSheet } from './work-sheet.tsx'

const route = getRouteApi('/shell/builds/$build')

/** One build: what needs you, who works on what, and the plan. */
export function BuildPage(): JSX.Element {
  const { build } = route.useParams()
  const { data, error } = useQuery(useReading(buildsReading).build(build))
  if (data) return <BuildView build={data} />
  return <Page>{error ? <Fault error={error} /> : <p className="text-ink-3">Reading the build …</p>}</Page>
}

function BuildView({ build }: { build: Build }): JSX.Element {
  const { task: open } = route.useSearch()
  const navigate = useNavigate()
  const asks = useAsksOf(build)
  const lanes = useMemo(() => inLanes(build, asks), [build, asks])
  const [at, setAt] = useState<string>()
  const [asking, setAsking] = useState<{ deed: TaskDeed; task: BuildTask }>()
  const show = (task: string | undefined): void =>
    void navigate({
      to: '/builds/$build',
      params: { build: build.key },
      search: task === undefined ? {} : { task },
      replace: true,
    })
  const shown = build.tasks.find(({ key }) => key === open)
  const chosen = shown ?? lanes.ordered.find(({ key }) => key === at) ?? lanes.ordered[0]
  useBuildKeys({ build, chosen, onAsk: setAsking, onClose: () => show(undefined) })
  return (
    <div className="flex h-full min-w-0">
      <div className={`min-w-0 flex-1 overflow-y-auto ${shown ? 'hidden lg:block' : ''}`}>
        <Page>
          <p className="pb-3 text-sm">
            <Link to="/builds" className="link">
              All builds
            </Link>
          </p>
          <div className="flex flex-col gap-6">
            <Header build={build} />
            {isBegun(build) && (
              <Lanes
                lanes={lanes}
                asks={asks}
                chosen={chosen?.key}
                open={open}
                onChoose={setAt}
                onOpen={({ key }) => show(key)}
              />
            )}
            {build.endedAt !== null && <ValidationOfBuild build={build.key} />}
            {build.endedAt !== null && <UxOfBuild build={build.key} />}
            <Plan build={build} />
          </div>
        </Page>
      </div>
      {shown && (
        <WorkSheet
          key={shown.key}
          task={shown}
          isOpen={isOpenBuild(build)}
          onDeed={(deed) => setAsking({ deed, task: shown })}
          onClose={() => show(undefined)}
        />
      )}
      {asking && <TaskDialog build={build} {...asking} onClose={() => setAsking(undefined)} />}
    </div>
  )
}

/** What the build asks, and what its agents ask. */
function useAsksOf({ tasks }: Build): readonly Ask[] {
  const open = useQuery(useReading(asksReading).asks).data?.asks
  return useMemo(() => {
    const ids = new Set(tasks.map(({ ask }) => ask))
    const sessions = new Set(tasks.map(({ session }) => session))
    return (open ?? []).filter(
      ({ ask, session }) => ids.has(ask) || (session !== null && sessions.has(session)),
    )
  }, [open, tasks])
}
