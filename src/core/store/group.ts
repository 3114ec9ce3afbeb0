import type { Event, NewEvent } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

const groupDelay = 5
const groupSize = 256

/** An event and the table change that goes with it. */
export interface GroupEntry {
  event: NewEvent
  project?: ((event: Event) => void) | undefined
}

/** Gathers events for one commit: acknowledged together after 5 ms or 256 events. */
export interface Group {
  add(entry: GroupEntry): Promise<Event>
  /** Commits what is waiting; failures go to the waiting promises, not to the caller. */
  flush(): void
}

interface Waiting extends GroupEntry {
  resolve: (event: Event) => void
  reject: (error: unknown) => void
}

export function createGroup(deps: {
  clock: Clock
  commit: (entries: readonly GroupEntry[]) => Event[]
}): Group {
  let waiting: Waiting[] = []
  let cancel: Cancel | undefined

  function flush(): void {
    cancel?.()
    cancel = undefined
    const group = waiting
    waiting = []
    if (group.length > 0) commitGroup(group)
  }

  function commitGroup(group: Waiting[]): void {
    try {
      const written = deps.commit(group)
      for (const [index, entry] of written.entries()) group[index]?.resolve(entry)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    add(entry) {
      return new Promise((resolve, reject) => {
        waiting.push({ ...entry, resolve, reject })
        if (waiting.length >= groupSize) flush()
        else cancel ??= deps.clock.after(groupDelay, flush)
      })
    },
    flush,
  }
}
