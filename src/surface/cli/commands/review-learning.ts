import {
  counted,
  exitCodes,
  IrisError,
  money,
  oneLine,
  type Opinion,
  type Origin,
  type TemplateId,
} from '../../../contract/plain.ts'
import { originWords } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless, type Output } from '../output.ts'
import { table } from '../table.ts'

const maxTitle = 50

/** Asks a model once what is to be learned from a review, and waits for it. */
export async function askReview(
  context: CommandContext,
  { build, again }: { build: string; again: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const opinion = await client.call('askReview', { build, again, wait: true })
  output.result(opinion, () => opinionLines(output, opinion))
  return exitCodes.ok
}

/** Specs and ideas after the fact. */
export async function listOrigins(context: CommandContext, { team }: { team?: string }): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('listOrigins', team ? { team } : {})
  output.result(found, () => {
    if (found.origins.length === 0) return output.line('No spec and no idea yet.')
    const heading = ['Name', 'Title', 'State', 'What came of it']
    const rows = found.origins.map((one) => [
      one.key,
      oneLine(harmless(one.title), maxTitle),
      one.state,
      originWords(one),
    ])
    for (const line of table({ heading, rows }, output)) output.line(line)
  })
  return exitCodes.ok
}

/** What was learned, week by week. */
export async function listWeeks(context: CommandContext): Promise<number> {
  const { output } = context
  const found = await (await connectOrStart(context)).call('listWeeks', {})
  output.result(found, () => {
    if (found.weeks.length === 0) output.line('Nothing was learned in any week yet.')
    for (const { until, text } of found.weeks)
      output.line(`${output.paint('bold', new Date(until).toDateString())}  ${harmless(text)}`)
  })
  return exitCodes.ok
}

/** Takes a template out again. */
export async function undoTemplate(context: CommandContext, template: string): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  if (!isTemplate(template)) throw new IrisError('TEMPLATE_UNKNOWN', `There is no template ${template}.`)
  const undone = await client.call('undoTemplate', { template })
  output.result(undone, () => output.line(`${harmless(undone.file)} is as it was before.`))
  return exitCodes.ok
}

const isTemplate = (name: string): name is TemplateId => name.startsWith('tpl_')

/** One spec or idea after the fact. */
export function showOrigin({ output }: CommandContext, origin: Origin): number {
  output.result(origin, () => {
    const { key, title, state } = origin
    output.line(`${output.paint('bold', harmless(key))} ${harmless(title)} (${state})`)
    originLines(output, origin)
  })
  return exitCodes.ok
}

export function originLines(output: Output, { open, changed, failed, from, specs }: Origin): void {
  const parts = [
    { heading: 'Left open', notes: open },
    { heading: 'Changed after it was settled', notes: changed },
    { heading: 'Failed because of it', notes: failed },
  ].filter(({ notes }) => notes.length > 0)
  if (parts.length === 0) output.line('  Nothing was left open, changed later, or failed because of it.')
  for (const { heading, notes } of parts) {
    output.line(`  ${heading}:`)
    for (const { what, words } of notes) output.line(`    ${harmless(what)}: ${harmless(words)}`)
  }
  if (from !== null) output.line(`  It was made from the idea ${from}: iris review show ${from}`)
  if (specs.length > 0) output.line(`  Specs of it: ${specs.join(', ')}`)
}

/** What a model says of a review. */
export function opinionLines(output: Output, opinion: Opinion): void {
  const { state, why, summary, costUsd, lessons, verdicts, suggestions, templates, dropped } = opinion
  if (state !== 'COMPLETE')
    return output.line(
      `\nA model was asked: ${state.toLowerCase()}${why === null ? '' : `, ${harmless(why)}`}`,
    )
  const cost = costUsd === null ? '' : ` (${money(costUsd)})`
  output.line(`\n${output.paint('bold', 'A model says')}${cost}: ${harmless(summary)}`)
  for (const { kind, text, lesson, ask, evidence } of lessons)
    said(output, `${kind}: ${text}`, {
      evidence,
      next: ask === null ? `iris lessons confirm ${lesson}` : `iris inbox answer ${ask}`,
    })
  for (const { subject, verdict, evidence } of verdicts)
    said(output, `${subject} is ${verdict}`, { evidence })
  for (const { text, evidence } of suggestions) said(output, text, { evidence })
  for (const { name, state: at, file, evidence, template } of templates)
    said(output, `template ${name}: ${at} (${file})`, {
      evidence,
      ...(at === 'written' && { next: `iris review undo ${template}` }),
    })
  if (dropped > 0) output.line(`  ${counted(dropped, 'part')} named nothing of the review, and was left out.`)
}

function said(
  output: Output,
  words: string,
  { evidence, next }: { evidence: readonly string[]; next?: string },
): void {
  output.line(`  - ${harmless(words)}`)
  for (const one of evidence) output.line(output.paint('dim', `      ${harmless(one)}`))
  if (next !== undefined) output.line(`      ${next}`)
}
