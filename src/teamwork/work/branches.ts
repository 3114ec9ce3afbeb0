import { inCheckout, changedFiles, type BuildCheckout } from './branch.ts'
import type { WorkContext } from './context.ts'
import { findBuild } from './control.ts'
import { removeCheckouts } from './ground.ts'
import { createOneByOne } from './one-by-one.ts'

/** What other parts do with the branch of a build. */
export interface Branches {
  /** Does something in a checkout of it, when nobody else has one; that is gone afterwards. */
  inCheckout<T>(build: string, use: (checkout: BuildCheckout) => Promise<T>): Promise<T>
  /** Removes what a crash left of such a checkout. */
  clearCheckout(build: string): Promise<void>
  /** The paths in which it differs from where the build began. */
  changedFiles(build: string): Promise<string[]>
}

export function createBranches(context: WorkContext): Branches {
  const checkouts = createOneByOne()
  return {
    async inCheckout(build, use) {
      const row = findBuild(context, build)
      return checkouts.take(row.id, () => inCheckout(context, row, use))
    },
    async clearCheckout(build) {
      const row = findBuild(context, build)
      // Whoever has one began by removing what a crash left.
      if (!checkouts.isTaken(row.id)) await checkouts.take(row.id, () => removeCheckouts(context, row))
    },
    changedFiles: (build) => changedFiles(context, findBuild(context, build)),
  }
}
