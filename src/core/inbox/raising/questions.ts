import { createHash } from 'node:crypto'
import type { AskSource, AskType, AskUrgency } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import { defaultAnswer } from '../answering/answers.ts'
import { dismiss, fileAnswered, fileAsk, fileDismissed, type Given, type NewRow } from './filing.ts'
import { findQuestions, type JsonQuestion } from './json-questions.ts'
import { chosenOf } from '../answering/learning.ts'
import { keyedQuestion } from './options.ts'
import { isSensitive } from '../answering/policy.ts'
import type { AskRow, Detail } from '../rows.ts'
import { batchWithin, expiryOf, maxOpen, repeatWithin } from '../reminding/timing.ts'
import { findAsk, type InboxContext } from '../context.ts'

const maxText = 20_000

/** Who asks. Without a session nobody is told the answer but whoever follows the log. */
export interface Speaker extends Pick<AskRow, 'team' | 'caller'> {
  session?: AskRow['session']
  turn?: AskRow['turn']
  agent?: AskRow['agent']
  /** A teammate inside the agent. */
  teammate?: AskRow['teammate']
  /** The session that told the asking one. */
  lead?: AskRow['lead']
}

/** A question that no process waits for: from prose, JSON, a tool call, an alert, the coordinator, a run, a lesson, a build or a spec. */
export interface NewQuestion extends Speaker {
  source: Extract<
    AskSource,
    | 'prose'
    | 'json'
    | 'ask_human'
    | 'alert'
    | 'pm'
    | 'run'
    | 'lesson'
    | 'build'
    | 'wiki'
    | 'idea'
    | 'spec'
    | 'validation'
    | 'ux'
  >
  kind?: 'question' | 'decision' | 'plan'
  type: AskType
  text: string
  /** Why it is asked. */
  context?: string | undefined
  options?: readonly {
    label: string
    description?: string
    recommended?: boolean
    /** What choosing it leads to. */
    implications?: string | undefined
  }[]
  /** The label or words that are taken when time runs out. */
  fallback?: string | null
  freeText?: boolean
  multiSelect?: boolean
  /** Whether acting on the default can be undone; a confirmation takes its default only then. */
  reversible?: boolean
  tags?: readonly string[]
  phase?: string
  urgency?: AskUrgency
  /** In ms; otherwise as its type says. */
  expiresAfter?: number
}

/** What became of a question: filed, one with an open ask that asks the same, or closed at once. */
export interface Raised {
  ask: AskRow
  how: 'filed' | 'joined' | 'answered' | 'dismissed'
}

/** Files a question unless it need not be asked; inside a change that is under way. */
export function raiseIn(context: InboxContext, question: NewQuestion, append: Append): Raised {
  const row = rowOf(context, question)
  const open = row.key === null ? undefined : context.rows.openOfKey.get(row.key, row.session)
  if (open) return { ask: open, how: 'joined' }
  const verdict = isAgents(question) ? verdictOn(context, row) : undefined
  if (verdict && 'given' in verdict)
    return { ask: fileAnswered(context, row, { given: verdict.given, append }), how: 'answered' }
  if (verdict)
    return { ask: fileDismissed(context, row, { reason: verdict.reason, append }), how: 'dismissed' }
  const ask = fileAsk(context, row, append)
  if (ask.type !== 'celebratory') return { ask, how: 'filed' }
  dismiss(context, ask, { reason: 'only told', by: 'policy', append })
  return { ask: findAsk(context, ask.id), how: 'dismissed' }
}

/** Files the questions that stand as JSON in what an agent said. */
export function raiseSaid(
  context: InboxContext,
  said: { speaker: Speaker; text: string },
  append: Append,
): (() => void) | undefined {
  const { speaker, text } = said
  if (context.policy(speaker.team)?.questioning === false) return undefined
  const raised = findQuestions(text).map((question) => raiseIn(context, fromJson(speaker, question), append))
  if (raised.length === 0) return undefined
  return () => {
    for (const { ask, how } of raised) if (how !== 'joined') void context.settled(ask)
  }
}

function fromJson(speaker: Speaker, { allowFreeText, ...question }: JsonQuestion): NewQuestion {
  return { ...speaker, ...question, source: 'json', freeText: allowFreeText }
}

type Verdict = { given: Given } | { reason: string }

/** Why a question is not asked: it is known, left to the agent's judgment, or one too many. */
function verdictOn(context: InboxContext, row: NewRow): Verdict | undefined {
  const known = knownAnswer(context, row)
  if (known) return { given: known }
  if (row.type === 'blocking' || row.type === 'celebratory') return undefined
  if (context.usesJudgment(row.team)) return byDefault(row, 'judgment')
  const { count } = context.rows.openRaised.get(row.session, row.teammate) ?? { count: 0 }
  return count >= maxOpen ? byDefault(row, 'too many open questions') : undefined
}

function knownAnswer(context: InboxContext, { key, type, session }: NewRow): Given | undefined {
  if (key === null) return undefined
  const learned = context.learning.of(key, type)?.from
  if (learned) return again(learned, 'learned', learned.id)
  // Wall time: it is held against the dates of all that was ever answered. Where the clock was set, somebody is asked
  // once more, or not again yet.
  const before = context.rows.answeredOfKey.get(key, context.clock.now() - repeatWithin)
  // What blocks an agent in one conversation may have another answer in the next.
  if (!before || (type === 'blocking' && before.session !== session)) return undefined
  return again(before, 'policy', `same as ${before.id}`)
}

function again(from: AskRow, as: Given['as'], by: string): Given {
  return { as, by, answer: { allow: null, chosen: chosenOf(from.chosen), text: from.message } }
}

function byDefault(row: NewRow, why: string): Verdict {
  const { fallback = null, questions = [] } = row.detail
  if (fallback === null) return { reason: why }
  return { given: { as: 'policy', by: why, answer: defaultAnswer(questions, fallback) } }
}

function rowOf(context: InboxContext, question: NewQuestion): NewRow {
  const { type, source, team, caller, phase = '', kind = 'question', urgency = urgencyOf(type) } = question
  const { session = null, turn = null, agent = null, teammate = null, lead = null } = question
  const detail = detailOf(question)
  const text = question.text.slice(0, maxText)
  const who = { team, caller, session, turn, agent, teammate, lead }
  const noRequest = { request: null, tool: '', input: '{}', forwardedTo: null }
  return {
    kind,
    type,
    source,
    urgency,
    phase,
    text,
    detail,
    ...who,
    ...noRequest,
    key: isAgents(question) && !isSensitive(detail.tags, wordsIn(question)) ? keyOf(question, detail) : null,
    batch: batchOf(context, question),
    expiresAt: expiresAt(context, question, detail),
  }
}

function wordsIn({ text, context = '', options = [] }: NewQuestion): string[] {
  return [text, context, ...options.flatMap(({ label, description = '' }) => [label, description])]
}

/** Only what an agent raises in words of its own is compared, counted and learned from. */
function isAgents({ source }: NewQuestion): boolean {
  return source === 'json' || source === 'ask_human'
}

function batchOf({ rows, clock }: InboxContext, question: NewQuestion): AskRow['batch'] {
  const { type, session = null, teammate = null, phase = '' } = question
  if (!isAgents(question) || type === 'blocking' || type === 'celebratory') return null
  // Wall time: it only says what is shown together.
  const before = rows.batchOf.get(session, teammate, phase, clock.now() - batchWithin)
  return before?.batch ?? before?.id ?? null
}

function expiresAt(
  { clock }: InboxContext,
  { type, expiresAfter }: NewQuestion,
  detail: Detail,
): number | null {
  const after = expiresAfter ?? expiryOf(type, detail)
  return after === null ? null : clock.now() + after
}

function detailOf(question: NewQuestion): Detail {
  const { text, context = '', options = [], freeText = true, multiSelect = false, tags = [] } = question
  const shown = options.map(({ label, description = '', recommended = false, implications }) => ({
    label,
    description,
    recommended,
    ...(implications ? { implications } : {}),
  }))
  const asked = { question: text.slice(0, maxText), header: '', multiSelect, options: shown }
  return {
    context,
    // Without options words are the only answer.
    questions: [keyedQuestion({ ...asked, freeText: freeText || options.length === 0 })],
    fallback: question.fallback ?? options.find(({ recommended }) => recommended)?.label ?? null,
    tags: [...tags],
    reversible: question.reversible ?? false,
  }
}

function urgencyOf(type: AskType): AskUrgency {
  if (type === 'blocking') return 'high'
  return type === 'educational' || type === 'preference' ? 'low' : 'normal'
}

/** The same for the same question of the same asker, however it is spaced and whatever its letters' case. */
function keyOf({ team, teammate, type, text, options = [] }: NewQuestion, { tags }: Detail): string {
  const plain = (words: string): string =>
    words
      .toLowerCase()
      .replaceAll(/[\s\p{P}]+/gu, ' ')
      .trim()
  const parts = [
    team,
    teammate ?? '',
    type,
    plain(text),
    options.map(({ label }) => plain(label)),
    tags.toSorted(),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
