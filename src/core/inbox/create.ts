import type { Ask } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { answerAsk } from './answering/first-answer.ts'
import { carriageOf } from './answering/carriage.ts'
import { closings } from './answering/closing.ts'
import { runDue } from './reminding/due.ts'
import { prepareFigures } from './reading/figures.ts'
import type { Inbox } from './inbox.ts'
import { createJudgment } from './raising/judgment.ts'
import { createLearning } from './answering/learning.ts'
import { prepareListing } from './reading/listing.ts'
import type { Rights } from './answering/policy.ts'
import { raiseIn } from './raising/questions.ts'
import { createAgentAsks } from './raising/agent-asks.ts'
import { isOpen, prepareRows, type AskRow } from './rows.ts'
import { createGrants } from './answering/grants.ts'
import { prepareSpans } from './reading/spans.ts'
import { createAgenda } from './reminding/timing.ts'
import { toAsk } from './reading/views.ts'
import { createWaiting } from './answering/waiting.ts'
import { findAsk, type InboxContext } from './context.ts'

/** What the inbox is given. */
export interface InboxDeps extends Omit<Rights, 'leaderOf'> {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  /** Takes what became of an ask to the agent that asked. */
  deliver: (ask: AskRow) => Promise<void>
}

export function createInbox(deps: InboxDeps): Inbox {
  const { sql, log, clock, logger, policy, kin } = deps
  const rows = prepareRows(sql)
  const judgment = createJudgment({ sql, log })
  const grants = createGrants({ sql, log, clock })
  const learning = createLearning({ sql, log, clock })
  const waiting = createWaiting()
  const { leaderOf, alsoLeads } = createLeads()
  const known = { rows, log, clock, grants, learning, policy, kin, leaderOf }
  const context: InboxContext = { ...known, usesJudgment: (team) => judgment.isOn(team), filed, settled }
  const agenda = createAgenda({
    sql,
    clock,
    run: (due) => runDue(context, due),
    onFault: (error) => logger.error('what is due in the inbox was not done', { err: error }),
  })
  const asks = createAgentAsks(context, (ask) => waiting.has(ask.id))
  let isStarted = false
  const view = (ask: AskRow, isCut = false): Ask => {
    const holds = isOpen(ask) && (ask.request !== null || waiting.has(ask.id))
    return toAsk(ask, { late: rows.late.all(ask.id), holds, rights: context, isCut })
  }

  return {
    ...asks,
    ...prepareListing({ sql, rows, rights: context, view: (ask) => view(ask, true) }),
    ...closings(context, view),
    raise(question) {
      const raised = log.write((append) => raiseIn(context, question, append))
      if (raised.how !== 'joined') void settled(raised.ask)
      return raised
    },
    answer: async (id, answer) => view(await answerAsk(context, id, answer)),
    closed: (id, signal) => waiting.wait(findAsk(context, id), signal),
    view: (id) => view(findAsk(context, id)),
    grants: { list: (team) => grants.list(team), remove: (id, by) => grants.remove(id, by) },
    learned: { list: () => learning.list(), forget: (key, by) => learning.forget(key, by) },
    alsoLeads,
    judgment,
    figures: prepareFigures(sql),
    spans: prepareSpans(sql),
    start() {
      isStarted = true
      agenda.rearm()
    },
    close: () => agenda.close(),
  }

  function filed(): void {
    if (isStarted) agenda.rearm()
  }

  async function settled(ask: AskRow): Promise<void> {
    if (ask.answeredAt === null && ask.dismissedAt === null) return
    try {
      // Who waits is told before it counts: a daemon killed in between leaves the answer for the next one to put.
      if (waiting.settle(ask)) await new Promise(setImmediate)
      else if (carriageOf(ask) !== 'none') return await deps.deliver(ask)
      asks.carried(ask.id)
    } catch (error) {
      // It stands, and is settled by the next daemon.
      logger.warn('an ask is not settled yet', { ask: ask.id, err: error })
    }
  }
}

/** Who leads whom is said a little later: the organisation is made from the inbox. */
function createLeads(): Pick<Rights, 'leaderOf'> & Pick<Inbox, 'alsoLeads'> {
  let leads: Rights['leaderOf'] = () => null
  return { leaderOf: (session) => leads(session), alsoLeads: (leaderOf) => void (leads = leaderOf) }
}
