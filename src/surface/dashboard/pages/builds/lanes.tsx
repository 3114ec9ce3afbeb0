import { useQuery } from '@tanstack/react-query'
import { useMemo, type JSX, type KeyboardEvent } from 'react'
import type { Ask, BuildTask } from '../../../../contract/plain.ts'
import { workLaneNames } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { AskLine } from '../../parts/ask-line.tsx'
import { worktreesReading } from '../tasks/places-queries.ts'
import type { InLanes } from './in-lanes.ts'
import { Lane } from './lane.tsx'

interface LanesProps {
  lanes: InLanes
  /** What the tasks wait for. */
  asks: readonly Ask[]
  /** The task that keys are for. */
  chosen: string | undefined
  open: string | undefined
  onChoose: (task: string) => void
  onOpen: (task: BuildTask) => void
}

/** A row for each task, by where it stands. */
export function Lanes({ lanes, asks, chosen, open, onChoose, onOpen }: LanesProps): JSX.Element {
  const folders = useFolders()
  return (
    // Arrows only move the focus between buttons, which are what is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="@container flex flex-col gap-5" onKeyDown={moveFocus}>
      {lanes.groups.map(({ lane, tasks }) => (
        <section key={lane} aria-label={workLaneNames[lane]}>
          <h2
            className={`border-b border-line pb-1 text-sm font-semibold ${lane === 'needs_you' ? 'text-needs' : ''}`}
          >
            {workLaneNames[lane]} <span className="font-normal text-ink-2">{tasks.length}</span>
          </h2>
          <ul className="divide-y divide-line">
            {tasks.map((task) => (
              <li key={task.task}>
                <Lane
                  task={task}
                  folder={folders.get(task.task) ?? ''}
                  isChosen={task.key === chosen}
                  isOpen={task.key === open}
                  onChoose={onChoose}
                  onOpen={onOpen}
                />
                {asks
                  .filter((ask) => isOf(ask, task))
                  .map((ask) => (
                    <div key={ask.ask} className="pb-2 pl-2.5">
                      <AskLine ask={ask} />
                    </div>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The build asks about a task, or the agent of the task asks. */
function isOf({ ask, session }: Ask, task: BuildTask): boolean {
  return ask === task.ask || (session !== null && session === task.session)
}

/** Where each task is worked. */
function useFolders(): ReadonlyMap<string, string> {
  const { data } = useQuery(useReading(worktreesReading).worktrees)
  return useMemo(() => new Map(data?.worktrees.map(({ task, folder }) => [task, folder])), [data])
}

/** Arrows go from task to task. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-lane]')]
  const place = rows.findIndex((row) => row === event.target)
  if (by === 0 || place < 0) return
  event.preventDefault()
  rows[place + by]?.focus()
}
