import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { CallInput, Spec } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'

/** What changes a spec; each answers with how it is then. */
type Name = 'approveSpec' | 'reviseSpec' | 'dropSpec' | 'buildSpec'

export type SpecCall = { [N in Name]: [name: N, input: CallInput<N>] }[Name]

/** Changes a spec, and has it read anew. */
export function useSpecCall(onDone?: () => void): UseMutationResult<Spec, Error, SpecCall> {
  const { client } = useWorld()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ([name, input]: SpecCall): Promise<Spec> => client.call(name, input),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['specs'] })
      onDone?.()
    },
  })
}
