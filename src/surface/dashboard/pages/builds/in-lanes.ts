import type { Ask, Build, BuildTask } from '../../../../contract/plain.ts'
import { workLaneOf, workLanes, type WorkLane } from '../../../views/index.ts'

/** The tasks of a build by where they stand, those to look at first, and all of them in that order. */
export interface InLanes {
  groups: readonly { lane: WorkLane; tasks: readonly BuildTask[] }[]
  ordered: readonly BuildTask[]
}

export function inLanes({ tasks }: Build, asks: readonly Ask[]): InLanes {
  const asking = new Set(asks.flatMap(({ session, holds }) => (session !== null && holds ? [session] : [])))
  const groups = workLanes
    .map((lane) => ({ lane, tasks: tasks.filter((task) => workLaneOf(task, asking) === lane) }))
    .filter((group) => group.tasks.length > 0)
  return { groups, ordered: groups.flatMap((group) => group.tasks) }
}
