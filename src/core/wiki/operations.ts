import type { OperationsOf, wikiNoun } from '../../contract/index.ts'
import { callersOf, type Around } from './callers.ts'
import { readingOperations } from './reading-operations.ts'
import type { Wiki } from './wiki.ts'
import { writingOperations } from './writing-operations.ts'

/** What the operations on the wiki do. An agent has the wiki of its own project, and writes what its role may. */
export function wikiOperations(wiki: Wiki, around: Around): OperationsOf<typeof wikiNoun> {
  const callers = callersOf(wiki, around)
  return {
    ...readingOperations(wiki, around, callers),
    ...writingOperations(wiki, callers),
    async syncWiki({ project }, caller) {
      const { pages } = await callers.opened(caller, project)
      return pages.sync()
    },
    async restartWiki({ project: wanted }, caller) {
      const { project, pages } = await callers.opened(caller, wanted)
      await pages.restart()
      return { project, ...(await pages.info()) }
    },
  }
}
