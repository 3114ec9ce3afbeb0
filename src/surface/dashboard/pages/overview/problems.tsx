import { Link } from '@tanstack/react-router'
import { useState, type JSX } from 'react'
import { counted, type Problem } from '../../../views/index.ts'
import { useProblems } from './current-problems.ts'
import { Advice } from '../../parts/advice.tsx'
import { Age } from '../../parts/age.tsx'
import { LiftQuota } from './lift-quota.tsx'
import { RetryOrLeave } from './retry-or-leave.tsx'

/** More than these are folded. */
const maxProblems = 5

/** What is wrong now and the way out; nothing at all when nothing is. */
export function Problems(): JSX.Element | null {
  const problems = useProblems()
  const [isOpen, setOpen] = useState(false)
  if (problems.length === 0) return null
  const shown = isOpen ? problems : problems.slice(0, maxProblems)
  return (
    <section
      aria-label="Problems"
      className="grid border-t border-line pt-3 md:grid-cols-[9.5rem_minmax(0,1fr)]"
    >
      <h2 className="pb-1 text-sm font-semibold text-bad md:pt-1.5">
        Problems <span className="font-normal text-ink-3">{problems.length}</span>
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((problem) => (
          <ProblemRow key={problem.key} problem={problem} />
        ))}
        {problems.length > shown.length && (
          <li className="py-1.5 text-sm">
            <button type="button" className="link" onClick={() => setOpen(true)}>
              {counted(problems.length - shown.length, 'more problem')}
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

const marks = { critical: 'bg-bad', problem: 'bg-bad', warning: 'bg-ink-3' } as const
const spoken = { critical: 'Critical: ', problem: '', warning: 'Soon: ' } as const

function ProblemRow({ problem }: { problem: Problem }): JSX.Element {
  const { severity, teams, words, advice, command, at } = problem
  return (
    <li className="grid grid-cols-[8px_minmax(0,1fr)_auto] gap-x-3 py-1.5">
      <span
        aria-hidden="true"
        className={`mt-[7px] size-1.5 ${severity === 'critical' ? '' : 'rounded-full'} ${marks[severity]}`}
      />
      <div className="min-w-0">
        <p className={severity === 'critical' ? 'font-medium' : ''}>
          {spoken[severity] && <span className="sr-only">{spoken[severity]}</span>}
          {teams.length > 0 && <strong className="font-semibold">{teams.join(', ')}: </strong>}
          {words}
        </p>
        <p className="text-sm text-ink-2">
          <Advice text={advice} /> <WayOut problem={problem} />
          {command && <code className="ml-2 bg-sunk px-1 font-mono">{command}</code>}
        </p>
      </div>
      <span className="pt-0.5 text-right text-xs text-ink-3">{at !== null && <Age at={at} />}</span>
    </li>
  )
}

const pages = {
  inbox: { to: '/inbox', label: 'Answer it' },
  settings: { to: '/settings', label: 'Open the settings' },
  processes: { to: '/processes', label: 'See the processes' },
  health: { to: '/health', label: 'See the health page' },
} as const

function WayOut({ problem: { way } }: { problem: Problem }): JSX.Element | null {
  if (way === null) return null
  if ('page' in way) {
    const { to, label } = pages[way.page]
    return (
      <Link to={to} className="link whitespace-nowrap">
        {label}
      </Link>
    )
  }
  if ('deed' in way) return way.deed === 'retry' ? <RetryOrLeave of={way.of} /> : <LiftQuota />
  if ('run' in way)
    return (
      <Link to="/runs/$run" params={{ run: way.run }} className="link whitespace-nowrap">
        Open the run
      </Link>
    )
  return (
    <Link to="/sessions/$session" params={{ session: way.session }} className="link whitespace-nowrap">
      Open the session
    </Link>
  )
}
