import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, type JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { counted, isFinished, tasksLike, tasksOf } from '../../../views/index.ts'
import { useKeys } from '../../app/keys.ts'
import { useReading } from '../../data/reading.ts'
import { Choice } from '../../parts/choice.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Board } from './board.tsx'
import { Filters } from './filters.tsx'
import { Graph } from './graph.tsx'
import { Leases } from './leases.tsx'
import { List } from './list.tsx'
import { NoTasks } from './no-tasks.tsx'
import { tasksReading, type AllTasks } from './queries.ts'
import { readSearch, type TasksSearch, type TasksView } from './search.ts'
import { TaskSheet } from './task-sheet.tsx'
import { Worktrees } from './worktrees.tsx'

const route = getRouteApi('/shell/tasks')

/** The tasks of all projects: as a graph, a board or a list, and the one that is open beside them. */
export function Tasks(): JSX.Element {
  const { data, error } = useQuery(useReading(tasksReading).tasks)
  if (error && !data)
    return (
      <Frame title="Tasks">
        <Fault error={error} className="px-4 sm:px-6" />
      </Frame>
    )
  if (!data)
    return (
      <Frame title="Tasks">
        <p className="px-4 text-ink-3 sm:px-6">Reading the tasks …</p>
      </Frame>
    )
  return data.total === 0 ? <NoTasks /> : <Shown all={data} />
}

function Frame({ title, children }: { title: string; children: React.ReactNode }): JSX.Element {
  return (
    <div className="flex h-full flex-col">
      <h1 className="px-4 pt-5 text-2xl font-semibold tracking-tight sm:px-6">{title}</h1>
      {children}
    </div>
  )
}

function Shown({ all }: { all: AllTasks }): JSX.Element {
  const { search, change } = useSearch()
  const { view = 'graph', task: open } = search
  const like = useMemo(() => tasksLike(all.tasks, search), [all.tasks, search])
  const tasks = useMemo(() => tasksOf(like, search.status), [like, search.status])
  const titles = useMemo(() => new Map(all.tasks.map(({ key, title }) => [key, title])), [all.tasks])
  const field = useRef<HTMLInputElement>(null)
  const graph = useRef<HTMLDivElement>(null)
  const onOpen = (task: Task): void => change({ task: task.key })
  useKeys({
    '/': () => field.current?.focus(),
    '1': () => change({ view: 'graph' }),
    '2': () => change({ view: 'board' }),
    '3': () => change({ view: 'list' }),
    '4': () => change({ view: 'leases' }),
    '5': () => change({ view: 'worktrees' }),
    Escape: () => change({ task: '' }),
  })
  return (
    <div className="flex h-full min-w-0">
      <div className={`flex min-w-0 flex-1 flex-col ${open === undefined ? '' : 'hidden lg:flex'}`}>
        <header className="flex flex-col gap-3 px-4 pt-5 pb-3 sm:px-6">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h1 className="text-2xl font-semibold tracking-tight">{titleOf(all)}</h1>
            <Choice label="Show as" value={view} options={views} onChange={(to) => change({ view: to })} />
          </div>
          {!isAboutPlaces(view) && (
            <Filters
              all={all.tasks}
              like={like}
              filter={search}
              field={field}
              onChange={change}
              onFound={() => graph.current?.focus()}
            />
          )}
          {all.tasks.length < all.total && (
            <p role="status" className="text-sm text-ink-2">
              Here are {all.tasks.length} of {all.total} tasks; <code>iris tasks ls</code> has all of them.
            </p>
          )}
        </header>
        {tasks.length === 0 && !isAboutPlaces(view) ? (
          <NothingLikeThat onClear={() => change({ words: '', project: '', phase: '', status: [] })} />
        ) : (
          <View view={view} tasks={tasks} titles={titles} open={open} graph={graph} onOpen={onOpen} />
        )}
      </div>
      {open !== undefined && <TaskSheet key={open} name={open} onClose={() => change({ task: '' })} />}
    </div>
  )
}

const views: Readonly<Record<TasksView, string>> = {
  graph: 'Graph',
  board: 'Board',
  list: 'List',
  leases: 'Leases',
  worktrees: 'Worktrees',
}

/** Those that show all there is, whatever the tasks are narrowed to. */
const isAboutPlaces = (view: TasksView): boolean => view === 'leases' || view === 'worktrees'

function View(props: {
  view: TasksView
  tasks: readonly Task[]
  titles: ReadonlyMap<string, string>
  open: string | undefined
  graph: React.RefObject<HTMLDivElement | null>
  onOpen: (task: Task) => void
}): JSX.Element {
  const { view, titles, graph, ...rest } = props
  if (view === 'board') return <Board {...rest} />
  if (view === 'leases') return <Leases titles={titles} />
  if (view === 'worktrees') return <Worktrees titles={titles} />
  return view === 'list' ? <List {...rest} /> : <Graph {...rest} box={graph} />
}

/** What the address says, and how it is changed; an empty value takes a choice away. */
function useSearch(): { search: TasksSearch; change: (change: TasksSearch) => void } {
  const search = route.useSearch()
  const navigate = useNavigate()
  return {
    search,
    change: (change) =>
      void navigate({
        to: '/tasks',
        search: (before: TasksSearch) => readSearch({ ...before, ...change }),
        replace: true,
      }),
  }
}

function titleOf({ tasks, total }: AllTasks): string {
  const left = tasks.filter((task) => !isFinished(task)).length
  if (left === 0) return `All ${counted(total, 'task')} are finished.`
  return `${counted(left, 'task')} of ${total} ${left === 1 ? 'is' : 'are'} left.`
}

function NothingLikeThat({ onClear }: { onClear: () => void }): JSX.Element {
  return (
    <p className="border-t border-line px-4 py-4 text-ink-2 sm:px-6">
      No task is like that.{' '}
      <button type="button" className="link" onClick={onClear}>
        Show all
      </button>
    </p>
  )
}
