import type { Result, TokenCount } from '../../transport/index.ts'
import { sessionOf, type CurrentTurn, type LiveSession } from '../context.ts'

/** What the CLI has counted up to a result, subagents included. */
interface Totals extends TokenCount {
  cost: number
}

const nothing: Totals = { cost: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** What this turn used: the difference of what the CLI counted before and after it. */
export function turnTotals(live: LiveSession, current: CurrentTurn, result: Result): Totals {
  const { rows } = live.context
  const before = totalsBefore(live, current)
  const after = totalsOf(result, before)
  const text = JSON.stringify(after)
  rows.setSessionTotal.run(text, live.id)
  if (current.agent) rows.setAgentTotal.run(text, current.agent)
  return difference(after, after.cost < before.cost ? nothing : before)
}

/** A process counts from 0, or (newer CLIs) from where the conversation was when it was resumed. */
function totalsBefore(live: LiveSession, current: CurrentTurn): Totals {
  const process = current.agent && live.context.rows.agentById.get(current.agent)?.total
  if (process) return parse(process)
  const { total } = sessionOf(live)
  return total !== null && current.countsOn ? parse(total) : nothing
}

function totalsOf({ totalCost, models, usage }: Result, before: Totals): Totals {
  const uses = Object.values(models)
  const sum = (kind: keyof TokenCount): number =>
    uses.length > 0 ? uses.reduce((count, use) => count + use[kind], 0) : before[kind] + usage[kind]
  return {
    cost: totalCost,
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
  }
}

function difference(after: Totals, before: Totals): Totals {
  const less = (kind: keyof Totals): number => Math.max(0, after[kind] - before[kind])
  return {
    cost: less('cost'),
    input: less('input'),
    output: less('output'),
    cacheRead: less('cacheRead'),
    cacheWrite: less('cacheWrite'),
  }
}

function parse(text: string): Totals {
  // Only `turnTotals` writes this column.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(text) as Totals
}
