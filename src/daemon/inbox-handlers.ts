import { IrisError, type inboxCalls } from '../contract/index.ts'
import type { Handlers } from '../surface/http/index.ts'

/** The handlers of the calls in `inboxCalls`. */
export type InboxHandlers = Pick<Handlers, keyof typeof inboxCalls>

/** The shapes are settled; what they do comes with the inbox itself. */
export function createInboxHandlers(): InboxHandlers {
  const missing = (): never => {
    throw new IrisError('ROUTE_NOT_FOUND', 'This call is not served yet.')
  }
  return {
    listAsks: missing,
    getAsk: missing,
    answerAsk: missing,
    dismissAsk: missing,
    markFalseAlarm: missing,
    listRules: missing,
    removeRule: missing,
    listLearned: missing,
    forgetLearned: missing,
    getJudgment: missing,
    setJudgment: missing,
    getAskFigures: missing,
    reportPresence: missing,
    testAlert: missing,
  }
}
