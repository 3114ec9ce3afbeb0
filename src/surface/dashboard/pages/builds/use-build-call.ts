import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { Build, CallInput } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'

/** What changes a build; each answers with how it is then. */
type Name = 'confirmBuild' | 'pauseBuild' | 'resumeBuild' | 'stopBuild' | 'retryBuildTask' | 'skipBuildTask'

export type BuildCall = { [N in Name]: [name: N, input: CallInput<N>] }[Name]

/** Changes a build and shows at once what came of it. */
export function useBuildCall(onDone?: () => void): UseMutationResult<Build, Error, BuildCall> {
  const { client } = useWorld()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ([name, input]: BuildCall): Promise<Build> => client.call(name, input),
    onSuccess: (build) => {
      cache.setQueryData(['builds', 'one', build.key], build)
      onDone?.()
    },
  })
}
