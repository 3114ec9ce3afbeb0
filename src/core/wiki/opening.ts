import { IrisError } from '../../contract/index.ts'
import type { WikiContext } from './context.ts'
import { headOfWiki, lost, makeRepository, standingOf } from './repository.ts'

/** Sees to it that there is a repository, and never makes a second one where the first was lost. */
export interface Opening {
  ready(): Promise<void>
  anew(): Promise<void>
}

export function openRepository(context: WikiContext): Opening {
  const { repository, rows, log, project } = context
  const { folder } = repository
  let looking: Promise<void> | undefined
  return {
    // Two that ask at once must not make it at once.
    ready: () => (looking ??= look().finally(() => (looking = undefined))),
    async anew() {
      const standing = await standingOf(repository)
      if (standing === 'other') throw notARepository(folder)
      if (standing === 'repository' && (await headOfWiki(repository)).commit !== undefined)
        throw new IrisError('WIKI_BUSY', `There is a repository with commits in ${folder}: nothing is lost.`)
      await make()
    },
  }

  async function look(): Promise<void> {
    const standing = await standingOf(repository)
    const known = rows.wiki()
    if (standing === 'repository' && known?.isLost !== 1) return
    if (standing === 'repository' && (await headOfWiki(repository)).commit !== undefined)
      return log.write(() => rows.putWiki({ folder, head: known?.head ?? null, isLost: 0 }))
    // Whatever was there before is not replaced by something empty without a word.
    if (known && known.head !== null && known.folder === folder) return tellLost(known.isLost === 1)
    if (standing === 'other') throw notARepository(folder)
    await make()
  }

  async function make(): Promise<void> {
    await makeRepository(repository)
    log.write((append) => {
      rows.putWiki({ folder, head: null, isLost: 0 })
      append({ type: 'wiki.made', data: { project, folder } })
    })
  }

  function tellLost(isKnown: boolean): never {
    if (!isKnown)
      log.write((append) => {
        rows.putWiki({ folder, head: rows.wiki()?.head ?? null, isLost: 1 })
        append({ type: 'wiki.lost', data: { project, folder } })
      })
    throw lost(folder)
  }
}

function notARepository(folder: string): IrisError {
  return new IrisError(
    'WIKI_NOT_A_REPOSITORY',
    `${folder} is not empty and is no git repository of its own; Iris would commit to another one.`,
  )
}
