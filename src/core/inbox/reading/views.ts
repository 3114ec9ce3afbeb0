import type { Ask, AskAnswer, AskQuestion } from '../../../contract/index.ts'
import { chosenOf } from '../answering/learning.ts'
import { permissionQuestion, planQuestion } from '../raising/options.ts'
import { grantFor } from '../answering/granted-call.ts'
import { answerersOf, leadOf, type Rights } from '../answering/policy.ts'
import { detailOf, maxText, type AskRow, type Detail, type LateRow } from '../rows.ts'

const maxShown = 2000

/** What the tool was to be called with. */
export function inputOf(ask: Pick<AskRow, 'input'>): Record<string, unknown> {
  const input: unknown = JSON.parse(ask.input)
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

/** The grant that “always allow” would write. */
export function grantOf(ask: Pick<AskRow, 'kind' | 'tool' | 'input'>): string | null {
  return ask.kind === 'permission' ? grantFor(ask.tool, inputOf(ask)) : null
}

/** The questions of an ask; those of permissions and plans are always the same. */
export function questionsOf(ask: AskRow, { questions } = detailOf(ask)): AskQuestion[] {
  if (ask.kind === 'permission') return [permissionQuestion(ask.text, grantOf(ask))]
  if (ask.kind === 'plan') return [planQuestion(ask.text)]
  if (questions.length > 0) return questions
  return [{ question: ask.text, header: '', options: [], multiSelect: false, freeText: true }]
}

/** An ask as people and programs see it. */
export function toAsk(
  ask: AskRow,
  facts: {
    late: readonly LateRow[]
    holds: boolean
    rights: Rights
    /** Long texts are cut in lists. */
    isCut?: boolean
  },
): Ask {
  const detail = detailOf(ask)
  const { late, holds, rights, isCut = false } = facts
  const input = inputOf(ask)
  return {
    ...whatOf(ask, detail),
    ...whoOf(ask, rights),
    ...whenOf(ask),
    tool: ask.tool === '' ? null : ask.tool,
    input: isCut ? cut(input) : input,
    isCut: ask.text.length >= maxText || (isCut && Object.values(input).some(isLong)),
    grant: grantOf(ask),
    holds,
    answer: answerOf(ask),
    late: late.map(lateAnswer),
  }
}

type What = Pick<
  Ask,
  | 'ask'
  | 'kind'
  | 'type'
  | 'source'
  | 'urgency'
  | 'state'
  | 'text'
  | 'context'
  | 'questions'
  | 'default'
  | 'phase'
  | 'tags'
  | 'batch'
  | 'falseAlarm'
>

function whatOf(ask: AskRow, detail: Detail): What {
  const { kind, type, source, urgency, text, phase, batch } = ask
  return {
    ask: ask.id,
    kind,
    type,
    source,
    urgency,
    state: stateOf(ask),
    text,
    context: detail.context,
    questions: questionsOf(ask, detail),
    default: detail.fallback,
    phase,
    tags: detail.tags,
    batch,
    falseAlarm: ask.falseAlarm === 1,
  }
}

type Who = Pick<
  Ask,
  'team' | 'from' | 'session' | 'turn' | 'agent' | 'teammate' | 'whoMayAnswer' | 'forwardedTo'
>

function whoOf(ask: AskRow, rights: Rights): Who {
  const { team, caller, session, turn, agent, teammate, forwardedTo } = ask
  const lead = leadOf(rights, ask)
  const whoMayAnswer = {
    lead: lead === null ? null : rights.kin.teamOf(lead),
    answerers: answerersOf(rights, ask),
  }
  return { team, from: caller, session, turn, agent, teammate, whoMayAnswer, forwardedTo }
}

function whenOf(
  ask: AskRow,
): Pick<Ask, 'askedAt' | 'expiresAt' | 'reminders' | 'closedAt' | 'closedFor' | 'carriedAt'> {
  const { askedAt, expiresAt, reminders, carriedAt } = ask
  const closedFor = ask.dismissedFor ?? ask.withdrawnFor
  const closedAt = ask.answeredAt ?? ask.dismissedAt ?? ask.withdrawnAt
  return { askedAt, expiresAt, reminders, closedAt, closedFor, carriedAt }
}

export function stateOf(ask: AskRow): Ask['state'] {
  if (ask.answeredAt !== null) return 'answered'
  if (ask.dismissedAt !== null) return 'dismissed'
  return ask.withdrawnAt === null ? 'open' : 'withdrawn'
}

/** The answer that stands. */
export function answerOf(ask: AskRow): AskAnswer | null {
  const { answeredAt, answeredAs, answeredBy, chosen, rule } = ask
  if (answeredAt === null || answeredAs === null || answeredBy === null) return null
  return {
    ...lateAnswer({ ...ask, at: answeredAt, answeredAs, answeredBy, chosen: chosen ?? '[]' }),
    grant: rule,
  }
}

function lateAnswer(late: LateRow): AskAnswer {
  const { at, answeredAs, answeredBy, allow, chosen, message } = late
  return {
    source: answeredAs,
    by: answeredBy,
    at,
    allow: allow === null ? null : allow === 1,
    chosen: chosenOf(chosen),
    text: message,
    grant: null,
  }
}

function cut(input: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(input).map(([name, value]): [string, unknown] => {
    return [name, isLong(value) ? `${wordsOf(value).slice(0, maxShown)}…` : value]
  })
  return Object.fromEntries(entries)
}

function isLong(value: unknown): boolean {
  return wordsOf(value).length > maxShown
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
