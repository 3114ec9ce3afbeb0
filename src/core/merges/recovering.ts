import {
  branchAt,
  completeMove,
  IndexLocked,
  isAncestor,
  moveBranch,
  standingOf,
  touchedBetween,
  type Repository,
} from '../../platform/git/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { ProjectRow } from '../tasks/index.ts'
import { checkoutOf, drop, finish, goBack, moveOf, stick, wayOut } from './carrying-out.ts'
import type { MergesContext } from './context.ts'
import { repositoryOf } from './repository.ts'
import type { MoveRow } from './rows.ts'

const maxWaits = 40
const waitMs = 250

/** Finishes or drops what a kill interrupted, in every repository. */
export async function recover(context: MergesContext): Promise<void> {
  const projects = new Set(context.rows.unfinished().map(({ project }) => project))
  await Promise.all(
    [...projects].map(async (slug) => {
      const project = context.tasks.project(slug)
      if (!project) return
      await context.alone(project.root, async () => {
        await finishInterrupted(context, project, await repositoryOf(context, project))
      })
    }),
  )
}

/** Finishes or drops what was interrupted in one repository, by where its branches and checkouts are. */
export async function finishInterrupted(
  context: MergesContext,
  { slug }: ProjectRow,
  repository: Repository,
): Promise<void> {
  for (const row of context.rows.unfinished().filter(({ project }) => project === slug)) {
    try {
      await patiently(context, () => finishOne(context, repository, row))
    } catch (error) {
      stick(context, row, wayOut(row, messageOf(error)))
    }
  }
}

async function finishOne(context: MergesContext, repository: Repository, row: MoveRow): Promise<void> {
  const now = await branchAt(repository, row.target)
  if (now === row.old) return goOn(context, repository, row)
  // The checkout moves before the branch: where the branch has moved, it is there already.
  if (
    now !== undefined &&
    (await isAncestor(repository, row.new, now)) &&
    !(await isUndone(row, now, repository))
  )
    return finish(context, row)
  const checkout = await checkoutOf(repository, row)
  if (checkout) {
    const touched = await touchedBetween(repository, row.old, row.new)
    const standing = await standingOf(checkout, { from: row.old, to: row.new, touched })
    if (standing === 'new') await goBack(repository, row)
  }
  drop(context, row, `${row.target} was moved by somebody else.`)
}

/** A restored target is an ancestor of where it was: that the branch has it says nothing. */
async function isUndone(row: MoveRow, now: string, repository: Repository): Promise<boolean> {
  return row.kind === 'restore' && (await isAncestor(repository, row.old, now))
}

/** The branch has not moved. Nothing has, unless the checkout shows that it was on its way. */
async function goOn(context: MergesContext, repository: Repository, row: MoveRow): Promise<void> {
  const checkout = await checkoutOf(repository, row)
  if (!checkout) return drop(context, row, 'Iris was ended before anything was changed.')
  const move = { from: row.old, to: row.new, touched: await touchedBetween(repository, row.old, row.new) }
  const standing = await standingOf(checkout, move)
  if (standing === 'old') return drop(context, row, 'Iris was ended before anything was changed.')
  if (standing === 'neither') return stick(context, row, wayOut(row, 'somebody changed the same files.'))
  if (standing === 'begun') await completeMove(checkout, move)
  if (await moveBranch(repository, moveOf(row))) return finish(context, row)
  await goBack(repository, row)
  drop(context, row, `${row.target} was moved by somebody else.`)
}

/** A git that outlived us may still hold the index; it ends soon, or is told. */
async function patiently(context: MergesContext, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IndexLocked) || tries === maxWaits) throw error
      await new Promise<void>((resolve) => void context.clock.after(waitMs, resolve))
    }
  }
}
