import { IrisError, type Event, type NewEvent } from '../../contract/index.ts'
import type { Append, Write } from './writer.ts'

/** An event and the table change that goes with it. */
export interface GroupEntry {
  event: NewEvent
  project?: ((event: Event) => void) | undefined
}

/** What became of something that may throw. */
export type Outcome<T> = { value: T } | { error: unknown }

export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

/** Adds all entries at once; when one is at fault each for itself, so that only that one fails. Call inside a write. */
export function appendEntries(write: Write, entries: readonly GroupEntry[]): Outcome<Event>[] {
  const together = attempt(() => write((append) => entries.map((entry) => appendEntry(append, entry))))
  if ('value' in together) return together.value.map((value) => ({ value }))
  // Then nothing can be written, and SQLite may have undone the whole transaction.
  if (isStorageFault(together.error)) throw together.error
  return attemptEach(
    write,
    entries.map((entry) => (append: Append) => appendEntry(append, entry)),
  )
}

/** Does each work for itself, so that one at fault undoes only its own part. Call inside a write. */
export function attemptEach<T>(write: Write, works: readonly ((append: Append) => T)[]): Outcome<T>[] {
  return works.map((work) => {
    const outcome = attempt(() => write(work))
    if ('error' in outcome && isStorageFault(outcome.error)) throw outcome.error
    return outcome
  })
}

function appendEntry(append: Append, { event, project }: GroupEntry): Event {
  const entry = append(event)
  project?.(entry)
  return entry
}

function isStorageFault(error: unknown): boolean {
  return error instanceof IrisError && (error.code === 'DISK_FULL' || error.code.startsWith('DATABASE_'))
}
