import type { Ask } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { answerAsk } from './answering.ts'
import { carriageOf } from './carriage.ts'
import { closings } from './closing.ts'
import { runDue } from './due.ts'
import { prepareFigures } from './figures.ts'
import type { Inbox } from './inbox.ts'
import { createJudgment } from './judgment.ts'
import { createLearning } from './learning.ts'
import { prepareListing } from './listing.ts'
import type { Rights } from './policy.ts'
import { raiseIn } from './raising.ts'
import { createAsks } from './requests.ts'
import { isOpen, prepareRows, type AskRow } from './rows.ts'
import { createRules } from './rules.ts'
import { prepareSpans } from './spans.ts'
import { createAgenda } from './timing.ts'
import { toAsk } from './views.ts'
import { createWaiting } from './waiting.ts'
import { findAsk, type World } from './world.ts'

/** What the inbox is given. */
export interface InboxDeps extends Rights {
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
  const rules = createRules({ sql, log, clock })
  const learning = createLearning({ sql, log, clock })
  const waiting = createWaiting()
  const usesJudgment = (team: string): boolean => judgment.isOn(team)
  const world: World = { rows, log, clock, rules, learning, policy, kin, usesJudgment, filed, settled }
  const agenda = createAgenda({
    sql,
    clock,
    run: (due) => runDue(world, due),
    onFault: (error) => logger.error('what is due in the inbox was not done', { err: error }),
  })
  const asks = createAsks(world, (ask) => waiting.has(ask.id))
  let isStarted = false
  const view = (ask: AskRow, isCut = false): Ask => {
    const holds = isOpen(ask) && (ask.request !== null || waiting.has(ask.id))
    return toAsk(ask, { late: rows.late.all(ask.id), holds, rights: world, isCut })
  }

  return {
    ...asks,
    ...prepareListing({ sql, rows, rights: world, view: (ask) => view(ask, true) }),
    ...closings(world, view),
    raise(question) {
      const raised = log.write((append) => raiseIn(world, question, append))
      if (raised.how !== 'joined') void settled(raised.ask)
      return raised
    },
    answer: async (id, answer) => view(await answerAsk(world, id, answer)),
    closed: (id, signal) => waiting.wait(findAsk(world, id), signal),
    view: (id) => view(findAsk(world, id)),
    rules: { list: (team) => rules.list(team), remove: (id, by) => rules.remove(id, by) },
    learned: { list: () => learning.list(), forget: (key, by) => learning.forget(key, by) },
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
