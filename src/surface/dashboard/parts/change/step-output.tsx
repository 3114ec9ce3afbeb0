import { useMutation } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { CheckId, CheckStep } from '../../../../contract/plain.ts'
import { bytes } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { Fault } from '../fault.tsx'

/** What a command printed: its beginning and end at once, all of it piece by piece. */
export function StepOutput(props: { check: CheckId; step: CheckStep; number: number }): JSX.Element {
  const { check, step, number } = props
  const { client } = useWorld()
  const [all, setAll] = useState({ text: '', after: 0, isEnd: false })
  const read = useMutation({
    mutationFn: () => client.call('readCheckOutput', { check, step: number, after: all.after }),
    onSuccess: ({ text, next, isEnd, left }) =>
      setAll({
        text: `${all.text}${left > 0 ? `\n… ${bytes(left)} were not kept …\n` : ''}${text}`,
        after: next,
        isEnd,
      }),
  })
  const isCut = step.tail !== ''
  const text = all.after > 0 ? all.text : isCut ? `${step.head}\n…\n${step.tail}` : step.head
  return (
    <details className="mt-1" open={step.state === 'failed'}>
      <summary className="text-ink-2">It printed {bytes(step.bytes)}</summary>
      {/* What scrolls must be reachable by the keyboard. */}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`What ${step.command} printed`}
        className="mt-1 max-h-72 overflow-auto bg-sunk px-3 py-1.5 font-mono whitespace-pre-wrap"
      >
        {text}
      </pre>
      {isCut && step.file !== null && !all.isEnd && (
        <button type="button" className="link" disabled={read.isPending} onClick={() => read.mutate()}>
          {all.after > 0 ? 'Read on' : 'Read it all'}
        </button>
      )}
      {read.error && <Fault error={read.error} />}
    </details>
  )
}
