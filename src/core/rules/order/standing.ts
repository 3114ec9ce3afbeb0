import type { TaskNode } from './task.ts'

/** Which tasks could be taken up now, and which cannot until somebody changes something. */
export interface TaskStanding {
  ready: string[]
  blocked: string[]
}

const notStarted = new Set(['pending', 'ready'])
const fruitless = new Set(['failed', 'skipped', 'cancelled'])
const finished = new Set(['complete', 'in_progress', ...fruitless])

/** A task without a state is pending. Nodes come in an order in which dependencies go first. */
export function standingOf(
  sorted: readonly TaskNode[],
  states: Readonly<Record<string, string>>,
): TaskStanding {
  const stateOf = (id: string): string => (Object.hasOwn(states, id) ? (states[id] ?? 'pending') : 'pending')
  const blocked = new Set<string>()
  const ready: string[] = []
  for (const { task, needs, external } of sorted) {
    const state = stateOf(task.id)
    const dependencies = [...needs.map((needed) => needed.task.id), ...external]
    const isStopped = dependencies.some((id) => blocked.has(id) || fruitless.has(stateOf(id)))
    if (state === 'blocked' || (isStopped && !finished.has(state))) blocked.add(task.id)
    else if (notStarted.has(state) && dependencies.every((id) => stateOf(id) === 'complete'))
      ready.push(task.id)
  }
  return { ready, blocked: [...blocked] }
}
