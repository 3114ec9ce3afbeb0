import type {
  CallOutput,
  FoundTurn,
  historyNoun,
  OperationsOf,
  SessionId,
  TurnId,
  WaitingFor,
} from '../../contract/index.ts'
import { withoutUndefined } from '../../platform/lib/index.ts'
import type { EventLog } from '../store/index.ts'
import type { History } from './history.ts'

interface HistoryDeps {
  log: Pick<EventLog, 'read' | 'head'>
  history: Pick<History, 'find' | 'findProblem' | 'caughtUp'>
  now: Now
}

/** How sessions and turns stand now. */
export interface Now {
  session(session: SessionId, limit: number): Omit<CallOutput<'getSession'>, 'lastSeq'>
  waitingFor(session: SessionId, turn: TurnId): WaitingFor | null
}

/** What the operations on what was do. */
export function historyOperations({ log, history, now }: HistoryDeps): OperationsOf<typeof historyNoun> {
  return {
    getSession({ session, limit }) {
      const found = now.session(session, limit)
      const newest = log.read({ session, before: log.head() + 1, limit: 1 }).events[0]
      return { ...found, lastSeq: newest?.seq ?? 0 }
    },
    async findTurns(query) {
      await history.caughtUp()
      const { turns, next } = history.find(withoutUndefined(query))
      const waits = ({ session, turn, how }: (typeof turns)[number]): Pick<FoundTurn, 'waitingFor'> => ({
        waitingFor: how === null ? now.waitingFor(session, turn) : null,
      })
      return { turns: turns.map((turn) => ({ ...turn, ...waits(turn) })), next }
    },
    async findProblem(wanted) {
      await history.caughtUp()
      return history.findProblem(wanted)
    },
  }
}
