import { useMutation } from '@tanstack/react-query'
import type { JSX } from 'react'
import { counted, oneLine, type Limited } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'

/** Runs again at once what met a limit, or leaves it; the problem goes with it. */
export function RetryOrLeave({ of }: { of: readonly Limited[] }): JSX.Element {
  const { client } = useWorld()
  const act = useMutation({
    mutationFn: (call: 'retryTurns' | 'leaveTurns') =>
      Promise.all(of.map(({ turn }) => client.call(call, { turn }))),
  })
  const words = of.length > 1 ? counted(of.length, 'turn') : `“${oneLine(of[0]?.preview ?? '', 80)}”`
  const isOverBudget = of.some((one) => one.for === 'budget')
  const retry = (): void => {
    if (!isOverBudget || confirm(`Run ${words} now? It spends more than the budget allows.`))
      act.mutate('retryTurns')
  }
  const leave = (): void => {
    if (confirm(`Drop ${words}? It will not run again.`)) act.mutate('leaveTurns')
  }
  return (
    <>
      <button type="button" className="link whitespace-nowrap" disabled={act.isPending} onClick={retry}>
        Run now
      </button>
      {' · '}
      <button type="button" className="link whitespace-nowrap" disabled={act.isPending} onClick={leave}>
        Drop it
      </button>
      {act.error && (
        <span role="alert" className="ml-2 text-bad">
          {act.error.message}
        </span>
      )}
    </>
  )
}
