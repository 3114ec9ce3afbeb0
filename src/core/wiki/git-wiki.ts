import { IrisError } from '../../contract/index.ts'
import { within } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { WikiBackend } from './backend.ts'
import type { WikiContext } from './context.ts'
import type { Diverging } from './diverging.ts'
import { createFreshness } from './freshness.ts'
import { readingOf } from './git-reading.ts'
import { writingOf } from './git-writing.ts'
import { createQueue } from './queue.ts'
import { unreadable } from './repository.ts'
import { createSync } from './syncing.ts'

const closeMs = 10_000

/** What a wiki in git is made from besides its context. */
export interface GitWikiOptions {
  context: WikiContext
  /** An address to pull from and push to. */
  remote: () => string | undefined
  diverging: Diverging
  /** Watches the folder for what people do there. */
  isWatched: boolean
}

/** The pages of a project in a git repository of their own. */
export function createGitWiki({ context, remote, diverging, isWatched }: GitWikiOptions): WikiBackend {
  const { rows, repository } = context
  const queue = createQueue(context)
  const freshness = createFreshness({ context, queue, isWatched })
  const sync = createSync({ context, remote, queue, diverging })
  return {
    ...readingOf(context, freshness),
    ...writingOf(context, freshness, queue),
    async info() {
      const problem = await freshness.fresh().then(
        () => queue.problem() ?? diverging.problem(context.project) ?? sync.problem(),
        (error: unknown) => (error instanceof IrisError ? error.message : String(error)),
      )
      const { folder } = repository
      return { backend: 'git', pages: rows.count(), folder, remote: remote() ?? null, problem }
    },
    async sync() {
      await freshness.opened()
      return sync.run()
    },
    restart: freshness.restart,
    async close() {
      freshness.close()
      // On a disk that hangs it never ends; what was begun is found again at the next start (WIK14).
      const ended = Promise.all([sync.close(), queue.close()])
      const late = () => unreadable(repository.folder, 'its disk does not answer')
      await within(context.clock, ended, { limit: closeMs, late }).catch((error: unknown) => {
        context.logger.warn('wiki not closed', { project: context.project, problem: messageOf(error) })
      })
    },
  }
}
