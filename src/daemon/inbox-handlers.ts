import type { Identity, inboxCalls } from '../contract/index.ts'
import type { Answerer, Inbox } from '../core/inbox/index.ts'
import { withoutUndefined } from '../platform/lib/index.ts'
import type { Handlers } from '../surface/http/index.ts'
import type { Notifications } from '../teamwork/notifications/index.ts'
import type { Orchestrator } from '../teamwork/orchestrator/index.ts'
import { callerOf } from './team-handlers.ts'

/** The handlers of the calls in `inboxCalls`. */
export type InboxHandlers = Pick<Handlers, keyof typeof inboxCalls>

interface Deps {
  inbox: Inbox
  orchestrator: Pick<Orchestrator, 'findTurn' | 'saidBefore'>
  notifications: Pick<Notifications, 'presence' | 'test'>
}

/** What the calls about the inbox do. */
export function createInboxHandlers(deps: Deps): InboxHandlers {
  const { inbox } = deps
  return {
    listAsks: (filter, identity) => listAsks(inbox, filter, identity),
    getAsk({ ask: id }) {
      const ask = inbox.view(id)
      const { findTurn, saidBefore } = deps.orchestrator
      const { seq } = inbox.find(id)
      const turn = ask.turn && findTurn(ask.turn)
      return { ask, turn, said: turn && seq > 0 ? saidBefore(turn.turn, seq) : '' }
    },
    answerAsk: ({ ask, ...input }, identity) => inbox.answer(ask, { who: answererOf(identity), input }),
    dismissAsk: ({ ask }) => inbox.dismiss(ask, 'user'),
    markFalseAlarm: ({ ask, falseAlarm }) => inbox.markFalseAlarm(ask, { falseAlarm, by: 'user' }),
    listRules: ({ team }) => ({ rules: inbox.rules.list(team) }),
    removeRule: ({ rule }) => inbox.rules.remove(rule, 'user'),
    listLearned: () => ({ learned: inbox.learned.list() }),
    forgetLearned({ key }) {
      inbox.learned.forget(key, 'user')
      return { key }
    },
    getJudgment: () => inbox.judgment.get(),
    setJudgment({ on, team = null }) {
      inbox.judgment.set({ team, on, by: 'user' })
      return inbox.judgment.get()
    },
    getAskFigures: ({ since }) => ({ figures: inbox.figures(since) }),
    reportPresence: ({ page, looking }) => deps.notifications.presence.report(page, looking),
    testAlert: async ({ method }) => ({ results: await deps.notifications.test(method) }),
  }
}

type Listed = Awaited<ReturnType<InboxHandlers['listAsks']>>

function listAsks(
  inbox: Inbox,
  filter: Parameters<InboxHandlers['listAsks']>[0],
  identity: Identity,
): Listed {
  if (identity.role !== 'agent') return inbox.list(withoutUndefined(filter))
  const asks = inbox.listFor(answererOf(identity))
  return { asks: asks.slice(0, filter.limit), open: asks.length, next: null }
}

/** A person answers as `user`; an agent as the team its token names. */
function answererOf(identity: Identity): Answerer {
  const { name, kind, session } = callerOf(identity)
  return kind === 'human' ? { kind, name: 'user' } : { kind, name, ...(session ? { session } : {}) }
}
