import { putInIndex } from './importing.ts'
import { askGit, type GitPlace } from './run.ts'
import { withIndexOf } from './scratch.ts'

/** A tree with other contents of some files; null takes a file out of it. */
export function treeWith(
  place: GitPlace,
  tree: string,
  entries: readonly { path: string; id: string | null }[],
): Promise<string> {
  return withIndexOf(place, tree, async (other) => {
    await putInIndex(other, entries)
    return (await askGit(other, ['write-tree'])).trim()
  })
}
