import { touchedBetween } from '../../platform/git/index.ts'
import type { WorkContext } from './context.ts'
import { inCheckouts } from './ground.ts'
import { installForAll } from './installing.ts'
import type { BuildRow } from './rows.ts'

/** A checkout of the branch of a build, and the commands that set it up. */
export interface BuildCheckout {
  folder: string
  setUp: readonly string[]
}

/** Does something in a checkout of the branch of a build; it is gone afterwards. */
export async function inCheckout<T>(
  context: WorkContext,
  build: BuildRow,
  use: (checkout: BuildCheckout) => Promise<T>,
): Promise<T> {
  const { setup } = context.config().git
  return inCheckouts(context, build, {
    count: 1,
    commit: await context.tipOf(build),
    async use([folder = '']) {
      const install = await installForAll(context, build, folder)
      return use({ folder, setUp: [...(setup === undefined ? [] : [setup]), ...install] })
    },
  })
}

/** The paths in which the branch of a build differs from where it began. */
export async function changedFiles(context: WorkContext, build: BuildRow): Promise<string[]> {
  if (build.base === null) return []
  const touched = await touchedBetween(context.placeOf(build), build.base, await context.tipOf(build))
  return touched.map(({ path }) => path)
}
