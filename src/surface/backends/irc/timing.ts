/** When a connection is given up, and when the next is tried. */
export interface Timing {
  firstRetryMs: number
  maxRetryMs: number
  /** So long a connection must last for the next retry to come soon again. */
  steadyMs: number
  answerMs: number
  idleMs: number
  /** Who is not connected after this speaks through the connection of Iris, so that nobody waits for it. */
  lateMs: number
}

export const usualTiming: Timing = {
  firstRetryMs: 1000,
  maxRetryMs: 60_000,
  steadyMs: 30_000,
  answerMs: 60_000,
  idleMs: 90_000,
  lateMs: 15_000,
}
