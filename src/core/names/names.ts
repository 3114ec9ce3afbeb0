import { join } from 'node:path'
import { messageOf, packageFolder, readSmallFile, systemCode } from '../../platform/lib/index.ts'
import { readNameList } from './list.ts'

/** What agents are called: names from a list, in its order. Who has which is not known here. */
export interface Names {
  /** The first name of the list that is free; when all are taken, each once more with a number behind it. */
  next(isFree: (name: string) => boolean): string
}

export interface NamesDeps {
  home: string
  onMistake: (text: string) => void
}

export function createNames(deps: NamesDeps): Names {
  return { next: (isFree) => firstFree(listOf(deps), isFree) }
}

function firstFree(list: readonly string[], isFree: (name: string) => boolean): string {
  for (let round = 1; ; round += 1)
    for (const name of list) {
      const numbered = round === 1 ? name : `${name}-${round}`
      if (isFree(numbered)) return numbered
    }
}

/** The list of the home, or the one that Iris brings. */
function listOf({ home, onMistake }: NamesDeps): readonly string[] {
  const { names, mistakes } = readNameList(ofHome())
  for (const mistake of mistakes) onMistake(mistake)
  return names.length > 0 ? names : readNameList(ofIris()).names

  function ofHome(): string {
    try {
      return readSmallFile(join(home, 'names.txt'))
    } catch (error) {
      // A file that cannot be read is somebody's mistake, and no reason to have no names.
      if (systemCode(error) !== 'ENOENT') onMistake(messageOf(error))
      return ''
    }
  }
}

function ofIris(): string {
  return readSmallFile(join(packageFolder(), 'templates', 'names.txt'))
}
