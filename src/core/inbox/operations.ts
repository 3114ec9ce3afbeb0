import type {
  CallOutput,
  CallParsed,
  Caller,
  inboxNoun,
  OperationsOf,
  Turn,
  TurnId,
} from '../../contract/index.ts'
import { withoutUndefined } from '../../platform/lib/index.ts'
import type { Inbox } from './inbox.ts'
import type { Answerer } from './answering/policy.ts'

/** What the inbox shows of turns. */
interface Turns {
  findTurn(turn: TurnId): Turn
  saidBefore(turn: TurnId, seq: number): string
}

/** What the operations on asks do. */
export function inboxOperations({
  inbox,
  turns,
}: {
  inbox: Inbox
  turns: Turns
}): OperationsOf<typeof inboxNoun> {
  return {
    listAsks: (filter, caller) => listAsks(inbox, filter, caller),
    getAsk({ ask: id }) {
      const ask = inbox.view(id)
      const { seq } = inbox.find(id)
      const turn = ask.turn && turns.findTurn(ask.turn)
      return { ask, turn, said: turn && seq > 0 ? turns.saidBefore(turn.turn, seq) : '' }
    },
    answerAsk: ({ ask, ...input }, caller) => inbox.answer(ask, { who: answererOf(caller), input }),
    dismissAsk: ({ ask }) => inbox.dismiss(ask, 'user'),
    markFalseAlarm: ({ ask, falseAlarm }) => inbox.markFalseAlarm(ask, { falseAlarm, by: 'user' }),
    listGrants: ({ team }) => ({ grants: inbox.grants.list(team) }),
    removeGrant: ({ grant }) => inbox.grants.remove(grant, 'user'),
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
  }
}

function listAsks(inbox: Inbox, filter: CallParsed<'listAsks'>, caller: Caller): CallOutput<'listAsks'> {
  if (caller.kind !== 'agent') return inbox.list(withoutUndefined(filter))
  const asks = inbox.listFor(answererOf(caller))
  return { asks: asks.slice(0, filter.limit), open: asks.length, next: null }
}

/** People answer as `user`, whichever folder they call from; an agent as the team its token names. */
function answererOf({ name, kind, session, delegate }: Caller): Answerer {
  return kind === 'human' ? { kind, name: 'user', delegate } : { kind, name, ...(session ? { session } : {}) }
}
