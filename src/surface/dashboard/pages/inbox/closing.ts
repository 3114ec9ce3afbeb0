import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AskId } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'

/** Ways to close an ask without an answer. */
export interface Closing {
  dismiss: () => void
  falseAlarm: () => void
  error: string | null
}

export function useClosing(ask: AskId): Closing {
  const { client } = useWorld()
  const cache = useQueryClient()
  const act = useMutation({
    mutationFn: (call: 'dismissAsk' | 'markFalseAlarm') => client.call(call, { ask }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['asks'] }),
  })
  const close = (call: 'dismissAsk' | 'markFalseAlarm'): void => {
    if (!act.isPending && !act.isSuccess) act.mutate(call)
  }
  return {
    dismiss: () => close('dismissAsk'),
    falseAlarm: () => close('markFalseAlarm'),
    error: act.error?.message ?? null,
  }
}
