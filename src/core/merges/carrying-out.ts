import { IrisError, type EventData } from '../../contract/index.ts'
import {
  branchAt,
  GitError,
  IndexLocked,
  moveBranch,
  moveCheckout,
  type Repository,
} from '../../platform/git/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { MergesContext } from './context.ts'
import { checkoutAt } from './repository.ts'
import type { MoveRow } from './rows.ts'

/**
 * Moves a target, after its intent is on disk. The checkout goes first: when it cannot move, nothing has happened, and
 * when somebody moves the branch meanwhile, git tells and the checkout goes back.
 */
export async function carryOut(context: MergesContext, repository: Repository, row: MoveRow): Promise<void> {
  begin(context, row)
  context.at('begun')
  const checkout = await checkoutOf(repository, row)
  context.at('moving')
  if (checkout) await orDrop(context, row, { work: () => moveCheckout(checkout, row.old, row.new) })
  context.at('checkout moved')
  const isMoved = await orDrop(context, row, {
    work: () => moveBranch(repository, moveOf(row)),
    back: () => goBack(repository, row),
  })
  if (!isMoved) {
    await orStuck(context, row, () => goBack(repository, row))
    drop(context, row, `${row.target} was moved by somebody else.`)
    throw new IrisError('MERGE_MOVED', `${row.target} was moved by somebody else meanwhile.`)
  }
  context.at('branch moved')
  finish(context, row)
  context.at('recorded')
}

/** The checkout that a move takes along. */
export async function checkoutOf(
  repository: Repository,
  { checkout, filters }: MoveRow,
): Promise<Repository | undefined> {
  if (checkout === null) return undefined
  return checkoutAt(
    repository,
    checkout,
    filters.split('\n').filter((name) => name !== ''),
  )
}

/** How a row moves its branch. */
export const moveOf = ({ target, old, new: to, key, kind }: MoveRow): Parameters<typeof moveBranch>[1] => ({
  branch: target,
  from: old,
  to,
  reason: `iris: ${kind} ${key}`,
})

/** Puts a checkout that moved ahead of its branch where the branch is. */
export async function goBack(repository: Repository, row: MoveRow): Promise<void> {
  const checkout = await checkoutOf(repository, row)
  const now = await branchAt(repository, row.target)
  if (checkout && now !== undefined && now !== row.new) await moveCheckout(checkout, row.new, now)
}

/** What a move that did nothing leaves: a word why. */
async function orDrop<T>(
  context: MergesContext,
  row: MoveRow,
  { work, back = () => Promise.resolve() }: { work: () => Promise<T>; back?: () => Promise<void> },
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await orStuck(context, row, back)
    drop(context, row, messageOf(error))
    throw toIrisError(error, row)
  }
}

async function orStuck(context: MergesContext, row: MoveRow, back: () => Promise<void>): Promise<void> {
  try {
    await back()
  } catch (error) {
    stick(context, row, wayOut(row, messageOf(error)))
    throw toIrisError(error, row)
  }
}

/** The words for a person whose checkout Iris cannot put right by itself. */
export function wayOut({ checkout, target, key }: MoveRow, why: string): string {
  return `${checkout ?? target} is between two commits of ${target}: ${why} Put the files the message names right (\`git status\` in that folder shows them), then ask for it again: \`iris merge ${key}\`.`
}

function toIrisError(error: unknown, { checkout }: MoveRow): unknown {
  if (error instanceof IndexLocked)
    return new IrisError(
      'MERGE_CHECKOUT_BUSY',
      `Another git works in ${checkout}, or one that was killed left its lock: ${error.path}. When no git runs there, delete that file. Nothing was changed.`,
      { cause: error },
    )
  if (
    error instanceof GitError &&
    /not uptodate|would be overwritten|untracked working tree/.test(error.stderr)
  )
    return new IrisError('MERGE_CHECKOUT_BUSY', `${checkout} cannot move along. ${error.message}`, {
      cause: error,
    })
  return error
}

/** Writes down what is going to be done, and has it on disk before anything is. */
function begin({ log, rows }: MergesContext, row: MoveRow): void {
  log.write((append) => {
    rows.insert(row)
    append({ type: 'merge.begun', data: { ...about(row), kind: row.kind, how: row.how } })
  })
  log.settle()
}

/** Records that a move was made. */
export function finish({ log, rows }: MergesContext, row: MoveRow): void {
  log.write((append) => {
    rows.end(row.id, 'made', null)
    const { how, branch, branchCommit: commit, kind, ofMerge } = row
    if (kind === 'merge') append({ type: 'merge.made', data: { ...about(row), how, branch, commit } })
    else if (ofMerge !== null)
      append({
        type: 'merge.undone',
        data: { ...about(row), of: ofMerge, how: kind === 'restore' ? 'restored' : 'reverted' },
      })
  })
  log.settle()
}

/** Records that a move was given up, with nothing changed. */
export function drop(context: MergesContext, row: MoveRow, reason: string): void {
  end(context, row, { state: 'dropped', reason })
}

/** Records that a move needs a person. */
export function stick(context: MergesContext, row: MoveRow, reason: string): void {
  if (context.rows.get(row.id)?.problem === reason) return
  end(context, row, { state: 'stuck', reason })
}

function end(
  { log, rows }: MergesContext,
  row: MoveRow,
  how: { state: 'dropped' | 'stuck'; reason: string },
): void {
  const reason = how.reason.slice(0, 2000)
  log.write((append) => {
    rows.end(row.id, how.state, reason)
    append({ type: `merge.${how.state}`, data: { ...about(row), kind: row.kind, reason } })
  })
  log.settle()
}

function about(row: MoveRow): Omit<EventData<'merge.begun'>, 'kind' | 'how'> {
  const { id, task, key, project, target, old, new: now, startedBy } = row
  return { merge: id, task, key, project, into: target, old, new: now, by: startedBy }
}
