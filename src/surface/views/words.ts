import { duration, money, oneLine, textIn } from '../../contract/plain.ts'

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

/** The advice of the end of a turn, without the reason, which is said already. */
export function adviceIn(data: unknown): string {
  return oneLine(nextStep(textIn(data, 'preview'), textIn(data, 'advice')), 300)
}

/** The next step after a turn, without the reason where that was said just before; only whole words are taken away. */
export function nextStep(said: string, advice: string): string {
  const reason = said.trim()
  // Where the reason had no stop, its advice has one behind it.
  const rest = advice.slice(reason.length).replace(/^\.(?=\s|$)/, '')
  return reason !== '' && advice.startsWith(reason) && /^(\s|$)/.test(rest) ? rest.trim() : advice
}

/** A share of 1, as 80%; a dash where there is none. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)}%`
}
