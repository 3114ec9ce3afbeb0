import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { WholeIdea } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { useMayChange } from '../../data/may-change.ts'
import { teamsReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { MergeBox } from '../../parts/change/merge-box.tsx'
import { Fault } from '../../parts/fault.tsx'
import { Section } from '../../parts/section.tsx'
import { Asked } from './asked.tsx'
import type { CameOfIdea } from './way-queries.ts'

/** What only a person can do next: have the spec written, answer what is asked of it, or merge what was built. */
export function NextStep({ idea, came }: { idea: WholeIdea; came: CameOfIdea }): JSX.Element | null {
  const mayChange = useMayChange()
  const { spec, build, merge } = came
  if (!spec) return idea.phase === 'COMPLETE' && mayChange ? <Specify idea={idea} /> : null
  const isMerged = merge?.state === 'made' && merge.undone === null
  const isBuilt = build?.state === 'complete' || build?.state === 'partial'
  return (
    <div className="mb-6 empty:hidden">
      <Asked about={spec.key} />
      {isBuilt && !isMerged && <MergeBox task={build.key} />}
    </div>
  )
}

/** A brief becomes a spec in the folder of a team. */
function Specify({ idea: { idea } }: { idea: WholeIdea }): JSX.Element {
  const { client } = useWorld()
  const names = useQuery(useReading(teamsReading).teams).data?.teams.map(({ name }) => name) ?? []
  const [chosen, setChosen] = useState('')
  const team = chosen || (names[0] ?? '')
  const begin = useMutation({ mutationFn: () => client.call('createSpec', { team, idea }) })
  if (names.length === 0)
    return (
      <Section name="Next: a spec">
        <p className="mb-6 text-sm text-ink-2">
          It is built in the folder of a team. Name one:{' '}
          <code className="font-mono">iris teams add shop ~/code/shop</code>
        </p>
      </Section>
    )
  return (
    <Section name="Next: a spec">
      <form
        className="mb-6 flex flex-wrap items-center gap-3 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          if (!begin.isPending) begin.mutate()
        }}
      >
        <label className="flex items-center gap-2 text-ink-2">
          Team
          <select className="field" value={team} onChange={(event) => setChosen(event.target.value)}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button-primary" disabled={begin.isPending}>
          Have the spec written
        </button>
        <span className="text-ink-2">Nothing is built before your yes.</span>
        {begin.error && <Fault error={begin.error} className="basis-full" />}
      </form>
    </Section>
  )
}
