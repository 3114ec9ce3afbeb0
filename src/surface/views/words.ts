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
  quota: 'at the limit of the account',
  budget: 'at the budget of the team',
  deleted: 'dropped with its session',
  cancelled: 'dropped before it ran',
}

/** What a turn waits for, in words. */
export const waitingWords: Readonly<Record<WaitingFor, string>> = {
  turn: 'waits for the turn before it',
  pool: 'waits for a free place among the agents',
  quota: 'waits for the limit of the account to reset',
  agent: 'waits for its agent, which does not start',
  permission: 'waits for a permission',
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
