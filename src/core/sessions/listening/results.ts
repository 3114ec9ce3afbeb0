import type { AgentId, TurnEnding } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import type { ModelUse, Result } from '../../transport/index.ts'
import { announceEnd, endingOf, endNow, saidSoFar, writeEnd } from '../ending/endings.ts'
import { holdBack } from './own-turns.ts'
import {
  beginAnew,
  expectNoTurn,
  isAtWork,
  newTurn,
  notBegun,
  noteContext,
  noteTidied,
  tidyLater,
} from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { turnTotals } from './totals.ts'
import { noteWaker, recordForeign } from './own-turns.ts'
import { sessionOf, type Effect, type CurrentTurn, type LiveSession } from '../context.ts'

const beginsWithin = 3000
const restsAfter = 2000
const longest = 30_000
/** What no config gives: an agent whose login was refused is started anew, whatever the config says by then. */
const refusedLogin = ''

/** The CLI ended a turn: ours, one it began by itself, or none at all when it only took a note. */
export function onResult(live: LiveSession, agent: AgentId, result: Result): Effect {
  return (append) => {
    const { current } = live
    expectNoTurn(live)
    if (result.isEmpty && !isCommand(current, result)) return afterNote(live)
    if (current && endsIt(current, result)) return endCurrent(live, { current, result }, append)
    return result.origin === undefined ? undefined : endForeign(live, { agent, result }, append)
  }
}

/** A `/clear` or `/compact` calls no model, so its result is as empty as that of a note; but only a note has an origin. */
function isCommand(current: CurrentTurn | undefined, { origin }: Result): boolean {
  return current !== undefined && current.begun && current.row.wokenBy === null && origin === undefined
}

/** What the CLI only took note of was no turn; ours, if it waits there, is still to begin. */
function afterNote(live: LiveSession): () => void {
  if (live.current && live.current.row.wokenBy === null && live.current.said.length === 0)
    notBegun(live.current)
  return () => live.context.deliverNext(live)
}

function endCurrent(
  live: LiveSession,
  { current, result }: { current: CurrentTurn; result: Result },
  append: Append,
): (() => void) | undefined {
  if (result.end.how === 'failed' && result.end.reason === 'conversation-unknown') {
    // The process ends by itself now; its exit starts the conversation anew.
    live.context.rows.setBegun.run(0, live.id)
    append({ type: 'session.rebooted', session: live.id, data: { by: 'iris' } })
    return undefined
  }
  noteLogin(live, current, result)
  const { row, rehearsed } = current
  writeDelivered(live, current, append)
  noteWaker(live, row, result)
  const how = settle(live, { row, current, result, rehearsed }, append)
  return () => {
    if (live.ended.size > 0) holdBack(live)
    announceEnd(live, row, how)
    tidySoon(live)
  }
}

/** A process may remember that it was not let in, also when somebody has logged in meanwhile. */
function noteLogin({ context }: LiveSession, { agent }: CurrentTurn, { end }: Result): void {
  if (end.how === 'failed' && end.reason === 'auth' && agent)
    context.rows.setSettings.run(refusedLogin, agent)
}

/** The agent was woken just when our message reached it: that turn is one of its own, and ours is still to begin. */
function endForeign(
  live: LiveSession,
  { agent, result }: { agent: AgentId; result: Result },
  append: Append,
): (() => void) | undefined {
  const { current } = live
  const row = recordForeign(live, agent, append)
  noteWaker(live, row, result)
  const at = current ?? { ...newTurn(live.context, row), agent }
  const how = settle(live, { row, current: at, result, rehearsed: at.rehearsed }, append)
  if (current) beginAnew(current)
  return () => {
    announceEnd(live, row, how)
    if (current) endIfFolded(live, current, result.text)
  }
}

/** A message that reaches the CLI between two steps of a turn becomes part of that turn and gets no result of its own. */
function endIfFolded(live: LiveSession, current: CurrentTurn, text: string): void {
  const { clock, isPaused } = live.context
  clock.after(beginsWithin, () => {
    if (live.current !== current || current.begun || isPaused()) return
    endNow(live, { turn: current.row, how: 'answered', text, rehearsed: current.rehearsed })
  })
}

/** Writes how a turn ended and what it used. */
function settle(
  live: LiveSession,
  ended: { row: TurnRow; current: CurrentTurn; result: Result; rehearsed: boolean },
  append: Append,
): TurnEnding {
  const { row, current, result, rehearsed } = ended
  const ending = endingOf(result.end, current.stopping)
  const { cost, ...tokens } = turnTotals(live, current, result)
  const text = ending.how === 'answered' ? result.text : saidSoFar(live) || result.text
  const earlier = saidBefore(current, result)
  writeEnd(live, { turn: row, ...ending, text, earlier, cost, rehearsed }, append)
  const { team } = sessionOf(live)
  const used = { turn: row.id, session: live.id, team, costUsd: cost, tokens, rehearsed }
  live.context.usage.record({ ...used, model: dearest(result) }, append)
  return ending.how
}

/** In which lines the agent said something before its final message, which the result repeats. */
function saidBefore({ said }: CurrentTurn, { text }: Result): number[] {
  const isRepeated = said.at(-1)?.text.trim() === text.trim()
  return (isRepeated ? said.slice(0, -1) : said).flatMap(({ seq }) => seq ?? [])
}

/** The model that cost most, or used most where nothing has a price. */
function dearest({ models }: Result): string | null {
  const weight = ({ cost, input, output }: ModelUse): number => cost * 1e9 + input + output
  const [first] = Object.entries(models).toSorted(([, a], [, b]) => weight(b) - weight(a))
  return first?.[0] ?? null
}

/** A quick agent answers before we hear that it took the message. */
function writeDelivered({ context, id }: LiveSession, { row, agent }: CurrentTurn, append: Append): void {
  if (row.deliveredAt !== null || agent === undefined) return
  const at = context.clock.now()
  context.rows.setDelivered.run(at, row.id)
  append({ type: 'turn.delivered', session: id, turn: row.id, agent, data: { agent } })
}

/** Whose result it is: an origin marks what the agent began by itself, uuids mark what it was told. */
function endsIt({ row }: CurrentTurn, { origin, answers }: Result): boolean {
  if (row.wokenBy !== null) return answers.length === 0
  if (origin !== undefined) return false
  return answers.length === 0 || answers.includes(row.uuid)
}

/**
 * After a turn: how full the context is, and the spool given back. Counting its context costs the CLI as much as a
 * short turn, so it is asked when it rests, and while it never does only now and then.
 */
function tidySoon(live: LiveSession): void {
  const { clock, isPaused } = live.context
  live.cancelTidying()
  if (clock.steady() - live.tidiedAt >= longest) return tidy(live)
  const cancel = clock.after(restsAfter, () => {
    // Teammates inside it would wait for the counting.
    if (!isPaused() && !isAtWork(live)) tidy(live)
  })
  tidyLater(live, cancel)
}

function tidy(live: LiveSession): void {
  noteTidied(live)
  const agent = live.context.pool.get(live.id)?.agent
  agent
    ?.contextUsage()
    .then(
      ({ percent }) => noteContext(live, percent),
      // An agent that ended meanwhile, or does not know the question, leaves the last value.
      () => undefined,
    )
    .then(() => trimSpool(live, agent.id))
    .catch((error: unknown) => live.context.logger.warn('a spool was not trimmed', { err: error }))
}

function trimSpool({ context }: LiveSession, agent: AgentId): void {
  if (context.isPaused()) return
  const row = context.rows.agentById.get(agent)
  if (row?.endedAt === null) context.trim(agent, row.offset)
}
