import { useQuery } from '@tanstack/react-query'
import { IrisError } from '../../../contract/plain.ts'
import { useWorld } from './context.ts'

/** Why somebody cannot press what changes something. */
export const onlyLooks = 'This browser may look and change nothing.'

/** Whether this browser may change anything: an observer only reads. Until that is known it may. */
export function useMayChange(): boolean {
  const { client } = useWorld()
  const { data } = useQuery({
    queryKey: ['role'],
    // The daemon says who may do something when it is asked for something that only people may read.
    queryFn: () => client.call('listTokens', {}).then(() => true, isAllowed),
    staleTime: Infinity,
  })
  return data ?? true
}

function isAllowed(error: unknown): boolean {
  if (error instanceof IrisError && error.code === 'FORBIDDEN') return false
  throw error
}
