import { useCallback, useEffect, useRef, useState } from 'react'
import type { Client } from '../../../../client/index.ts'
import type { CallOutput, Message } from '../../../../contract/plain.ts'
import { useWorld } from '../../data/context.ts'

const slice = 100
/** As many messages as a page holds; what is further away is read again when it is wanted. */
const maxHeld = 1000

/** The part of a room that the page holds, oldest first. */
export interface RoomWindow {
  messages: readonly Message[]
  /** Up to where you had read when you came in. */
  readBefore: number
  isPending: boolean
  error: string | undefined
  hasOlder: boolean
  hasNewer: boolean
  older: () => void
  newer: () => void
  /** Goes to the newest, or to a message. */
  goTo: (place: 'end' | number) => void
}

interface Held {
  messages: readonly Message[]
  hasOlder: boolean
  hasNewer: boolean
  readBefore: number
  isPending: boolean
  error?: string
}

const nothing: Held = { messages: [], hasOlder: false, hasNewer: false, readBefore: -1, isPending: true }

type Step = (client: Client, held: Held) => Promise<Held>

/** The step that waits longest; it waits no more. */
function taken(waiting: Map<string, Step>): Step | undefined {
  for (const [kind, step] of waiting) {
    waiting.delete(kind)
    return step
  }
  return undefined
}

/** Reads a room as far as the reader goes, and on as others write. */
export function useRoomWindow(channel: string): RoomWindow {
  const { client, live } = useWorld()
  const [held, set] = useState<Held>(nothing)
  const busy = useRef(false)
  const waiting = useRef(new Map<string, Step>())
  const latest = useRef(held)
  useEffect(() => {
    latest.current = held
  }, [held])

  const load = useCallback(
    async (step: Step): Promise<void> => {
      busy.current = true
      for (let next: Step | undefined = step; next; next = taken(waiting.current)) {
        try {
          latest.current = await next(client, latest.current)
          set(latest.current)
        } catch (error) {
          set((before) => ({
            ...before,
            isPending: false,
            error: error instanceof Error ? error.message : '',
          }))
        }
      }
      busy.current = false
    },
    [client],
  )
  /** At once, or once what is being read is there: news that came meanwhile may not be in it. */
  const loadNext = useCallback(
    (kind: string, step: Step): void => {
      if (busy.current) waiting.current.set(kind, step)
      else void load(step)
    },
    [load],
  )
  const goTo = useCallback(
    (place: 'end' | number) => loadNext('place', (from, before) => placed(from, channel, { place, before })),
    [loadNext, channel],
  )
  const newer = useCallback(
    () => loadNext('newer', (from, before) => withNewer(from, channel, before)),
    [loadNext, channel],
  )
  const older = useCallback(() => {
    if (!busy.current) void load((from, before) => withOlder(from, channel, before))
  }, [load, channel])
  useEffect(() => goTo('end'), [goTo])
  useEffect(
    () =>
      live.listen((event) => {
        if (event.type === 'message.posted' && nameIn(event.data) === channel) newer()
      }),
    [live, channel, newer],
  )
  return { ...held, error: held.error, goTo, newer, older }
}

type Read = CallOutput<'readMessages'>

async function placed(
  client: Client,
  channel: string,
  { place, before }: { place: 'end' | number; before: Held },
): Promise<Held> {
  const where = place === 'end' ? {} : { around: place }
  const read: Read = await client.call('readMessages', { channel, limit: slice, ...where })
  const isEnd = place === 'end' || (read.messages.at(-1)?.seq ?? 0) >= read.channel.lastSeq
  return {
    messages: read.messages,
    hasOlder: read.hasMore,
    hasNewer: !isEnd,
    readBefore: before.readBefore === -1 ? read.read.seq : before.readBefore,
    isPending: false,
  }
}

async function withNewer(client: Client, channel: string, held: Held): Promise<Held> {
  const after = held.messages.at(-1)?.seq ?? 0
  const read: Read = await client.call('readMessages', { channel, after, limit: slice })
  const all = [...held.messages, ...read.messages]
  const messages = all.slice(-maxHeld)
  return {
    ...held,
    messages,
    hasOlder: held.hasOlder || messages.length < all.length,
    hasNewer: read.hasMore,
  }
}

async function withOlder(client: Client, channel: string, held: Held): Promise<Held> {
  const before = held.messages[0]?.seq
  if (before === undefined || !held.hasOlder) return held
  const read: Read = await client.call('readMessages', { channel, before, limit: slice })
  const all = [...read.messages, ...held.messages]
  const messages = all.slice(0, maxHeld)
  return {
    ...held,
    messages,
    hasOlder: read.hasMore,
    hasNewer: held.hasNewer || messages.length < all.length,
  }
}

function nameIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'name' in data ? String(data.name) : ''
}
