import { useQuery } from '@tanstack/react-query'
import type { CallOutput, Session } from '../../../../contract/plain.ts'
import { isRun, type Mate } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { runsReading } from '../runs/queries.ts'

/** Who works for the leader of a run, with the avatars of their roles; nobody elsewhere. */
export function useMates({ from }: Session): readonly (Mate & { avatar: string })[] {
  const run = isRun(from) ? from : undefined
  const { data } = useQuery({
    ...useReading(runsReading).run(run ?? 'run_'),
    enabled: run !== undefined,
    select: matesOf,
  })
  return data ?? nobody
}

const nobody: readonly (Mate & { avatar: string })[] = []

/** Only what stays: the transcript is not made anew whenever one of them does something. */
function matesOf({ teammates }: CallOutput<'getRun'>): (Mate & { avatar: string })[] {
  return teammates.map(({ id, name, role, avatar }) => ({ id, name, role, avatar }))
}
