import { IrisError } from '../../contract/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import { unreadable } from './repository.ts'

/** Makes sure that the disk of a wiki answers, before anybody waits for it on the daemon's own thread. */
export type Reach = () => Promise<void>

/**
 * Of a folder that may be on another disk than the home, such as a network disk. Those that ask at once share one look, and as long as
 * the disk owes an answer nobody asks it again (ADR 215).
 */
export function createReach(projects: Pick<Projects, 'look'>, folder: string): Reach {
  let looking: Promise<unknown> | undefined
  return async () => {
    looking ??= projects.look(folder, '.git').finally(() => (looking = undefined))
    await looking.catch((error: unknown) => {
      if (error instanceof IrisError && error.code === 'TEAM_FOLDER_SILENT')
        throw unreadable(folder, 'its disk does not answer')
      throw error
    })
  }
}
