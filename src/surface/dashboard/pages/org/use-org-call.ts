import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { CallInput, CallOutput, Org } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'

/** What changes an organisation; each answers with how it is then. */
type Name = 'startOrg' | 'stopOrg' | 'handOverSeat' | 'replaceSeat' | 'pauseSeat' | 'resumeSeat'

export type OrgCall = { [N in Name]: [name: N, input: CallInput<N>] }[Name]

/** Changes an organisation and shows at once what came of it. */
export function useOrgCall(onDone?: () => void): UseMutationResult<Org, Error, OrgCall> {
  const { client } = useWorld()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ([name, input]: OrgCall): Promise<Org> => client.call(name, input),
    onSuccess: (changed) => {
      cache.setQueryData(['orgs', 'all'], (known: CallOutput<'listOrgs'> | undefined) => ({
        orgs: (known?.orgs ?? []).map((org) => (org.project === changed.project ? changed : org)),
      }))
      onDone?.()
    },
  })
}
