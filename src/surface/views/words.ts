import type { TurnEnding, WaitingFor } from '../../contract/plain.ts'
import { text } from './fields.ts'

/** What each end of a turn is called in a sentence about it. */
export const endingWords: Readonly<Record<TurnEnding, string>> = {
  answered: 'answered',
  failed: 'failed',
  refused: 'refused by the model',
  stopped: 'stopped',
  agent_died: 'the agent died',
  response_timeout: 'silent for too long',
  quota: 'at the account limit',
  budget: 'at the team budget',
  deleted: 'dropped with its session',
  cancelled: 'dropped before it ran',
}

/** What a turn waits for, in words. */
export const waitingWords: Readonly<Record<WaitingFor, string>> = {
  turn: 'waits for the previous turn',
  pool: 'waits for a free slot',
  quota: 'waits for the account limit to reset',
  budget: 'waits for room in its budget',
  agent: 'waits for its agent, which will not start',
  permission: 'waits for a permission',
  question: 'waits for an answer',
  plan: 'waits for its plan to be approved',
  decision: 'waits for a decision',
}

/** What a turn that no agent has waits for; null while an agent is fetched for it. */
export function queuedWords(waitingFor: WaitingFor | null): string {
  return waitingFor === null ? 'waits for its agent to start' : waitingWords[waitingFor]
}

const steps: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
]

/** `1h 5m`: the two greatest units that matter; under a second in ms. */
export function duration(ms: number): string {
  const first = steps.findIndex(([size]) => ms >= size)
  if (first === -1) return `${Math.max(0, Math.round(ms))} ms`
  const [size, unit] = steps[first] ?? [1000, 's']
  const [smaller, smallerUnit] = steps[first + 1] ?? [0, '']
  const rest = smaller > 0 ? Math.floor((ms % size) / smaller) : 0
  const whole = `${Math.floor(ms / size)}${unit}`
  return rest > 0 ? `${whole} ${rest}${smallerUnit}` : whole
}

/** How long something took: at work, and apart from that how long it waited. */
export interface Took {
  workedMs: number
  /** For an answer. */
  waitedMs: number
  /** To be delivered; not known of everything. */
  queuedMs?: number
}

/** `12s`, `12s · waited 10m 3s for an answer · queued 2m`: the work first, what is no work beside it. */
export function tookWords({ workedMs, waitedMs, queuedMs = 0 }: Took): string {
  return [
    duration(workedMs),
    waitedMs >= leastWait ? `waited ${duration(waitedMs)} for an answer` : '',
    queuedMs >= leastWait ? `queued ${duration(queuedMs)}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A shorter wait is not felt. */
const leastWait = 1000

/** How long a turn took that was delivered; null before. */
export function tookOf(
  turn: { acceptedAt: number; deliveredAt: number | null; endedAt: number | null; waitedMs: number },
  now: number,
): Took | null {
  const { acceptedAt, deliveredAt, endedAt, waitedMs } = turn
  if (deliveredAt === null) return null
  const workedMs = Math.max(0, (endedAt ?? now) - deliveredAt - waitedMs)
  return { workedMs, waitedMs, queuedMs: Math.max(0, deliveredAt - acceptedAt) }
}

/** How long something took that has a beginning, an end and a wait within. */
export function spanTook(
  span: { startedAt: number; endedAt: number | null; waitedMs: number },
  now: number,
): Took {
  const { startedAt, endedAt, waitedMs } = span
  return { workedMs: Math.max(0, (endedAt ?? now) - startedAt - waitedMs), waitedMs }
}

/** `3m ago`: one unit, because an age that is read at a glance needs no second one. */
export function age(at: number, now: number): string {
  const ms = now - at
  const step = steps.find(([size]) => ms >= size)
  if (!step || ms < 5000) return 'now'
  return `${Math.floor(ms / step[0])}${step[1]} ago`
}

/** `$12.34`; `$0.0012` where cents are too coarse. */
export function money(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.00995 ? 4 : 2)}`
}

/** What was spent, in one figure where one says it all: money that nobody pays is marked, and no $0.00 stands beside it. */
export function spentWords({ costUsd, rehearsedUsd }: { costUsd: number; rehearsedUsd: number }): string {
  if (rehearsedUsd === 0) return money(costUsd)
  const rehearsed = `${money(rehearsedUsd)} rehearsed`
  return costUsd === 0 ? rehearsed : `${money(costUsd)} and ${rehearsed}`
}

/** What one turn or run cost, marked when nobody pays it. */
export function costWords(usd: number, isRehearsed: boolean): string {
  return isRehearsed ? `${money(usd)} rehearsed` : money(usd)
}

/** `950`, `12.3k`, `4.5M`. */
export function compact(count: number): string {
  if (count < 1000) return String(Math.round(count))
  const [size, unit] = count < 999_500 ? [1000, 'k'] : count < 999_500_000 ? [1e6, 'M'] : [1e9, 'G']
  const scaled = count / size
  return `${scaled.toFixed(scaled < 99.5 ? 1 : 0).replace(/\.0$/, '')}${unit}`
}

/** One line of at most `most` characters. */
export function oneLine(words: string, most: number): string {
  const flat = words.replaceAll(/\s+/g, ' ').trim()
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat
}

/** `1 file`, `3 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `512 B`, `12.3 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3))
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** The advice of the end of a turn, without the reason, which is said already. */
export function adviceIn(data: unknown): string {
  return oneLine(nextStep(text(data, 'preview'), text(data, 'advice')), 300)
}

/** The next step after a turn, without the reason where that was said just before; only whole words are taken away. */
export function nextStep(said: string, advice: string): string {
  const reason = said.trim()
  const rest = advice.slice(reason.length)
  return reason !== '' && advice.startsWith(reason) && /^(\s|$)/.test(rest) ? rest.trim() : advice
}
