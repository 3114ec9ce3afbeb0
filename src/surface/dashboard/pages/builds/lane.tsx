import { memo, type JSX } from 'react'
import type { BuildTask, SessionId } from '../../../../contract/plain.ts'
import { duration, money, stateOfWork } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { State } from '../../parts/state.tsx'
import { useActivity } from '../overview/activity.ts'
import { Path } from './path.tsx'

interface LaneProps {
  task: BuildTask
  /** Where it is worked. */
  folder: string
  isChosen: boolean
  isOpen: boolean
  onChoose: (task: string) => void
  onOpen: (task: BuildTask) => void
}

/** A task of a build in one row: its step, how far along it is, and what happens there now. */
export const Lane = memo(function Lane(props: LaneProps): JSX.Element {
  const { task, folder, isChosen, isOpen, onChoose, onOpen } = props
  const { key, title, attempts, costUsd } = task
  return (
    <button
      type="button"
      data-lane={task.step}
      aria-current={isOpen || undefined}
      className={`grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-l-2 py-2 pr-1 pl-2 text-left hover:bg-sunk @3xl:grid-cols-[minmax(0,1fr)_11rem_8.5rem_7rem] ${isChosen ? 'border-accent' : 'border-transparent'} ${isOpen ? 'bg-accent-soft' : ''}`}
      onFocus={() => onChoose(key)}
      onClick={() => onOpen(task)}
    >
      <span className="min-w-0">
        <span className="mr-1 font-mono text-sm text-ink-2">{key}</span> {title}
      </span>
      <span className="text-right text-sm @3xl:text-left">
        <State {...stateOfWork(task)} />
        {attempts > 1 && <span className="text-ink-2">, try {attempts}</span>}
      </span>
      <span className="self-center @3xl:self-start @3xl:pt-1">
        <Path task={task} />
      </span>
      <span className="text-right text-xs leading-[18px] text-ink-2">
        {costUsd > 0 && <span className="mr-3">{money(costUsd)}</span>}
        <Time task={task} />
      </span>
      <Words task={task} folder={folder} />
    </button>
  )
})

/** What its agent does now, else why it is where it is; what it asks stands below. */
function Words({ task, folder }: { task: BuildTask; folder: string }): JSX.Element | null {
  const { step, session, why } = task
  if (step === 'asked') return null
  const isDoing = step === 'agent' && session !== null && why === null
  if (!isDoing && why === null) return null
  return (
    <span className="col-span-2 text-sm text-ink-2 @3xl:col-span-4">
      {isDoing ? <Doing session={session} folder={folder} /> : why}
    </span>
  )
}

function Doing({ session, folder }: { session: SessionId; folder: string }): JSX.Element {
  return <span className="block truncate text-ink">{useActivity(session, folder) ?? 'working'}</span>
}

function Time({ task }: { task: BuildTask }): JSX.Element | null {
  const now = useNow(task.endedAt === null ? 1000 : 60_000)
  if (task.startedAt === null) return null
  return <>{duration((task.endedAt ?? now) - task.startedAt)}</>
}
