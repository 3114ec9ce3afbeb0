import { answerMutations } from './answers.ts'
import { askMutations } from './asks.ts'
import { authMutations } from './auth.ts'
import { limitMutations } from './limits.ts'
import { logMutations } from './log.ts'
import type { Mutation } from './mutation.ts'
import { reviewMutations } from './outside-review.ts'
import { programMutations } from './programs.ts'
import { receiptMutations } from './receipts.ts'
import { startMutations } from './starts.ts'

/** One mutation at least for each numbered rule of auth, receipts, asks and the log. */
export const listed: readonly Mutation[] = [
  ...authMutations,
  ...receiptMutations,
  ...limitMutations,
  ...answerMutations,
  ...startMutations,
  ...askMutations,
  ...logMutations,
  ...reviewMutations,
  ...programMutations,
]
