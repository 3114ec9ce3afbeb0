import type { Objection } from '../../contract/index.ts'
import {
  checkoutsOf,
  filtersOf,
  obstaclesIn,
  type Repository,
  type Touched,
} from '../../platform/git/index.ts'
import { checkoutAt } from './repository.ts'
import { few } from './words.ts'

/** Where a target is checked out, and what keeps that from moving along. */
export interface CheckoutLook {
  folder: string | null
  /** Filters of the config that git has to run to write the files. */
  filters: { name: string; program: string }[]
  against: Objection[]
}

/** Looks where a branch is checked out, and whether it can follow a change of these paths. */
export async function lookAtCheckouts(
  repository: Repository,
  { into, touched, tree }: { into: string; touched: readonly Touched[]; tree: string },
): Promise<CheckoutLook> {
  const all = await checkoutsOf(repository)
  const rebasing = all.find(({ rebases }) => rebases === into)
  if (rebasing) return refused(`${into} is being rebased in ${rebasing.folder}. Finish that first.`)
  const here = all.filter(({ branch }) => branch === into)
  const [only] = here
  if (!only) return { folder: null, filters: [], against: [] }
  const folders = here.map(({ folder }) => folder).join(' and ')
  if (here.length > 1) return refused(`${into} is checked out in ${folders}. Leave it in one of them only.`)
  return lookAt(repository, only.folder, { touched, tree })
}

async function lookAt(
  repository: Repository,
  folder: string,
  { touched, tree }: { touched: readonly Touched[]; tree: string },
): Promise<CheckoutLook> {
  const written = touched.filter(({ status }) => status !== 'D').map(({ path }) => path)
  const filters = await filtersOf(await checkoutAt(repository, folder), tree, written)
  const names = filters.map(({ name }) => name)
  const { begun, changed, inTheWay } = await obstaclesIn(await checkoutAt(repository, folder, names), touched)
  const against = [
    ...(begun ? [busy(`A ${begun} is under way in ${folder}. Finish or abort it first.`, [])] : []),
    ...(changed.length > 0
      ? [busy(`There are changes in ${folder} that are not committed: ${few(changed)}.`, changed)]
      : []),
    ...(inTheWay.length > 0
      ? [busy(`Files that git does not know are in the way in ${folder}: ${few(inTheWay)}.`, inTheWay)]
      : []),
  ]
  return { folder, filters, against }
}

const busy = (message: string, paths: string[]): Objection => ({
  code: 'MERGE_CHECKOUT_BUSY',
  message,
  paths: paths.slice(0, 200),
})
const refused = (message: string): CheckoutLook => ({
  folder: null,
  filters: [],
  against: [busy(message, [])],
})
