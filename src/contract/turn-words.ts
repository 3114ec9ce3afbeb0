import type { TurnEnding, WaitingFor } from './teams/schemas.ts'

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

/** The same as what a turn did: `beta ended at the team budget`. */
export const endedWords: Readonly<Record<TurnEnding, string>> = {
  ...endingWords,
  agent_died: `ended because ${endingWords.agent_died}`,
  response_timeout: `ended because the agent was ${endingWords.response_timeout}`,
  quota: `ended ${endingWords.quota}`,
  budget: `ended ${endingWords.budget}`,
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
