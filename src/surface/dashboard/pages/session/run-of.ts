import { skipToken, useQuery } from '@tanstack/react-query'
import type { Run, Session } from '../../../../contract/plain.ts'
import { isRun } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'

/** The run that a session leads; undefined for any other session, and until it is read. */
export function useRunOf({ from }: Session): Run | undefined {
  const { client } = useWorld()
  return useQuery({
    queryKey: ['runs', from],
    queryFn: isRun(from) ? () => client.call('getRun', { run: from }) : skipToken,
  }).data
}
