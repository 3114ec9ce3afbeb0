import { TurnId, type RunState } from '../../contract/index.ts'
import { decide } from './ending.ts'
import type { Facts } from './facts.ts'
import type { RunsContext } from './context.ts'
import { inWords, isNear, measuresOf, strikes, timeLeft, type Measure } from './limits.ts'
import { stillness } from './stillness.ts'

const maxWarnings = 100

/** Warns of limits that are near and ends what is over one; gives the ms until it must look again. */
export function holdToLimits(context: RunsContext, facts: Facts): number | undefined {
  const { clock, moments } = context
  const time = { steady: clock.steady(), still: stillness(context, facts), moments }
  const measures = measuresOf(facts, time)
  for (const measure of measures) {
    // A limit that strikes was near before, even if nobody looked.
    if (isNear(measure)) warn(context, facts, measure)
    if (strikes(measure)) strike(context, facts, measure)
  }
  const left = measures
    .filter((measure) => !strikes(measure))
    .flatMap((measure) => timeLeft(measure, time) ?? [])
  return left.length > 0 ? Math.min(...left) : undefined
}

function warn({ rows, log }: RunsContext, { row: { id } }: Facts, measure: Measure): void {
  const row = rows.get(id)
  if (!row || row.warned.includes(measure.key)) return
  const { key, limit, used, allowed, teammate } = measure
  log.write((append) => {
    rows.set(id, { warned: [...row.warned, key].slice(-maxWarnings) })
    append({ type: 'run.warned', session: row.session, data: { run: id, limit, used, allowed, teammate } })
  })
}

function strike(context: RunsContext, { row }: Facts, measure: Measure): void {
  const { sessions, logger } = context
  const { struck } = context.openRun(row.id)
  const { ends, key } = measure
  if (ends === 'run') return decide(context, row.id, verdictOf(measure))
  if (struck.has(key)) return
  struck.add(key)
  endOne().catch((error: unknown) => {
    struck.delete(key)
    logger.warn('what is over its limit could not be ended', { run: row.id, what: key, err: error })
  })

  async function endOne(): Promise<void> {
    if (ends === 'turn') await sessions.cancel(row.session)
    else if (typeof ends !== 'string' && 'inside' in ends)
      await sessions.stopTeammate(row.session, ends.inside)
    else if (typeof ends !== 'string') await sessions.stop(TurnId.parse(ends.told))
  }
}

function verdictOf(measure: Measure): { verdict: RunState; reason: string } {
  const reason = `It reached ${inWords(measure)}.`
  return { verdict: measure.limit === 'time' ? 'timed_out' : 'stopped', reason }
}

/** Whether the last turn of the leader was ended because it took too long. */
export function overran(context: RunsContext, { row, last }: Facts): string | undefined {
  const key = last && `turn ${last.id}`
  if (!key || last.how !== 'stopped' || !context.openRun(row.id).struck.has(key)) return undefined
  return 'your turn took longer than the time limit for one turn'
}
