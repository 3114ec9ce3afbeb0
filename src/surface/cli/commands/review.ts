import {
  counted,
  duration,
  exitCodes,
  money,
  oneLine,
  type Opinion,
  type Origin,
  type Review,
} from '../../../contract/plain.ts'
import {
  differenceWords,
  effectWords,
  labelWords,
  passedWords,
  percent,
  stageUseWords,
} from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { oneOf } from '../one-of.ts'
import { harmless, type Output } from '../output.ts'
import { table } from '../table.ts'
import { opinionLines, originLines, showOrigin } from './review-learning.ts'

const verdicts = ['good', 'bad', 'intentional'] as const
const spans = ['day', 'week'] as const
const maxText = 80

/** Reviews, the newest first. */
export async function listReviews(
  context: CommandContext,
  { team, limit }: { team?: string; limit: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const wanted = { ...(team ? { team } : {}), limit: wholeNumber('--limit', limit) }
  const found = await client.call('listReviews', wanted)
  output.result(found, () => {
    if (found.reviews.length === 0) return output.line('No review yet. One is made when a build ends.')
    const heading = ['Build', 'Outcome', 'Tasks', 'At once', 'Differs', 'Time', 'Cost']
    const rows = found.reviews.map((one) => [
      one.key,
      one.outcome,
      `${one.complete} of ${one.tasks}`,
      `${one.firstPass} of ${one.started}`,
      one.unjudged === 0 ? String(one.divergences) : `${one.divergences}, ${one.unjudged} not judged`,
      duration(one.endedAt - one.startedAt),
      money(one.costUsd),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

/** One review, with what a model says of it and where the build came from; or where builds came from: a spec, an idea. */
export async function showReview(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  const isBuild = /^bld_|-b\d+$/.test(name)
  const { origin } = await client.call('getOrigin', { name })
  if (!isBuild && origin) return showOrigin(context, origin)
  const review = await client.call('getReview', { build: name })
  const { opinion } = await client.call('getOpinion', { build: name })
  return shown(context, review, { opinion, origin })
}

/** Says of what differs whether it is good, and how that is known. */
export async function judgeReview(
  context: CommandContext,
  { build, subject, as, because }: { build: string; subject: string; as: string; because: string },
): Promise<number> {
  const verdict = oneOf('--as', as, verdicts)
  const client = await connectOrStart(context)
  return shown(context, await client.call('judgeReview', { build, subject, verdict, evidence: because }))
}

/** Figures of a project over time. */
export async function showMetrics(
  context: CommandContext,
  options: { team: string; span: string; spans: string },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const span = oneOf('--span', options.span, spans)
  const wanted = { team: options.team, span, spans: wholeNumber('--spans', options.spans) }
  const found = await client.call('readMetrics', wanted)
  const [first] = found.spans
  const { roles } = await client.call('readStageUse', first ? { since: first.at } : {})
  output.result({ ...found, roles }, () => {
    const heading = ['From', 'Builds', 'Tasks', 'At once', 'With a lesson', 'Without', 'A task took', 'Cost']
    const rows = found.spans.map((one) => [
      new Date(one.at).toISOString().slice(0, 10),
      String(one.builds),
      String(one.tasks),
      percent(one.rate),
      percent(one.withLessons.rate),
      percent(one.withoutLessons.rate),
      one.taskMs === null ? '–' : duration(one.taskMs),
      money(one.costUsd),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
    output.line(`\n${effectWords(found.effect)}`)
    const classes = found.failures.map(({ class: name, count }) => `${name} ${count}`)
    if (classes.length > 0) output.line(`Failed checks: ${classes.join(', ')}.`)
    for (const use of roles) output.line(stageUseWords(use))
  })
  return exitCodes.ok
}

function shown(
  { output }: CommandContext,
  review: Review,
  { opinion, origin }: { opinion?: Opinion | null; origin?: Origin | null } = {},
): number {
  output.result({ ...review, ...(opinion && { opinion }), ...(origin && { origin }) }, () => {
    const { key, outcome, started, firstPass, endedAt, startedAt, costUsd, unknown } = review
    const took = `${duration(endedAt - startedAt)}, ${money(costUsd)}`
    output.line(
      `${output.paint('bold', key)} is ${outcome}: ${passedWords({ tasks: started, firstPass })}, ${took}.`,
    )
    if (review.reason !== null) output.line(harmless(review.reason))
    if (unknown !== null) output.line(output.paint('yellow', harmless(unknown)))
    showTasks(output, review)
    showDifferences(output, review)
    showLessons(output, review)
    for (const { key: other, likeness, shared } of review.similar)
      output.line(`\nLike ${other} (${percent(likeness)}): ${harmless(oneLine(shared.join(', '), maxText))}`)
    for (const { into, state, isUndone } of review.merges)
      output.line(`\nIts merge into ${harmless(into)} is ${isUndone ? 'undone' : state}.`)
    if (origin) {
      output.line(`\nIt came from ${origin.key}:`)
      originLines(output, origin)
    }
    if (opinion) opinionLines(output, opinion)
    else if (opinion === null)
      output.line(`\nWhat a model thinks of it, for one call: iris review ask ${key}`)
  })
  return exitCodes.ok
}

function showTasks(output: Output, { work }: Review): void {
  const heading = ['Task', 'Outcome', 'At once', 'Checks', 'Failed', 'Files', 'Time', 'Cost']
  const rows = work.map((one) => [
    one.key,
    one.outcome,
    one.isFirstPass ? 'yes' : 'no',
    String(one.checks),
    one.failures.join(', ') || '–',
    `${one.changed.length + one.more} of ${one.planned.length} planned`,
    one.durationMs === null ? '–' : duration(one.durationMs),
    money(one.costUsd),
  ])
  output.line('')
  for (const line of table({ heading, rows }, output)) output.line(harmless(line))
}

function showDifferences(output: Output, { differs }: Review): void {
  if (differs.length === 0) return output.line('\nNothing differs from the plan.')
  output.line(`\n${counted(differs.length, 'divergence')} from the plan:`)
  for (const { type, subject, label, shownBy, verdict } of differs) {
    output.line(`  ${harmless(subject)}: ${differenceWords(type)}; ${labelWords(label)}`)
    output.line(
      `    ${harmless(shownBy)}${verdict ? `; ${harmless(verdict.by)}: ${harmless(verdict.evidence)}` : ''}`,
    )
  }
}

function showLessons(output: Output, { given, learned }: Review): void {
  for (const { text, confidence, passed, failed } of given) {
    const went = `${passed.length} passed at once, ${failed.length} did not`
    output.line(
      `\nLesson given: ${harmless(oneLine(text, maxText))} (worth ${confidence.toFixed(2)}; ${went})`,
    )
  }
  for (const { text, status, from } of learned)
    output.line(`\nLearned by ${from}: ${harmless(oneLine(text, maxText))} (${status})`)
}
