import type { ArtifactType, Event } from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { readSignals } from '../stage/signals.ts'
import { ideation, type IdeaContext } from './context.ts'
import { savedFrom } from './files.ts'
import { moveOn } from './moving.ts'
import { profileOf } from './profile.ts'
import { askWhatIsDue } from './questions.ts'
import type { IdeaRow } from './rows.ts'
import { Signals } from './signals.ts'
import { freeSlug } from './slug.ts'
import { answerNext } from './talking.ts'
import { signalsInWords } from './words.ts'

const snippet = 120

/** What follows from the end of a stage, in the transaction that records it. */
export function onStageEnded(context: IdeaContext, { data }: Event<'stage.ended'>, append: Append): void {
  const { rows, stages } = context
  const row = data.role === ideation ? rows.ofStage(data.stage) : undefined
  const answer = stages.get(data.stage)?.answer
  if (!row || !answer) return
  const read = answer.how === 'answered' ? readSignals(answer, Signals, signalsInWords) : undefined
  if (read) return takeAnswer(context, row, { ...read, append })
  // What was said is not lost: it is answered when the person says more, or asks again.
  append({ type: 'idea.unanswered', data: { idea: row.idea, stage: data.stage, why: answer.why ?? '' } })
}

function takeAnswer(
  context: IdeaContext,
  row: IdeaRow,
  { signals, from, append }: { signals: Signals; from: 'structure' | 'words'; append: Append },
): void {
  const { rows, clock } = context
  const { idea, stage } = row
  if (stage === null) return
  const isFirst = rows.replies(idea) === 0
  rows.settleMessages(idea, stage, row.upTo)
  const reply = rows.addMessage(idea, { by: 'iris', text: signals.reply, at: clock.now(), stage, from })
  const types = keep(context, row, signals)
  const known = named(context, withSignals(context, row, signals), append)
  rows.put(known)
  append({
    type: 'idea.replied',
    data: { idea, n: reply.n, stage, from, artifacts: types, confidence: known.confidence },
  })
  tellSaved(context, known, { types, append })
  const moved = moveOn(context, known, append)
  askAbout(context, moved, { signals, types, isFirst, was: known.phase })
  // What was said while it answered.
  answerNext(context, moved, append)
}

/** Writes down what was heard; the newest of each type of artifact counts, and the last word about an assumption. */
function keep({ rows, clock }: IdeaContext, { idea }: IdeaRow, signals: Signals): ArtifactType[] {
  const at = clock.now()
  for (const artifact of signals.artifacts)
    rows.putArtifact(idea, { ...artifact, isSaved: artifact.confidence >= savedFrom, by: 'model', at })
  for (const type of signals.retracted) rows.retractArtifact(idea, type)
  for (const { type, text, assumption = null, outcome = null } of signals.decisions)
    rows.putDecision(idea, { type, text, assumption, outcome, at })
  for (const risk of signals.risks) rows.putRisk(idea, { ...risk, at })
  return [...new Set(signals.artifacts.map(({ type }) => type))]
}

/** The idea with what the model thinks of it. How well it fits counts only for somebody who is known. */
function withSignals(context: IdeaContext, row: IdeaRow, signals: Signals): IdeaRow {
  const { title, confidence, complexity, fit } = signals
  const isNamed = row.slug !== null
  return {
    ...row,
    title: isNamed || title === undefined || title.trim() === '' ? row.title : title.trim().slice(0, snippet),
    confidence: confidence ?? row.confidence,
    complexity: complexity ?? row.complexity,
    fit: profileOf(context) && fit ? fit : row.fit,
    mayResearch: false,
    changedAt: context.clock.now(),
    isFiled: row.slug === null,
  }
}

/** With its first saved artifact an idea becomes a candidate: it has a short name, and a folder. */
function named({ rows }: IdeaContext, row: IdeaRow, append: Append): IdeaRow {
  const isCandidate = rows.artifacts(row.idea).some(({ isSaved, isActive }) => isSaved && isActive)
  if (row.slug !== null || !isCandidate) return row
  const slug = freeSlug(row.title, (one) => rows.bySlug(row.user, one) !== undefined)
  append({ type: 'idea.named', data: { idea: row.idea, slug } })
  return { ...row, slug, isFiled: false }
}

function tellSaved(
  { rows }: IdeaContext,
  { idea, slug }: IdeaRow,
  { types, append }: { types: readonly ArtifactType[]; append: Append },
): void {
  const saved = rows
    .artifacts(idea)
    .filter(({ type, isSaved }) => isSaved && types.includes(type))
    .map(({ type }) => type)
  if (slug !== null && saved.length > 0) append({ type: 'idea.saved', data: { idea, slug, types: saved } })
}

/** Asks what this reply gives reason to ask. */
function askAbout(
  context: IdeaContext,
  row: IdeaRow,
  now: { signals: Signals; types: readonly ArtifactType[]; isFirst: boolean; was: IdeaRow['phase'] },
): void {
  const { signals, types, isFirst, was } = now
  const artifacts = context.rows.artifacts(row.idea).filter(({ isActive }) => isActive)
  const textOf = (type: ArtifactType): string | undefined => artifacts.find((one) => one.type === type)?.text
  if (isFirst && textOf('target-user') === undefined)
    askWhatIsDue(context, row, { event: 'idea_created', facts: {} })
  const problem = types.includes('problem') ? textOf('problem') : undefined
  if (problem !== undefined)
    askWhatIsDue(context, row, {
      event: 'problem_statement_vague',
      facts: { problem_description: problem, problem_snippet: problem.slice(0, snippet) },
    })
  if (row.phase !== was) askWhatIsDue(context, row, { event: 'phase_complete', phase: was, facts: {} })
  if (signals.complexity !== undefined)
    askWhatIsDue(context, row, {
      event: 'idea_complexity_high',
      facts: { complexity_score: signals.complexity },
    })
  if (signals.research.length > 0)
    askWhatIsDue(context, row, { event: 'before_research', facts: { research: listed(signals.research) } })
}

function listed(wanted: readonly string[]): string {
  return wanted.map((one, place) => `${place + 1}. ${one}`).join('\n')
}
