import { orderTasks } from '../src/core/rules/index.ts'
import type { PlannedTask } from '../src/core/rules/order/task.ts'
import { median, report, smoke, times } from './figures.ts'

const rounds = smoke ? 3 : 20
/** How many tasks are put in order. */
export const size = smoke ? 1000 : 10_000
const phases = ['database', 'types', 'queries', 'services', 'api', 'ui', 'tests']

/** The order of many tasks beside a bare topological pass over the same graph. */
export function benchOrder(): boolean[] {
  const tasks = planOf((place) => [`src/${place}.ts`])
  const ordered = median(times(rounds, () => orderTasks(tasks)))
  const bare = median(times(rounds, () => bareOrder(tasks)))
  return [
    report(`order of ${size} tasks with ${3 * size} edges`, { value: ordered, unit: 'ms', most: 150 }),
    report('a bare topological pass', { value: bare, unit: 'ms' }),
    report('order, as a multiple of the bare pass', { value: ordered / bare, unit: 'x', most: 12 }),
  ]
}

/** Three edges a task, to others before it; the numbers repeat with every run. */
export function planOf(filesOf: (place: number) => string[]): PlannedTask[] {
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  return Array.from({ length: size }, (_, place) => ({
    id: `T-${place}`,
    number: place,
    phase: phases[next(phases.length)],
    dependsOn: place === 0 ? [] : Array.from({ length: 3 }, () => `T-${next(place)}`),
    files: filesOf(place).map((path) => ({ path, action: 'UPDATE' })),
  }))
}

/** Kahn's order without phases, checks, waves or files. */
export function bareOrder(tasks: readonly PlannedTask[]): string[] {
  const waiting = new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn.length]))
  const followers = new Map<string, string[]>(tasks.map(({ id }) => [id, []]))
  for (const { id, dependsOn } of tasks) for (const needed of dependsOn) followers.get(needed)?.push(id)
  const order = tasks.filter(({ dependsOn }) => dependsOn.length === 0).map(({ id }) => id)
  for (const id of order)
    for (const follower of followers.get(id) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1
      waiting.set(follower, left)
      if (left === 0) order.push(follower)
    }
  return order
}
