import type { Event } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { GroupEntry, Outcome } from './entries.ts'

const groupDelay = 5
const groupSize = 256

/** Gathers events for one commit: acknowledged together after 5 ms or 256 events. */
export interface Group {
  add(entry: GroupEntry): Promise<Event>
  /** Commits what is waiting; failures go to the waiting promises, not to the caller. */
  flush(): void
  /** Hands over what is waiting to somebody who commits it together with something else. */
  take(): TakenGroup
}

/** Entries that left the group, and how to tell those who wait for them. */
export interface TakenGroup {
  entries: readonly GroupEntry[]
  settle(outcomes: readonly Outcome<Event>[]): void
  fail(error: unknown): void
}

interface Waiting extends GroupEntry {
  resolve: (event: Event) => void
  reject: (error: unknown) => void
}

export function createGroup(deps: {
  clock: Clock
  commit: (entries: readonly GroupEntry[]) => Outcome<Event>[]
}): Group {
  let waiting: Waiting[] = []
  let cancel: Cancel | undefined

  return { add, flush, take }

  function add(entry: GroupEntry): Promise<Event> {
    return new Promise((resolve, reject) => {
      waiting.push({ ...entry, resolve, reject })
      if (waiting.length >= groupSize) flush()
      else cancel ??= deps.clock.after(groupDelay, flush)
    })
  }

  function flush(): void {
    const taken = take()
    if (taken.entries.length === 0) return
    try {
      taken.settle(deps.commit(taken.entries))
    } catch (error) {
      taken.fail(error)
    }
  }

  function take(): TakenGroup {
    cancel?.()
    cancel = undefined
    const group = waiting
    waiting = []
    return {
      entries: group,
      settle: (outcomes) => group.forEach((one, index) => settleOne(one, outcomes[index])),
      fail: (error) => group.forEach(({ reject }) => reject(error)),
    }
  }
}

function settleOne({ resolve, reject }: Waiting, outcome: Outcome<Event> | undefined): void {
  if (!outcome) return
  if ('value' in outcome) resolve(outcome.value)
  else reject(outcome.error)
}
