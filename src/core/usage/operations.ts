import type { Limits, OperationsOf, usageNoun } from '../../contract/index.ts'
import type { Usage } from './usage.ts'

const spans = { hour: 3_600_000, day: 86_400_000 } as const

/** What the operations on usage and limits do. */
export function usageOperations(deps: {
  usage: Pick<Usage, 'inSpans' | 'lift'>
  limits: () => Promise<Limits>
}): OperationsOf<typeof usageNoun> {
  const { usage, limits } = deps
  return {
    readUsage: ({ since, span }) => ({ usage: usage.inSpans(since, spans[span]) }),
    readLimits: () => limits(),
    liftQuota: () => ({ until: usage.lift('user') }),
  }
}
