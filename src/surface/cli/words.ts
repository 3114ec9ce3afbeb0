import {
  exactAge,
  exitCodes,
  money,
  waitingWords,
  type TellStatus,
  type TurnEnding,
  type WaitingFor,
} from '../../contract/plain.ts'

/** The next step after each end of a turn when the daemon names none. */
export const nextSteps: Readonly<Record<TurnEnding, string | undefined>> = {
  answered: undefined,
  failed: 'Read why in the answer, then tell it again.',
  refused: 'Rephrase it.',
  stopped: 'Tell it again to continue.',
  agent_died: 'Tell it again; the conversation resumes.',
  response_timeout: "Tell it again, or raise the team's responseTimeout.",
  quota: 'It runs again on its own.',
  budget: 'Raise the budget in config.yaml.',
  deleted: undefined,
  cancelled: 'Tell it again if you still want it.',
}

/** What a turn waits for, in words, and where you end the wait. */
export const waits: Readonly<Record<WaitingFor, string>> = {
  ...waitingWords,
  permission: `${waitingWords.permission}: iris inbox`,
  question: 'waits for your answer: iris inbox',
  plan: `${waitingWords.plan}: iris inbox`,
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

/** As exact as it is known: who runs a command looks once. */
export function age(at: number): string {
  // Wall time: only shown.
  return exactAge(at, Date.now())
}

/** Nothing when it is not known. */
export function cost(usd: number | null): string {
  return usd === null ? '' : money(usd)
}

/** Words with a stop at their end, so that others may follow on the same line. */
export function asSentence(words: string): string {
  return /[.!?…。！？][)"'”’»]*$/.test(words) ? words : `${words}.`
}
