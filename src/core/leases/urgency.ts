import { ageDefaults, urgencyOf } from '../rules/index.ts'
import type { LeasesContext } from './context.ts'
import type { WaitRow } from './rows.ts'

const minute = 60_000

/** How many minutes a task has waited, by the steady clock. */
export function waitedMin({ clock, moments }: LeasesContext, { since }: Pick<WaitRow, 'since'>): number {
  return Math.max(0, clock.steady() - moments.of(since)) / minute
}

/** What rules want: the most urgent has the highest number; people call it 0. */
export function priorityOf({ tasks }: LeasesContext, { task }: Pick<WaitRow, 'task'>): number {
  return -tasks.get(task).priority
}

/** How urgent a task is by now; waiting makes it more so. */
export function urgency(context: LeasesContext, wait: WaitRow): number {
  return urgencyOf({ priority: priorityOf(context, wait), waitedMin: waitedMin(context, wait) })
}

/** Whether a task has waited so long that its files are kept for it. */
export function isAged(context: LeasesContext, wait: WaitRow): boolean {
  return waitedMin(context, wait) >= ageDefaults.minutes
}

/** The more urgent first, then who came first. */
export function inOrder(context: LeasesContext, waits: readonly WaitRow[]): WaitRow[] {
  const ranked = waits.map((wait) => ({ wait, urgency: urgency(context, wait) }))
  return ranked
    .toSorted((one, other) => other.urgency - one.urgency || one.wait.place - other.wait.place)
    .map(({ wait }) => wait)
}
