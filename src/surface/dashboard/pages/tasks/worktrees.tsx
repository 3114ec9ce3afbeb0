import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { BranchForecast, Forecast, Worktree } from '../../../../contract/plain.ts'
import { counted, worktreeStates, type Tone } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { worktreesReading } from './places-queries.ts'
import { TaskLink } from './task-link.tsx'

/** Where tasks are worked, and which of their branches would conflict. */
export function Worktrees({ titles }: { titles: ReadonlyMap<string, string> }): JSX.Element {
  const { worktrees, forecasts } = useReading(worktreesReading)
  const { data, error } = useQuery(worktrees)
  const { data: foreseen } = useQuery(forecasts)
  const branches = foreseen?.filter((forecast) => forecast.branches.length > 0) ?? []
  return (
    <div className="flex flex-1 flex-col gap-6 overflow-y-auto border-t border-line px-4 py-4 sm:px-6">
      {error && <Fault error={error} />}
      {data && data.worktrees.length === 0 && (
        <p className="max-w-2xl text-ink-2">
          No task has a worktree. Iris makes one when work on a task begins, so that your own checkout is left
          alone; by hand: <code className="font-mono">iris worktrees make shop-42</code>
        </p>
      )}
      {data && data.worktrees.length > 0 && (
        <Section name={counted(data.worktrees.length, 'worktree')}>
          <ul className="divide-y divide-line text-sm">
            {data.worktrees.map((worktree) => (
              <Row key={worktree.task} worktree={worktree} title={titles.get(worktree.key)} />
            ))}
          </ul>
        </Section>
      )}
      {branches.map((forecast) => (
        <Foreseen key={forecast.project} forecast={forecast} />
      ))}
    </div>
  )
}

function Row({ worktree, title }: { worktree: Worktree; title: string | undefined }): JSX.Element {
  const { key, state, branch, folder, rescue, madeAt, setUp, warnings } = worktree
  const problems = [...(setUp?.isOk === false ? [setUp.words] : []), ...warnings]
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-2 sm:grid-cols-[7rem_9rem_minmax(0,1fr)_5rem]">
      <TaskLink task={{ key, title: '' }} />
      <State {...worktreeStates[state]} />
      <span className="col-start-2 min-w-0 sm:col-start-auto">
        {title !== undefined && <span className="block">{title}</span>}
        <span className="block text-ink-2 wrap-anywhere">
          <code className="font-mono">{branch}</code> in {folder}
        </span>
        {rescue && <span className="block text-ink-2">rescued: {rescue.reason}</span>}
        {problems.map((words) => (
          <span key={words} className="block text-bad">
            {words}
          </span>
        ))}
      </span>
      <span className="col-start-2 text-ink-2 sm:col-start-auto sm:text-right">
        <Age at={madeAt} />
      </span>
    </li>
  )
}

const states: Readonly<Record<BranchForecast['state'], { words: string; tone: Tone }>> = {
  merges: { words: 'merges cleanly', tone: 'good' },
  fast_forward: { words: 'merges cleanly', tone: 'good' },
  conflicts: { words: 'conflicts', tone: 'bad' },
  nothing_new: { words: 'nothing new', tone: 'quiet' },
  unrelated: { words: 'unrelated history', tone: 'bad' },
  unknown: { words: 'not known', tone: 'quiet' },
}

function Foreseen({ forecast }: { forecast: Forecast }): JSX.Element {
  const { project, into, branches, conflicts, leftOut } = forecast
  return (
    <Section name={`Forecast of ${project} into ${into}`}>
      <ul className="divide-y divide-line text-sm">
        {branches.map((branch) => (
          <Branch key={branch.task} branch={branch} />
        ))}
      </ul>
      {conflicts.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-sm font-semibold">Branches that conflict with each other</h3>
          <ul className="divide-y divide-line text-sm">
            {conflicts.map((pair) => (
              <Pair key={`${pair.a} ${pair.b}`} pair={pair} />
            ))}
          </ul>
        </>
      )}
      {leftOut > 0 && (
        <p className="text-sm text-ink-2">{leftOut} more branches or pairs were not looked at.</p>
      )}
    </Section>
  )
}

function Branch({ branch }: { branch: BranchForecast }): JSX.Element {
  const { key, title, state, paths, pathCount, files } = branch
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-2 sm:grid-cols-[7rem_9rem_minmax(0,1fr)]">
      <TaskLink task={{ key, title: '' }} />
      <State {...states[state]} />
      <span className="col-start-2 min-w-0 wrap-anywhere sm:col-start-auto">
        {title}{' '}
        <span className="text-ink-2">
          {paths.length > 0 ? paths.slice(0, 4).join(', ') : files > 0 && counted(files, 'file')}
          {pathCount > 4 && ` and ${pathCount - 4} more`}
        </span>
      </span>
    </li>
  )
}

function Pair({ pair: { a, b, paths, pathCount } }: { pair: Forecast['conflicts'][number] }): JSX.Element {
  return (
    <li className="py-2 wrap-anywhere">
      <TaskLink task={{ key: a, title: '' }} /> and <TaskLink task={{ key: b, title: '' }} />{' '}
      <span className="text-bad">conflict</span>{' '}
      <span className="text-ink-2">
        in {paths.slice(0, 3).join(', ')}
        {pathCount > 3 && ` and ${pathCount - 3} more`}
      </span>
    </li>
  )
}
