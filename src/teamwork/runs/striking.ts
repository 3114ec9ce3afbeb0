import { TurnId, type RunState } from '../../contract/index.ts'
import { decide } from './ending.ts'
import type { Facts } from './facts.ts'
import type { Ground } from './ground.ts'
import { inWords, isNear, measuresOf, strikes, timeLeft, type Measure } from './limits.ts'
import { stillness } from './stillness.ts'

const mostWarnings = 100

/** Warns of limits that are near and ends what is over one; gives the ms until it must look again. */
export function holdToLimits(ground: Ground, facts: Facts): number | undefined {
  const { clock, moments } = ground
  const time = { steady: clock.steady(), still: stillness(ground, facts), moments }
  const measures = measuresOf(facts, time)
  for (const measure of measures) {
    // A limit that strikes was near before, even if nobody looked.
    if (isNear(measure)) warn(ground, facts, measure)
    if (strikes(measure)) strike(ground, facts, measure)
  }
  const left = measures
    .filter((measure) => !strikes(measure))
    .flatMap((measure) => timeLeft(measure, time) ?? [])
  return left.length > 0 ? Math.min(...left) : undefined
}

function warn({ rows, log }: Ground, { row: { id } }: Facts, measure: Measure): void {
  const row = rows.get(id)
  if (!row || row.warned.includes(measure.key)) return
  const { key, limit, used, allowed, teammate } = measure
  log.write((append) => {
    rows.set(id, { warned: [...row.warned, key].slice(-mostWarnings) })
    append({ type: 'run.warned', session: row.session, data: { run: id, limit, used, allowed, teammate } })
  })
}

function strike(ground: Ground, { row }: Facts, measure: Measure): void {
  const { sessions, logger } = ground
  const { struck } = ground.held(row.id)
  const { ends, key } = measure
  if (ends === 'run') return decide(ground, row.id, verdictOf(measure))
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
export function overran(ground: Ground, { row, last }: Facts): string | undefined {
  const key = last && `turn ${last.id}`
  if (!key || last.how !== 'stopped' || !ground.held(row.id).struck.has(key)) return undefined
  return 'your turn took longer than the time limit for one turn'
}
