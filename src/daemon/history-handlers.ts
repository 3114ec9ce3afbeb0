import type { FoundTurn, historyCalls, Limits } from '../contract/index.ts'
import type { History } from '../core/history/index.ts'
import type { EventLog } from '../core/store/index.ts'
import type { Usage } from '../core/usage/index.ts'
import { withoutUndefined } from '../platform/lib/index.ts'
import type { Handlers } from '../surface/http/index.ts'
import type { Orchestrator } from '../teamwork/orchestrator/index.ts'

/** The handlers of the calls in `historyCalls`. */
export type HistoryHandlers = Pick<Handlers, keyof typeof historyCalls>

const spans = { hour: 3_600_000, day: 86_400_000 } as const

/** What the calls that read what was do. */
export function createHistoryHandlers(deps: {
  log: EventLog
  orchestrator: Orchestrator
  usage: Pick<Usage, 'inSpans' | 'lift'>
  history: Pick<History, 'find' | 'findProblem'>
  processes: () => Awaited<ReturnType<HistoryHandlers['listProcesses']>>
  limits: () => Promise<Limits>
}): HistoryHandlers {
  const { log, orchestrator, usage, history } = deps
  return {
    getSession({ session, limit }) {
      const found = orchestrator.session(session, limit)
      const newest = log.read({ session, before: log.head() + 1, limit: 1 }).events[0]
      return { ...found, lastSeq: newest?.seq ?? 0 }
    },
    findTurns(query) {
      const { turns, next } = history.find(withoutUndefined(query))
      const waits = ({ session, turn, how }: (typeof turns)[number]): Pick<FoundTurn, 'waitingFor'> => ({
        waitingFor: how === null ? orchestrator.waitingFor(session, turn) : null,
      })
      return { turns: turns.map((turn) => ({ ...turn, ...waits(turn) })), next }
    },
    findProblem: (wanted) => history.findProblem(wanted),
    listProcesses: () => deps.processes(),
    readUsage: ({ since, span }) => ({ usage: usage.inSpans(since, spans[span]) }),
    readLimits: () => deps.limits(),
    liftQuota: () => ({ until: usage.lift('user') }),
  }
}
