import type { Clock } from './clock.ts'

/** The outcome of `work` if it comes within `limit` ms; otherwise the error that `late` makes. The work itself goes on. */
export function within<T>(
  clock: Clock,
  work: Promise<T>,
  bound: { limit: number; late: () => Error },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(bound.limit, () => reject(bound.late()))
    work.then(resolve, reject).finally(cancel)
  })
}
