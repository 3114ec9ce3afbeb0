import type { AgentId, TurnEnding } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { ModelUse, Result } from '../transport/index.ts'
import { makeCurrent } from './current.ts'
import { announceEnd, endingOf, endNow, saidSoFar, writeEnd } from './endings.ts'
import { holdBack } from './expecting.ts'
import type { TurnRow } from './rows.ts'
import { tidySoon } from './tidying.ts'
import { turnTotals } from './totals.ts'
import { noteWaker, recordForeign } from './waking.ts'
import { sessionOf, type Effect, type Current, type Live } from './world.ts'

const beginsWithin = 3000

/** The CLI ended a turn: ours, one it began by itself, or none at all when it only took a note. */
export function onResult(live: Live, agent: AgentId, result: Result): Effect {
  return (append) => {
    const { current } = live
    live.stirring = false
    if (result.isEmpty && !isCommand(current, result)) return afterNote(live)
    if (current && endsIt(current, result)) return endCurrent(live, { current, result }, append)
    return result.origin === undefined ? undefined : endForeign(live, { agent, result }, append)
  }
}

/** A `/clear` or `/compact` calls no model, so its result is as empty as that of a note; but only a note has an origin. */
function isCommand(current: Current | undefined, { origin }: Result): boolean {
  return current !== undefined && current.begun && current.row.wokenBy === null && origin === undefined
}

/** What the CLI only took note of was no turn; ours, if it waits there, is still to begin. */
function afterNote(live: Live): () => void {
  if (live.current && live.current.row.wokenBy === null && live.current.said === '')
    live.current.begun = false
  return () => live.world.pump(live)
}

function endCurrent(
  live: Live,
  { current, result }: { current: Current; result: Result },
  append: Append,
): (() => void) | undefined {
  if (result.end.how === 'failed' && result.end.reason === 'conversation-unknown') {
    // The process ends by itself now; its exit starts the conversation anew.
    live.world.rows.setBegun.run(0, live.id)
    return undefined
  }
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

/** The agent was woken just when our message reached it: that turn is one of its own, and ours is still to begin. */
function endForeign(
  live: Live,
  { agent, result }: { agent: AgentId; result: Result },
  append: Append,
): (() => void) | undefined {
  const { current } = live
  const row = recordForeign(live, agent, append)
  noteWaker(live, row, result)
  const at = current ?? { ...makeCurrent(live.world, row), agent }
  const how = settle(live, { row, current: at, result, rehearsed: at.rehearsed }, append)
  if (current) Object.assign(current, { begun: false, said: '', partial: '' })
  return () => {
    announceEnd(live, row, how)
    if (current) endIfFolded(live, current, result.text)
  }
}

/** A message that reaches the CLI between two steps of a turn becomes part of that turn and gets no result of its own. */
function endIfFolded(live: Live, current: Current, text: string): void {
  const { clock, isPaused } = live.world
  clock.after(beginsWithin, () => {
    if (live.current !== current || current.begun || isPaused()) return
    endNow(live, { turn: current.row, how: 'answered', text, rehearsed: current.rehearsed })
  })
}

/** Writes how a turn ended and what it used. */
function settle(
  live: Live,
  ended: { row: TurnRow; current: Current; result: Result; rehearsed: boolean },
  append: Append,
): TurnEnding {
  const { row, current, result, rehearsed } = ended
  const ending = endingOf(result.end, current.stopping)
  const { cost, ...tokens } = turnTotals(live, current, result)
  const text = ending.how === 'answered' ? result.text : saidSoFar(live) || result.text
  writeEnd(live, { turn: row, ...ending, text, cost, rehearsed }, append)
  const { team } = sessionOf(live)
  const used = { turn: row.id, session: live.id, team, costUsd: cost, tokens, rehearsed }
  live.world.usage.record({ ...used, model: dearest(result) }, append)
  return ending.how
}

/** The model that cost most, or used most where nothing has a price. */
function dearest({ models }: Result): string | null {
  const weight = ({ cost, input, output }: ModelUse): number => cost * 1e9 + input + output
  const [first] = Object.entries(models).toSorted(([, a], [, b]) => weight(b) - weight(a))
  return first?.[0] ?? null
}

/** A quick agent answers before we hear that it took the message. */
function writeDelivered({ world, id }: Live, { row, agent }: Current, append: Append): void {
  if (row.deliveredAt !== null || agent === undefined) return
  row.deliveredAt = world.clock.now()
  world.rows.setDelivered.run(row.deliveredAt, row.id)
  append({ type: 'turn.delivered', session: id, turn: row.id, agent, data: { agent } })
}

/** Whose result it is: an origin marks what the agent began by itself, uuids mark what it was told. */
function endsIt({ row }: Current, { origin, answers }: Result): boolean {
  if (row.wokenBy !== null) return answers.length === 0
  if (origin !== undefined) return false
  return answers.length === 0 || answers.includes(row.uuid)
}
