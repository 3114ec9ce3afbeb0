import type { Event, LearnedWeek } from '../../../contract/index.ts'
import { counted } from '../../../contract/plain.ts'
import type { LearningContext } from './context.ts'
import { dueAt } from './questions.ts'

const hour = 3_600_000
const week = 7 * 24 * hour
const morning = 9
const slice = 1000
const maxSlices = 50
const types = ['lesson.recorded', 'lesson.confirmed', 'lesson.promoted'] as const

/** Sums up each week on Monday morning, from what is stored: a restart neither skips one nor tells one twice. */
export function startWeeks(context: LearningContext): { close(): void } {
  const { clock, logger } = context
  let cancel: () => void = () => undefined
  look()
  return { close: () => cancel() }

  function look(): void {
    try {
      sumUp(context)
    } catch (error) {
      logger.error('a week was not summed up', { err: error })
    }
    cancel = clock.after(hour, look)
  }
}

/** Writes down what was learned until the last Monday, unless nothing was or it is written. */
function sumUp(context: LearningContext): void {
  const { rows, clock, log } = context
  const until = mondayBefore(clock.now())
  const [last] = rows.weeks(1)
  if (last && last.until >= until) return
  const after = last?.upTo ?? log.seqAt(until - week) - 1
  const events = learnedAfter(context, { after, until })
  const upTo = events.at(-1)?.seq
  if (upTo === undefined) return
  const figures = figuresOf(context, events)
  log.write((append) => {
    const due = dueAt(context, 'weekly_summary', { facts: factsFor(figures, { until, last }) })
    if (!due) return
    const { text } = due
    const { patterns, gotchas, confirmed, promoted } = figures
    rows.addWeek({ ...figures, until, upTo, madeAt: clock.now(), text })
    append({ type: 'week.summed', data: { until, patterns, gotchas, confirmed, promoted, text } })
  })
}

type Figures = Omit<LearnedWeek, 'until' | 'madeAt' | 'text'>

/** Wall time: it is a day of the calendar where Iris runs. */
function mondayBefore(now: number): number {
  const day = new Date(now)
  day.setHours(morning, 0, 0, 0)
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  // Wall time: as above.
  if (day.getTime() > now) day.setDate(day.getDate() - 7)
  return day.getTime()
}

function learnedAfter({ log }: LearningContext, { after, until }: { after: number; until: number }): Event[] {
  const found: Event[] = []
  for (let from = after, round = 0; round < maxSlices; round += 1) {
    const { events } = log.read({ types, after: from, limit: slice })
    found.push(...events.filter(({ at }) => at < until))
    from = events.at(-1)?.seq ?? from
    if (events.length < slice || found.length < (round + 1) * slice) break
  }
  return found
}

function figuresOf({ lessons }: LearningContext, events: readonly Event[]): Figures {
  const recorded = events.flatMap((event) => (event.type === 'lesson.recorded' ? [event.data] : []))
  const ids = new Set(events.flatMap(({ data }) => ('lesson' in data ? [data.lesson] : [])))
  const known = [...ids].map((id) => lessons.get(id)).filter(({ status }) => status === 'active')
  const top = known.toSorted((one, other) => other.confidence - one.confidence)[0]
  const count = (type: Event['type']): number => events.filter((event) => event.type === type).length
  return {
    patterns: recorded.filter(({ kind }) => kind === 'pattern').length,
    gotchas: recorded.filter(({ kind }) => kind === 'gotcha').length,
    confirmed: count('lesson.confirmed'),
    promoted: count('lesson.promoted'),
    inUse: lessons.list({ limit: 1 }).counts.active ?? 0,
    top: top?.text ?? null,
  }
}

function factsFor(
  { patterns, gotchas, confirmed, promoted, inUse, top }: Figures,
  { until, last }: { until: number; last: LearnedWeek | undefined },
): Record<string, string | number> {
  const isLater = last !== undefined && until - last.until > week + 2 * hour
  return {
    task: `week ${until}`,
    learned: patterns + gotchas + confirmed + promoted,
    when: isLater ? `Since ${new Date(last.until).toDateString()}` : 'Last week',
    patterns: counted(patterns, 'pattern'),
    gotchas: counted(gotchas, 'gotcha'),
    confirmed: counted(confirmed, 'lesson'),
    promoted: counted(promoted, 'line'),
    in_use: counted(inUse, 'lesson'),
    top: top === null ? '' : ` The surest: ${top}`,
  }
}
