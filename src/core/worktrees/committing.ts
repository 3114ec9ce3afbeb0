import { IrisError } from '../../contract/index.ts'
import {
  capture,
  commitOf,
  commitTree,
  installIndex,
  lookAt,
  moveRefs,
  submodulesIn,
  treeOf,
  type Capture,
  type Checkout,
} from '../../platform/git/index.ts'
import type { WorktreeRow } from './rows.ts'

const maxDepth = 3

/** Where Iris keeps commits that are on no branch; the names say of which task. */
export const keptRef = ({ key }: Pick<WorktreeRow, 'key'>, name: string): string => `refs/iris/${key}/${name}`

/** What a worktree is at: where HEAD is, and all that the files are. */
export interface Standing extends Pick<Capture, 'nested'> {
  head: string
  isOnBranch: boolean
  /** Whether the files are what HEAD has. */
  isClean: boolean
  /** All that the files are. */
  tree: () => Promise<string>
  /** An index of that; undefined when the checkout's own is that. */
  index: string | undefined
}

/** Looks once; only where something differs are the files taken in. */
export async function standingOf(checkout: Checkout, { branch, base }: WorktreeRow): Promise<Standing> {
  const look = await lookAt(checkout)
  // On a branch without commits HEAD is none; the task's own is then what the files grew from.
  const head = look.head ?? (await commitOf(checkout, `refs/heads/${branch}`)) ?? base
  const at = { head, isOnBranch: look.head !== undefined && look.branch === branch, nested: look.nested }
  if (look.head !== undefined && look.files === 'same')
    return { ...at, isClean: true, tree: () => treeOf(checkout, head), index: undefined }
  const { tree, index } = await capture(checkout, look.nested)
  const mayBeSame = look.head !== undefined && look.files === 'unsure'
  const isClean = mayBeSame && tree === (await treeOf(checkout, head))
  return { ...at, isClean, tree: () => Promise.resolve(tree), index }
}

/** Makes the index of a worktree what its files are. */
export async function settleIndex(checkout: Checkout, { index }: Pick<Standing, 'index'>): Promise<void> {
  if (index !== undefined) await installIndex(checkout, index)
}

/** Commits what submodules have, the innermost first, so that the commit around them can name it. */
export async function commitSubmodules(checkout: Checkout, message: string, depth = maxDepth): Promise<void> {
  if (depth === 0) return
  for (const inner of await submodulesIn(checkout)) {
    await commitSubmodules(inner, message, depth - 1)
    const head = await commitOf(inner, 'HEAD')
    const { tree, index } = await capture(inner)
    if (head === undefined || tree === (await treeOf(inner, head))) continue
    const commit = await commitTree(inner, { tree, parents: [head], message })
    await moveRefs(inner, [{ ref: 'HEAD', from: head, to: commit }], 'rescued by Iris')
    await installIndex(inner, index)
  }
}

/** One line of a text that others wrote, fit for the head of a commit. */
export function subjectOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
}

export const refused = (message: string): IrisError => new IrisError('WORKTREE_REFUSED', message)
