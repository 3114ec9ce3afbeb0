import { useMutation, useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Check, CheckStep } from '../../../../contract/plain.ts'
import { checkTone, checkWords, duration } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../age.tsx'
import { Fault } from '../fault.tsx'
import { Section } from '../section.tsx'
import { State } from '../state.tsx'
import { Findings } from './findings.tsx'
import { StepOutput } from './step-output.tsx'
import { changeReading } from './queries.ts'

/** The newest checks of a task: each command with what it printed, and what was found in the change. */
export function Checks({ task }: { task: string }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const { data } = useQuery(useReading(changeReading).checks(task))
  const run = useMutation({ mutationFn: () => client.call('runCheck', { task }) })
  const [newest, ...before] = data?.checks ?? []
  return (
    <Section name="Checks">
      {data && !newest && <p className="pb-2 text-sm text-ink-2">It was not checked yet.</p>}
      {newest && <CheckView check={newest} />}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button"
          disabled={!mayChange || isBusy(newest) || run.isPending}
          title={mayChange ? undefined : onlyLooks}
          onClick={() => run.mutate()}
        >
          {invitation(newest)}
        </button>
        <Before checks={before} />
      </div>
      {run.error && <Fault error={run.error} className="mt-1" />}
    </Section>
  )
}

function isBusy(check: Check | undefined): boolean {
  return check?.state === 'queued' || check?.state === 'running'
}

function invitation(newest: Check | undefined): string {
  if (isBusy(newest)) return 'Checking …'
  return newest ? 'Check again' : 'Check it'
}

function Before({ checks }: { checks: readonly Check[] }): JSX.Element | null {
  if (checks.length === 0) return null
  return (
    <span className="text-sm text-ink-2">
      before: {checks.map(({ state }) => checkWords[state]).join(', ')}
    </span>
  )
}

function CheckView({ check }: { check: Check }): JSX.Element {
  return (
    <div className="text-sm">
      <p className="flex flex-wrap gap-x-3">
        <State tone={checkTone(check.state)} words={checkWords[check.state]} />
        <span className="text-ink-2">
          <Age at={check.endedAt ?? check.createdAt} />
        </span>
        {check.words && <span>{check.words}</span>}
      </p>
      {check.state === 'by_hand' && <ByHand check={check} />}
      <ul className="mt-1 divide-y divide-line">
        {check.steps.map((step, place) => (
          // Commands of a check never change order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className="py-1">
            <Step check={check} step={step} number={place + 1} />
          </li>
        ))}
      </ul>
      {check.findings > 0 && <Findings check={check} />}
    </div>
  )
}

const stepTones = {
  passed: 'good',
  failed: 'bad',
  running: 'work',
  waiting: 'quiet',
  cancelled: 'quiet',
} as const

function Step({ check, step, number }: { check: Check; step: CheckStep; number: number }): JSX.Element {
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <State tone={stepTones[step.state]} words={step.state} />
        <code className="min-w-0 font-mono">{step.command}</code>
        {step.durationMs !== null && <span className="text-ink-2">{duration(step.durationMs)}</span>}
        {step.words && <span className="text-ink-2">{step.words}</span>}
      </div>
      {step.bytes > 0 && <StepOutput check={check.check} step={step} number={number} />}
    </>
  )
}

/** What only a person can look at. */
function ByHand({ check }: { check: Check }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const tick = useMutation({
    mutationFn: (ok: boolean) => client.call('tickCheck', { check: check.check, ok }),
  })
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <span className="basis-full">{check.manual}</span>
      {([true, false] as const).map((ok) => (
        <button
          key={String(ok)}
          type="button"
          className="button"
          disabled={!mayChange || tick.isPending}
          title={mayChange ? undefined : onlyLooks}
          onClick={() => tick.mutate(ok)}
        >
          {ok ? 'It holds' : 'It does not'}
        </button>
      ))}
      {tick.error && <Fault error={tick.error} className="basis-full" />}
    </div>
  )
}
