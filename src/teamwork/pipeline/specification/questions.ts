import type { AskAnswer, EventType, SpecContent, SpecQuestion } from '../../../contract/index.ts'
import { counted } from '../../../contract/plain.ts'
import { triggersDoor } from '../../../core/rules/index.ts'
import { about, keyOf, type SpecContext } from './context.ts'
import type { AskedQuestion, SpecNote, SpecRow } from './rows.ts'
import { firedBy, specificationTriggers, type SpecTrigger } from './triggers.ts'

/** Something that happened to a spec, and what is known of it. */
interface Moment {
  event: SpecTrigger
  facts: Readonly<Record<string, string>>
  /** What there is to choose from, where that is not always the same. */
  options?: readonly string[]
}

/** Labels after which nothing is to be changed. */
const settled: ReadonlySet<string> = new Set(['Yes, that is the scope', 'Yes, I looked'])

/** What is to be asked about a new revision, besides whether it is right. */
export function momentsOf(row: SpecRow, content: SpecContent, questions: readonly SpecQuestion[]): Moment[] {
  const { title, inScope, outOfScope, dependencies } = content
  const listed = (lines: readonly string[]): string =>
    lines.map((line) => `- ${line}`).join('\n') || '- nothing'
  const open = questions.map(momentOf)
  const scope: Moment = {
    event: 'before_finalize_spec',
    facts: { task: '', title, in_scope: listed(inScope), out_of_scope: listed(outOfScope) },
  }
  const outside: Moment = {
    event: 'external_dependencies',
    facts: { task: '', title, dependencies: listed(dependencies) },
  }
  return [
    ...open,
    ...(row.lane === 'full' ? [scope] : []),
    ...(dependencies.length > 0 && row.lane !== 'direct' ? [outside] : []),
  ]
}

function momentOf(question: SpecQuestion): Moment {
  if (question.event === 'requirement_ambiguous') {
    const { event, requirement, term, meanings } = question
    return { event, facts: { task: `${requirement} ${term}`, requirement, term }, options: meanings }
  }
  const { event, feature, a, b } = question
  const of = (way: typeof a, name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(way).map(([part, words]) => [`${part}_${name}`, words]))
  return { event, facts: { task: feature, feature, ...of(a, 'a'), ...of(b, 'b') } }
}

/** Asks what an event fires and was not asked before, within the change that records it. */
export function askDue(
  context: SpecContext,
  row: SpecRow,
  { by, moments }: { by: EventType; moments: readonly Moment[] },
): readonly AskedQuestion[] {
  const fired = moments.filter(({ event }) => firedBy[event] === by)
  return fired.reduce<readonly AskedQuestion[]>(
    (asked, moment) => [...asked, ...ask(context, row, { moment, asked })],
    row.asked,
  )
}

/** Files the questions of a moment that were not asked before; what the rule said is kept with them. */
export function ask(
  { inbox, rulings, log }: SpecContext,
  row: SpecRow,
  { moment, asked = [], under = '' }: { moment: Moment; asked?: readonly AskedQuestion[]; under?: string },
): AskedQuestion[] {
  const { event, facts, options } = moment
  const key = keyOf(row)
  const inputs = {
    triggers: specificationTriggers.triggers.filter((trigger) => trigger.event === event),
    agent: key,
    event,
    facts: { key, ...facts },
    asked: asked.map((one) => one.key),
  }
  const outcome = triggersDoor.decide(inputs)
  if (outcome.due.length === 0) return []
  return log.write((append) => {
    rulings.keep(triggersDoor, { inputs, outcome, about: key })
    return outcome.due.map(({ key: once, default: fallback = null, allowFreeText, ...question }) => {
      const raised = inbox.raise({
        ...question,
        context: `${question.context}${under}`,
        options: options ? options.map((label) => ({ label })) : question.options,
        freeText: allowFreeText,
        fallback,
        reversible: true,
        source: 'spec',
        kind: 'decision',
        tags: ['spec', 'approval', key],
        team: row.team,
        caller: key,
      })
      append({ type: 'spec.asked', data: { ...about(row), ask: raised.ask.id, event } })
      return { key: once, ask: raised.ask.id, event, isHeard: false }
    })
  })
}

/** The facts of the question whether a spec is right. */
export function completeFacts(content: SpecContent): Record<string, string> {
  return {
    title: content.title,
    tasks: counted(content.tasks.length, 'task'),
    complexity: content.complexity,
    risks: content.risks.join(' · ') || 'none named.',
  }
}

/** Takes up what was answered to such questions: what changes the spec is heeded by its next revision. */
export function hearQuestions(context: SpecContext, row: SpecRow): void {
  const { inbox, rows, log } = context
  const heard = row.asked.map((one) => {
    const { state, answer, text } = inbox.view(one.ask)
    if (one.isHeard || state === 'open') return { one, notes: [] }
    return { one: { ...one, isHeard: true }, notes: answer ? notesOf(text, answer) : [] }
  })
  const notes = heard.flatMap((each) => each.notes)
  log.write((append) => {
    rows.set(row.id, { asked: heard.map(({ one }) => one), notes: [...row.notes, ...notes] })
    if (notes.length === 0) return
    if (row.ask !== null) inbox.withdrawOne(row.ask, 'it is written anew')
    rows.set(row.id, { ask: null })
    const by = notes[0]?.by ?? 'user'
    append({ type: 'spec.revision_requested', data: { ...about(row), comments: notes.length, by } })
  })
}

function notesOf(question: string, { chosen, text, by }: AskAnswer): SpecNote[] {
  const labels = chosen.flatMap((one) => one.labels)
  const words = [...labels, ...chosen.flatMap((one) => one.text ?? []), text ?? ''].filter(
    (one) => one !== '',
  )
  if (words.every((word) => settled.has(word))) return []
  return [{ file: 'spec.md', line: null, text: words.join('. '), about: question, by }]
}
