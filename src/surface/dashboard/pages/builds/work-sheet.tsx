import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type JSX } from 'react'
import type { BuildTask } from '../../../../contract/plain.ts'
import { canRetry, canSkip, counted, duration, money, stateOfWork } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Change } from '../../parts/change/change.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { State } from '../../parts/state.tsx'
import { Attempts } from '../tasks/attempts.tsx'
import { Path } from './path.tsx'
import type { TaskDeed } from './task-dialog.tsx'

interface SheetProps {
  task: BuildTask
  /** Whether its build goes on. */
  isOpen: boolean
  onDeed: (deed: TaskDeed) => void
  onClose: () => void
}

/** A task of a build beside the lanes; on a phone in their place. */
export function WorkSheet({ task, isOpen, onDeed, onClose }: SheetProps): JSX.Element {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      aria-label={`Task ${task.key}`}
      className="min-w-0 flex-1 overflow-y-auto border-line px-4 py-4 sm:px-6 lg:w-[30rem] lg:flex-none lg:border-l"
    >
      <div className="flex items-center justify-between gap-3 pb-3">
        <button ref={close} type="button" className="button" onClick={onClose}>
          Close <Kbd>Esc</Kbd>
        </button>
        <Link to="/tasks/$task" params={{ task: task.key }} className="link text-sm">
          Open the task
        </Link>
      </div>
      <div className="flex flex-col gap-5">
        <Head task={task} />
        <Deeds task={task} isOpen={isOpen} onDeed={onDeed} />
        <Attempts task={task} />
        <Change task={task.key} />
      </div>
    </aside>
  )
}

function Head({ task }: { task: BuildTask }): JSX.Element {
  const { key, title, why, attempts, costUsd, startedAt, endedAt, commit } = task
  const now = useNow(endedAt === null ? 1000 : 60_000)
  return (
    <header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span className="font-mono">{key}</span>
        <State {...stateOfWork(task)} />
        <Path task={task} />
      </p>
      <h2 className="mt-1 text-xl font-semibold">{title}</h2>
      {why && <p className="mt-1 text-ink-2">{why}</p>}
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-2">
        <span>{counted(attempts, 'attempt')}</span>
        {startedAt !== null && <span>{duration((endedAt ?? now) - startedAt)}</span>}
        <span>{money(costUsd)}</span>
        {commit && (
          <span>
            commit <code className="font-mono">{commit.slice(0, 9)}</code>
          </span>
        )}
      </p>
    </header>
  )
}

function Deeds({ task, isOpen, onDeed }: Omit<SheetProps, 'onClose'>): JSX.Element | null {
  const mayChange = useMayChange()
  const deeds = [
    { deed: 'retry', name: 'Retry', key: 'r', may: isOpen && canRetry(task) },
    { deed: 'skip', name: 'Skip', key: 's', may: isOpen && canSkip(task) },
  ] as const
  const possible = deeds.filter(({ may }) => may)
  if (possible.length === 0 && task.session === null) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {task.session && (
        <Link to="/sessions/$session" params={{ session: task.session }} className="button">
          Open session <Kbd>o</Kbd>
        </Link>
      )}
      {possible.map(({ deed, name, key }) => (
        <button
          key={deed}
          type="button"
          className="button"
          disabled={!mayChange}
          onClick={() => onDeed(deed)}
        >
          {name} <Kbd>{key}</Kbd>
        </button>
      ))}
      {!mayChange && <span className="text-sm text-ink-2">{onlyLooks}</span>}
    </div>
  )
}
