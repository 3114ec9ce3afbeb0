import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { MergeHow, MergePlan } from '../../../../contract/plain.ts'
import { mergeSentences } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Choice } from '../choice.tsx'
import { Confirm } from '../confirm.tsx'
import { Fault } from '../fault.tsx'
import { Section } from '../section.tsx'
import { Objections } from './objections.tsx'
import { changeReading } from './queries.ts'
import { Undo } from './undo.tsx'

const hows: Readonly<Record<MergeHow, string>> = { ff: 'Fast-forward', merge: 'Merge', squash: 'Squash' }

/** What merging a task will do, what stands against it, and the press that does it. */
export function MergeBox({ task }: { task: string }): JSX.Element {
  const [how, setHow] = useState<MergeHow>()
  const { data: plan, error } = useQuery(useReading(changeReading).plan(task, how))
  return (
    <Section name="Merge">
      {error && <Fault error={error} />}
      {!plan && !error && <p className="text-sm text-ink-3">Working out what a merge would do …</p>}
      {plan && <Plan plan={plan} onHow={setHow} />}
      <Undo task={task} />
    </Section>
  )
}

function Plan({ plan, onHow }: { plan: MergePlan; onHow: (how: MergeHow) => void }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const [isAsking, setAsking] = useState(false)
  const { task, how, commit, target, into } = plan
  const merge = useMutation({
    mutationFn: () => client.call('mergeTask', { task, how, commit, target, into }),
    onSuccess: () => setAsking(false),
  })
  const refusal = mayChange ? undefined : onlyLooks
  const sentences = mergeSentences(plan)
  return (
    <div className="flex flex-col gap-2 text-sm">
      {sentences.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <Objections objections={plan.against} />
      <Doubts plan={plan} />
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button button-primary"
          disabled={refusal !== undefined || plan.against.length > 0}
          title={refusal}
          onClick={() => setAsking(true)}
        >
          Merge into {into}
        </button>
        <Choice label="How" value={how} options={hows} onChange={onHow} />
        {refusal && <span className="text-ink-2">{refusal}</span>}
      </div>
      {isAsking && (
        <Confirm
          question={`Merge ${plan.key} into ${into}?`}
          yes="Merge"
          isPending={merge.isPending}
          error={merge.error}
          onYes={() => merge.mutate()}
          onClose={() => setAsking(false)}
        >
          {sentences.join(' ')} It can be undone while nobody pushed or built on it.
        </Confirm>
      )}
    </div>
  )
}

/** What does not keep it from being merged, but is better known before. */
function Doubts({ plan }: { plan: MergePlan }): JSX.Element {
  const { into } = plan
  return (
    <>
      {plan.conflictsWith.length > 0 && (
        <p className="text-ink-2">
          After it these conflict with {into}:{' '}
          {plan.conflictsWith.map(({ key, paths }) => `${key} (${paths.slice(0, 3).join(', ')})`).join('; ')}.
        </p>
      )}
      {plan.warnings.map((words) => (
        <p key={words} className="text-ink-2">
          {words}
        </p>
      ))}
      {plan.findings?.map((words) => (
        <p key={words} className="text-bad">
          {words}
        </p>
      ))}
    </>
  )
}
