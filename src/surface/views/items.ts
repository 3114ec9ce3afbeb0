import { isProblem, type Fields, type TurnEnding } from '../../contract/plain.ts'
import type { Took } from './words.ts'

/** A tool call and, once it is there, what came back. */
export interface Use {
  id: string
  tool: string
  input: Fields
  seq: number
  at: number
  result: { text: string; isError: boolean; at: number; seq: number } | null
  /** It is not done yet because somebody has to allow it. */
  isHeld: boolean
  /** How long that took so far, and what came of it. */
  waitedMs: number
  leave: string | null
}

/** How long a tool took, the wait for leave apart; null before it is done. */
export function tookOfUse({ at, result, waitedMs }: Use): Took | null {
  return result && { workedMs: Math.max(0, result.at - at - waitedMs), waitedMs }
}

export interface Todo {
  words: string
  state: 'pending' | 'in_progress' | 'completed'
}

/** What an item of a transcript is. */
export type Content =
  | { kind: 'banner'; name: string; role: string; phase: string; isHelper: boolean }
  /** What was told stands where its turn begins; `acceptedSeq` is the event that recorded it. */
  | { kind: 'told'; from: string; preview: string; bytes: number; turn: string; acceptedSeq: number }
  | { kind: 'said' | 'thought'; text: string }
  | { kind: 'looked'; uses: Use[] }
  | { kind: 'edited' | 'ran' | 'used'; use: Use }
  | { kind: 'planned'; todos: Todo[] }
  | { kind: 'message'; from: string; to: string; words: string; use: Use }
  | { kind: 'ask'; ask: string; tool: string; words: string; outcome: string | null }
  | {
      kind: 'ended'
      how: TurnEnding
      words: string
      advice: string
      costUsd: number | null
      isRehearsed: boolean
      took: Took | null
    }
  | { kind: 'note'; words: string; isBad: boolean }

/** One thing to show. `key` stays while events are added at either end; `seq` is its first event. */
export type Item = { key: string; seq: number; at: number } & Content

/** True for what a person who looks for trouble wants to jump to. */
export function isTrouble(item: Item): boolean {
  if (usesOf(item).some(({ result }) => result?.isError)) return true
  if (item.kind === 'ended') return isProblem({ type: 'turn.ended', data: item })
  return item.kind === 'note' && item.isBad
}

/** The place of the item that shows an event: the one it brought something back to, else the last that begins by then. */
export function placeOf(items: readonly Item[], seq: number): number {
  const returned = items.findIndex(
    (item) =>
      (item.kind === 'told' && item.acceptedSeq === seq) ||
      usesOf(item).some(({ result }) => result?.seq === seq),
  )
  return returned === -1
    ? Math.max(
        0,
        items.findLastIndex((item) => item.seq <= seq),
      )
    : returned
}

/** The items, and the places of the first and the last of them on the screen. */
export interface Shown {
  items: readonly Item[]
  first: number
  last: number
}

/**
 * The number of the event to look for trouble from: where the reader went last while that is on the screen, else from
 * the edge of the screen, so that what is on it is found first.
 */
export function lookFrom({ items, first, last }: Shown, went: number | null, direction: 1 | -1): number {
  const place = went === null ? -1 : placeOf(items, went)
  if (went !== null && first <= place && place <= last) return went
  if (direction === 1) return Math.max(0, (items[first]?.seq ?? 0) - 1)
  return items[last + 1]?.seq ?? Number.MAX_SAFE_INTEGER
}

function usesOf(item: Item): readonly Use[] {
  if ('use' in item) return [item.use]
  return item.kind === 'looked' ? item.uses : []
}
