import { IrisError } from '../../contract/index.ts'
import { commitAll, type PlannedCommit } from './committing.ts'
import type { WikiContext } from './context.ts'
import { pageOf } from './names.ts'
import { isMassLoss, outsideEdits, type OutsideEdit } from './outside-edits.ts'
import { outsider, planOutside } from './planning.ts'
import { followHead } from './reconciling.ts'
import { begunIn, headOfWiki } from './repository.ts'

const maxNamed = 5

/** Takes up what happened outside Iris: commits that moved HEAD, and edits that nobody committed. */
export interface TakingUp {
  /** Of all files, or of these. */
  readonly takeUp: (files?: readonly string[], options?: { mustWrite?: boolean }) => Promise<void>
  /** Why edits are not taken up. */
  readonly problem: () => string | null
}

/** Only whoever writes alone calls it. */
export function createTakingUp(context: WikiContext): TakingUp {
  const { rows, repository } = context
  const { folder } = repository
  /** What a person has begun there. */
  let begun: string | null = null
  /** What the last look at all files found. */
  let trouble: string | null = null

  async function takeUpEdits(files: readonly string[] | undefined): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const found = await outsideEdits(context, files)
      if (isMassLoss(found.edits, rows.count())) {
        trouble = `Most files of ${folder} are gone. Bring them back with \`git checkout .\` there, or commit that they are gone.`
        throw new IrisError('WIKI_BUSY', trouble)
      }
      const committed = await commitEdits(context, found.edits)
      if (files === undefined) trouble = strangeIn(folder, found.strange)
      hasMore = found.hasMore && (committed > 0 || found.edits.length === 0)
    }
  }

  return {
    problem: () => begun ?? trouble,
    async takeUp(files, { mustWrite = false } = {}) {
      const { commit: head } = await headOfWiki(repository)
      if ((rows.wiki()?.head ?? undefined) !== head || rows.intent()) await followHead(context)
      const name = await begunIn(repository)
      begun = name === undefined ? null : `Something is under way in ${folder} (${name}).`
      if (begun === null) return takeUpEdits(files)
      if (mustWrite) throw new IrisError('WIKI_BUSY', begun)
    },
  }
}

function strangeIn(folder: string, paths: readonly string[]): string | null {
  if (paths.length === 0) return null
  const named = paths.slice(0, maxNamed).join(', ')
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : ''
  return `Not taken up from ${folder}, because they are too large, no text, or may not be read: ${named}${more}.`
}

/** How many of them were committed. */
async function commitEdits(context: WikiContext, edits: readonly OutsideEdit[]): Promise<number> {
  if (edits.length === 0) return 0
  const { rows, repository } = context
  const by = await outsider(context)
  const planned: PlannedCommit[] = []
  for (const { path, content } of edits) {
    const about = pageOf(path) ?? path
    if (pageOf(path) !== undefined && content && (rows.byKey(about) ?? about) !== about) continue
    const why = content === null ? `Delete ${about} outside Iris` : `Edit ${about} outside Iris`
    planned.push(planOutside(context, by, { about, path, content, why }))
  }
  if (planned.length > 0) await commitAll(context, await headOfWiki(repository), planned)
  return planned.length
}
