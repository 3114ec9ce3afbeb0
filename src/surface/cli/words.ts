import { exitCodes, type TellStatus, type TurnEnding, type WaitingFor } from '../../contract/plain.ts'
import { duration } from './output.ts'

/** What each end of a turn is called, and the next step when the daemon names none. */
export const endings: Readonly<Record<TurnEnding, { words: string; next: string | undefined }>> = {
  answered: { words: 'answered', next: undefined },
  failed: { words: 'failed', next: 'Read why in the answer, then tell it again.' },
  refused: { words: 'refused by the model', next: 'Rephrase it.' },
  stopped: { words: 'stopped', next: 'Tell it again to continue.' },
  agent_died: { words: 'ended because the agent died', next: 'Tell it again; the conversation resumes.' },
  response_timeout: {
    words: 'ended because the agent was silent for too long',
    next: "Tell it again, or raise the team's responseTimeout.",
  },
  quota: { words: 'ended at the account limit', next: 'It runs again on its own.' },
  budget: { words: 'ended at the team budget', next: 'Raise the budget in config.yaml.' },
  deleted: { words: 'dropped with its session', next: undefined },
  cancelled: { words: 'dropped before it ran', next: 'Tell it again if you still want it.' },
}

/** What a turn waits for, in words. */
export const waits: Readonly<Record<WaitingFor, string>> = {
  turn: 'waits for the previous turn',
  pool: 'waits for a free slot',
  quota: 'waits for the account limit to reset',
  budget: 'waits for room in its budget',
  agent: 'waits for its agent, which will not start',
  permission: 'waits for a permission: iris inbox',
  question: 'waits for your answer: iris inbox',
  plan: 'waits for its plan to be approved: iris inbox',
  decision: 'waits for your decision: iris inbox',
}

/** The exit code of `iris tell`: 0 only for an answer or a receipt that was asked for. */
export const tellExits: Readonly<Record<TellStatus, number>> = {
  answered: exitCodes.ok,
  accepted: exitCodes.timeout,
  queued: exitCodes.timeout,
  delivered: exitCodes.timeout,
  needs_permission: exitCodes.timeout,
  needs_answer: exitCodes.timeout,
  response_timeout: exitCodes.timeout,
  failed: exitCodes.unexpected,
  agent_died: exitCodes.unexpected,
  refused: exitCodes.refused,
  quota: exitCodes.refused,
  budget: exitCodes.refused,
  stopped: exitCodes.conflict,
  deleted: exitCodes.conflict,
  cancelled: exitCodes.conflict,
}

/** `3m 2s ago`; anything under a second is `now`. */
export function age(at: number, now: number = Date.now()): string {
  // Wall time: only shown.
  return now - at < 1000 ? 'now' : `${duration(now - at)} ago`
}

/** `$12.34`; `$0.0012` where cents are too coarse; nothing when it is not known. */
export function cost(usd: number | null): string {
  if (usd === null) return ''
  return `$${usd.toFixed(usd !== 0 && usd < 0.00995 ? 4 : 2)}`
}

/** One line of at most `most` characters. */
export function oneLine(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat
}

/** Words with a stop at their end, so that others may follow on the same line. */
export function asSentence(words: string): string {
  return /[.!?…。！？][)"'”’»]*$/.test(words) ? words : `${words}.`
}
