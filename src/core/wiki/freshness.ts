import { IrisError } from '../../contract/index.ts'
import type { WikiContext } from './context.ts'
import { blobOf, bytesNow, formatOf, markNow } from './files.ts'
import { fileOf } from './names.ts'
import { openRepository } from './opening.ts'
import type { WikiQueue } from './queue.ts'
import { headOfWiki } from './repository.ts'
import { createWatch } from './watching.ts'

/** Sees to it that the tables say what is in the repository before somebody reads them. */
export interface Freshness {
  /** There is a repository, and what the last daemon left in it is in order. */
  readonly opened: () => Promise<void>
  /** The tables say what HEAD has, and what is in the file of this page. What a person has begun is left alone. */
  readonly fresh: (page?: string) => Promise<void>
  /** Begins anew where everything was lost. */
  readonly restart: () => Promise<void>
  readonly close: () => void
}

export function createFreshness({
  context,
  queue,
  isWatched,
}: {
  context: WikiContext
  queue: WikiQueue
  isWatched: boolean
}): Freshness {
  const { rows, repository, log } = context
  const opening = openRepository(context)
  const watch = createWatch({ context, seen: () => void queue.look().catch(() => undefined) })
  let first: Promise<void> | undefined

  return {
    opened,
    async fresh(page) {
      await opened()
      const { commit } = await headOfWiki(repository)
      const isBehind = (rows.wiki()?.head ?? undefined) !== commit || rows.intent() !== undefined
      const isEdited = page !== undefined && !isAsKnown(context, page)
      if (isBehind || isEdited) await queue.look(page === undefined ? [] : [fileOf(page)]).catch(unlessBusy)
    },
    async restart() {
      await context.reach()
      log.write(() => rows.clear())
      await opening.anew()
      first = undefined
      await opened()
    },
    close: watch.close,
  }

  /** Whatever is asked first puts in order what the last daemon left. */
  async function opened(): Promise<void> {
    await context.reach()
    await opening.ready()
    await (first ??= begin())
  }

  async function begin(): Promise<void> {
    await queue.look().catch((error: unknown) => {
      first = undefined
      unlessBusy(error)
    })
    if (isWatched) watch.start()
  }
}

function unlessBusy(error: unknown): void {
  if (!(error instanceof IrisError) || error.code !== 'WIKI_BUSY') throw error
}

/** Whether the file of a page has what the tables have. How it looks now is remembered, so that the next look is short. */
function isAsKnown({ repository, rows, log }: WikiContext, page: string): boolean {
  const { folder } = repository
  const row = rows.page(page)
  const mark = markNow(folder, fileOf(page))
  if (mark === row?.mark) return true
  if (!row || mark === undefined) return false
  const bytes = bytesNow(folder, fileOf(page))
  if (!bytes || blobOf(bytes, formatOf(row.blob)) !== row.blob) return false
  log.write(() => rows.setMark(page, mark))
  return true
}
