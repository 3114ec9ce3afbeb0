import { IrisError } from '../../contract/index.ts'
import { within, type Clock } from '../clock/index.ts'

const answersWithin = 5000
const maxWaiting = 256

/** One thing at a time is asked of the file system of each folder, so that one that hangs takes one thread and no more. */
export interface Lanes {
  /** Rejects with TEAM_FOLDER_SILENT after 5 s, and at once as long as the file system owes an answer. */
  ask<T>(folder: string, work: () => Promise<T>): Promise<T>
  /** Whether a file system owes an answer: the thread that waits for it would keep this process from ending. */
  isOwed(): boolean
}

interface Lane {
  last: Promise<unknown>
  waiting: number
}

/** `maxSilent` is how many threads may be lost to file systems that hang. */
export function createLanes({ clock, maxSilent }: { clock: Clock; maxSilent: number }): Lanes {
  const lanes = new Map<string, Lane>()
  const owing = new Set<string>()

  return {
    async ask(folder, work) {
      const lane = lanes.get(folder) ?? { last: Promise.resolve(), waiting: 0 }
      if (lane.waiting >= maxWaiting) throw silent(folder)
      lanes.set(folder, lane)
      lane.waiting += 1
      const turn = lane.last.then(() => askNow(folder, work))
      lane.last = turn.catch(() => undefined)
      return turn.finally(() => {
        lane.waiting -= 1
        if (lane.waiting === 0) lanes.delete(folder)
      })
    },
    isOwed: () => owing.size > 0,
  }

  async function askNow<T>(folder: string, work: () => Promise<T>): Promise<T> {
    if (owing.has(folder) || owing.size >= maxSilent) throw silent(folder)
    const working = work()
    const late = (): IrisError => {
      owing.add(folder)
      const settle = (): void => void owing.delete(folder)
      working.then(settle, settle)
      return silent(folder)
    }
    return within(clock, working, { limit: answersWithin, late })
  }
}

function silent(folder: string): IrisError {
  return new IrisError('TEAM_FOLDER_SILENT', `The file system of ${folder} does not answer.`)
}
