import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { Merge } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../age.tsx'
import { Confirm } from '../confirm.tsx'
import { Objections } from './objections.tsx'
import { changeReading } from './queries.ts'

type Back = 'restored' | 'reverted'

/** The newest merge of a task, with the way back. */
export function Undo({ task }: { task: string }): JSX.Element | null {
  const [merge] = useQuery(useReading(changeReading).merges(task)).data?.merges ?? []
  const [how, setHow] = useState<Back>()
  if (!merge) return null
  const problem = merge.problem ?? merge.undone?.problem
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2 text-sm">
      <span>
        {wordsOf(merge)} <Age at={merge.undone?.at ?? merge.at} />.
      </span>
      {merge.state === 'made' && merge.undone === null && <Ways onChoose={setHow} />}
      {problem && <p className="basis-full text-bad">{problem}</p>}
      {how && <GoBack task={task} merge={merge} how={how} onClose={() => setHow(undefined)} />}
    </div>
  )
}

const ways = [
  ['restored', 'Undo'],
  ['reverted', 'Revert'],
] as const

function Ways({ onChoose }: { onChoose: (how: Back) => void }): JSX.Element {
  const mayChange = useMayChange()
  return (
    <>
      {ways.map(([how, name]) => (
        <button
          key={how}
          type="button"
          className="button"
          disabled={!mayChange}
          title={mayChange ? undefined : onlyLooks}
          onClick={() => onChoose(how)}
        >
          {name}
        </button>
      ))}
    </>
  )
}

function wordsOf({ key, into, by, state, undone }: Merge): string {
  const who = (name: string): string => (name === 'user' ? 'you' : name)
  if (undone?.state === 'made') return `The merge of ${key} was ${undone.how} by ${who(undone.by)}`
  if (undone) return `The merge of ${key} is being ${undone.how} by ${who(undone.by)}`
  if (state === 'made') return `${key} was merged into ${into} by ${who(by)}`
  return `The merge of ${key} into ${into} is ${state}`
}

function GoBack(props: { task: string; merge: Merge; how: Back; onClose: () => void }): JSX.Element {
  const { task, merge, how, onClose } = props
  const { client } = useWorld()
  const { data: plan, error } = useQuery(useReading(changeReading).undo(task, how))
  const undo = useMutation({
    mutationFn: (target: string) => client.call('undoMerge', { task, how, target }),
    onSuccess: onClose,
  })
  const isRefused = plan === undefined || plan.against.length > 0
  const { question, yes, words } = askedFor(merge)[how]
  return (
    <Confirm
      question={question}
      yes={yes}
      isPending={undo.isPending || isRefused}
      error={undo.error ?? error}
      onYes={() => plan && undo.mutate(plan.target)}
      onClose={onClose}
    >
      <p>{words}</p>
      {plan?.checkout && <p>The checkout in {plan.checkout} moves along.</p>}
      {plan && <Objections objections={plan.against} />}
      {plan && isRefused && how === 'restored' && <p>Revert it instead.</p>}
    </Confirm>
  )
}

function askedFor({ key, into, old }: Merge): Record<Back, { question: string; yes: string; words: string }> {
  return {
    restored: {
      question: `Undo the merge of ${key}?`,
      yes: 'Undo it',
      words: `${into} goes back to ${old.slice(0, 9)}, where it was before.`,
    },
    reverted: {
      question: `Revert the merge of ${key}?`,
      yes: 'Revert it',
      words: `A commit on top of ${into} takes the merge back; nothing of the history changes.`,
    },
  }
}
