import { inCheckout, changedFiles, type BuildCheckout } from './branch.ts'
import type { WorkContext } from './context.ts'
import { findBuild } from './control.ts'
import { removeCheckouts } from './ground.ts'

/** What other parts do with the branch of a build. */
export interface Branches {
  /** Does something in a checkout of it; that is gone afterwards. */
  inCheckout<T>(build: string, use: (checkout: BuildCheckout) => Promise<T>): Promise<T>
  /** Removes what a crash left of such a checkout. */
  clearCheckout(build: string): Promise<void>
  /** The paths in which it differs from where the build began. */
  changedFiles(build: string): Promise<string[]>
}

export function createBranches(context: WorkContext): Branches {
  return {
    inCheckout: (build, use) => inCheckout(context, findBuild(context, build), use),
    clearCheckout: (build) => removeCheckouts(context, findBuild(context, build)),
    changedFiles: (build) => changedFiles(context, findBuild(context, build)),
  }
}
