import { useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { Build, PrimedCheck } from '../../../../contract/plain.ts'
import { counted, money } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { StepOutput } from '../../parts/change/step-output.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Section } from '../../parts/section.tsx'
import { State } from '../../parts/state.tsx'
import { TaskLink } from '../tasks/task-link.tsx'
import { buildsReading } from './queries.ts'

/** In which order tasks are worked, what it may use, and what its checks said before anything was changed. */
export function Plan({ build }: { build: Build }): JSX.Element {
  const titles = new Map(build.tasks.map(({ key, title }) => [key, title]))
  return (
    <Section name="Plan">
      <p className="pb-2 text-sm text-ink-2">{sentenceOf(build)}</p>
      <ol className="divide-y divide-line text-sm">
        {build.waves.map((wave, place) => (
          <li key={wave.join(' ')} className="grid grid-cols-[4.5rem_minmax(0,1fr)] py-1.5">
            <span className="text-ink-2">Wave {place + 1}</span>
            <span className="flex flex-col gap-0.5">
              {wave.map((key) => (
                <TaskLink key={key} task={{ key, title: titles.get(key) ?? '' }} />
              ))}
            </span>
          </li>
        ))}
      </ol>
      <Primed primed={build.primed} />
      {build.state === 'waiting_for_yes' && <Untried count={build.checks - build.primed.length} />}
    </Section>
  )
}

function sentenceOf({ parallel, base, limits, estimateUsd }: Build): string {
  const { minutes, usd, failures } = limits
  const most = [
    counted(minutes, 'minute'),
    ...(usd === null ? [] : [money(usd)]),
    counted(failures, 'failed task'),
  ]
  return [
    `${parallel} at once${base === null ? '' : `, from ${base.slice(0, 9)}`}, with at most ${most.join(', ')}.`,
    estimateUsd === null ? '' : `Past tasks suggest about ${money(estimateUsd)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function Primed({ primed }: { primed: readonly PrimedCheck[] }): JSX.Element | null {
  if (primed.length === 0) return null
  return (
    <div className="mt-3 text-sm">
      <h3 className="text-ink-2">
        Its checks, tried before anything was changed; one that failed already is not blamed on a task
      </h3>
      <ul className="mt-1 divide-y divide-line border-t border-line">
        {primed.map((check) => (
          <PrimedRow key={check.check} primed={check} />
        ))}
      </ul>
    </div>
  )
}

function Untried({ count }: { count: number }): JSX.Element | null {
  return count > 0 ? (
    <p className="mt-2 text-sm text-ink-2">{counted(count, 'check')} not tried: an hour was over.</p>
  ) : null
}

function PrimedRow({ primed }: { primed: PrimedCheck }): JSX.Element {
  const { command, passed, check } = primed
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <State tone={passed ? 'good' : 'needs'} words={passed ? 'passed' : 'failed already'} />
        <code className="min-w-0 font-mono">{command}</code>
        {!passed && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            What it printed
          </button>
        )}
      </div>
      {isOpen && <Printed check={check} />}
    </li>
  )
}

function Printed({ check }: { check: string }): JSX.Element | null {
  const { data, error } = useQuery(useReading(buildsReading).primed(check))
  if (error) return <Fault error={error} />
  if (!data) return <p className="text-ink-3">Reading it …</p>
  const printed = data.steps.filter(({ bytes }) => bytes > 0)
  if (printed.length === 0) return <p className="text-ink-2">Nothing. {data.words}</p>
  return (
    <>
      {printed.map((step) => (
        <StepOutput key={step.command} check={data.check} step={step} number={data.steps.indexOf(step) + 1} />
      ))}
    </>
  )
}
