import { IrisError, type Event, type EventType } from '../../contract/index.ts'
import type { Append } from './writer.ts'

/** How far an event may be from the one it began with, each the consequence of the one before. */
const maxDepth = 16

/** What one part of Iris does about an event of another, in the transaction that records it. */
type Reaction<T extends EventType> = (event: Event<T>, append: Append) => void

/** Adds a reaction to events of these types; what it returns ends it. */
export type React = <T extends EventType>(types: readonly T[], reaction: Reaction<T>) => () => void

/** Who reacts to which events, and which of them wait for that in the transaction under way. */
export interface Reactions {
  react: React
  /** An event was appended: whoever reacts to it does so when the work that appended it is done. */
  note(event: Event): void
  /** Runs a work of a transaction, then the reactions to what it appended and to what these append. */
  around<T>(work: () => T, append: Append): T
}

interface Noted {
  event: Event
  depth: number
}

export function createReactions(): Reactions {
  const byType = new Map<EventType, readonly Reaction<EventType>[]>()
  let noted: Noted[] = []
  let depth = 0
  return { react, note, around }

  function react<T extends EventType>(types: readonly T[], wanted: Reaction<T>): () => void {
    // One of its own, so that what is added twice is ended once. It is called with events of `types` only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const reaction: Reaction<EventType> = (event, append) => wanted(event as Event<T>, append)
    for (const type of new Set(types)) byType.set(type, [...(byType.get(type) ?? []), reaction])
    return () => {
      for (const type of types) forget(type, reaction)
    }
  }

  function forget(type: EventType, reaction: Reaction<EventType>): void {
    const left = (byType.get(type) ?? []).filter((one) => one !== reaction)
    if (left.length > 0) byType.set(type, left)
    else byType.delete(type)
  }

  function note(event: Event): void {
    if (byType.has(event.type)) noted.push({ event, depth })
  }

  function around<T>(work: () => T, append: Append): T {
    const outer = { noted, depth }
    const own: Noted[] = []
    noted = own
    try {
      const done = work()
      // It grows meanwhile: reactions append too.
      for (const each of own) reactTo(each, append)
      return done
    } finally {
      noted = outer.noted
      depth = outer.depth
    }
  }

  function reactTo({ event, depth: from }: Noted, append: Append): void {
    if (from >= maxDepth) throw endless(event)
    depth = from + 1
    for (const reaction of byType.get(event.type) ?? []) reaction(event, append)
  }
}

function endless({ type }: Event): IrisError {
  const text = `Reactions to events went on and on: ${type} is the consequence of ${maxDepth} others.`
  return new IrisError('REACTIONS_ENDLESS', text)
}
