import type { Ask, AskAnswer, AskFigures } from '../../contract/plain.ts'
import { describeUse } from './activity.ts'
import { text } from './fields.ts'
import { duration } from './words.ts'

const urgencies: Readonly<Record<Ask['urgency'], number>> = { high: 0, normal: 1, low: 2 }

/** The most urgent first: by urgency, then who stands still, then who waits longest. */
export function byUrgency(asks: readonly Ask[]): Ask[] {
  return asks.toSorted(
    (a, b) =>
      urgencies[a.urgency] - urgencies[b.urgency] ||
      Number(b.holds) - Number(a.holds) ||
      a.askedAt - b.askedAt,
  )
}

const kinds: Readonly<Record<Ask['kind'], string>> = {
  permission: 'Permission',
  question: 'Question',
  plan: 'Plan',
  decision: 'Decision',
}

/** What kind of ask it is, in a word. */
export function kindWord({ kind }: Pick<Ask, 'kind'>): string {
  return kinds[kind]
}

/** An ask in one sentence, and exactly what it is about. */
export function describeAsk(ask: Pick<Ask, 'kind' | 'tool' | 'input' | 'text'>): {
  title: string
  detail: string
} {
  const { kind, tool, input } = ask
  if (kind === 'plan') {
    const isEmpty = ask.text.trim() === ''
    return { title: isEmpty ? 'Has a plan without a word' : 'Wants you to approve its plan', detail: '' }
  }
  if (kind !== 'permission' || tool === null) return { title: ask.text, detail: '' }
  if (tool === 'Bash') return { title: 'Wants to run a command', detail: text(input, 'command') }
  const { verb, object } = describeUse(tool, input)
  const title = `Wants leave for ${[verb, object].filter(Boolean).join(' ')}`
  const rest = text(input, 'content') || text(input, 'new_string')
  return { title, detail: rest || (verb === 'using' ? JSON.stringify(input, null, 2) : '') }
}

/** True when choosing the option with this key would write a rule. */
export function writesRule({ kind, rule }: Pick<Ask, 'kind' | 'rule'>, key: string): boolean {
  return kind === 'permission' && rule !== null && key === 'a'
}

/** True when an ask may be closed without an answer: nobody waits for yes or no. */
export function canDismiss({ kind }: Pick<Ask, 'kind'>): boolean {
  return kind === 'question' || kind === 'decision'
}

/** True when an ask was read out of prose, and so may be none. */
export function canBeFalse({ source }: Pick<Ask, 'source'>): boolean {
  return source === 'prose'
}

/** What happens when nobody answers: nothing, or the default after a while. */
export function fallbackWords(ask: Pick<Ask, 'default' | 'expiresAt' | 'holds'>, now: number): string {
  if (ask.expiresAt === null) return ask.holds ? 'The agent stands still until you answer.' : 'Waits for you.'
  const left = duration(Math.max(0, ask.expiresAt - now))
  return ask.default === null ? `Closes by itself in ${left}.` : `Takes “${ask.default}” in ${left}.`
}

const policies: ReadonlyMap<string, string> = new Map([
  ['policy', 'the config'],
  ['iris', 'Iris'],
])

const sources: Readonly<Record<AskAnswer['source'], (answer: AskAnswer) => string>> = {
  user: () => 'you',
  lead: ({ by }) => `${by}, who told it`,
  default: () => 'the clock: its default',
  learned: () => 'Iris, as you did before',
  policy: ({ by }) => policies.get(by) ?? `a rule (${by})`,
  delegate: ({ by }) => `${by}, in your place`,
}

/** Who or what answered. */
export function answererWords(answer: AskAnswer): string {
  return sources[answer.source](answer)
}

/** What was answered, in words. */
export function answerWords(answer: AskAnswer): string {
  const chosen = answer.chosen.flatMap(({ labels, text: words }) => [...labels, ...(words ? [words] : [])])
  const verdict = answer.allow === null ? '' : answer.allow ? 'Allowed' : 'Denied'
  const said = [...chosen, ...(answer.text ? [answer.text] : [])].join(', ')
  return said || verdict || 'Answered'
}

/** Figures under their team, the team that asked most first. */
export function figuresByTeam(figures: readonly AskFigures[]): { team: string; rows: AskFigures[] }[] {
  const teams = [...new Set(figures.map(({ team }) => team))]
  const asked = (team: string): number =>
    figures.reduce((sum, row) => sum + (row.team === team ? row.asked : 0), 0)
  return teams
    .toSorted((a, b) => asked(b) - asked(a))
    .map((team) => ({ team, rows: figures.filter((row) => row.team === team) }))
}
