import {
  duration,
  oneLine,
  textIn,
  type Ask,
  type AskAnswer,
  type AskFigures,
  type Fields,
} from '../../contract/plain.ts'
import { activityWords, describeUse } from './activity.ts'

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

/** What words of your own say to an ask. */
export function wordsHint({ kind, source }: Pick<Ask, 'kind' | 'source'>): string {
  return source === 'run' ? 'Say what is missing' : hints[kind]
}

const hints: Readonly<Record<Ask['kind'], string>> = {
  permission: 'No, and say why',
  plan: 'Send it back: what to change',
  question: 'Answer in your own words',
  decision: 'Answer in your own words',
}

/** An ask in one sentence, and exactly what it is about. */
export function describeAsk(ask: Pick<Ask, 'kind' | 'tool' | 'input' | 'text'>): {
  title: string
  detail: string
} {
  const { kind, tool, input } = ask
  if (kind === 'plan') {
    const isEmpty = ask.text.trim() === ''
    return { title: isEmpty ? 'Has an empty plan' : 'Wants you to approve its plan', detail: '' }
  }
  if (kind !== 'permission' || tool === null) return { title: ask.text, detail: '' }
  if (tool === 'Bash') return { title: 'Wants to run a command', detail: commandOf(input) }
  const words = activityWords(describeUse(tool, input))
  return { title: `Wants permission for ${words}`, detail: inputWords(tool, input, words) }
}

/** The command, and whatever else decides how it runs. */
function commandOf(input: Fields): string {
  const { command, description: _, ...rest } = input
  return [typeof command === 'string' ? command : '', ...fieldLines(rest)].join('\n')
}

/** All that a tool would be called with and that its words do not say already: nobody allows what is left out. */
function inputWords(tool: string, input: Fields, words: string): string {
  if (tool === 'Write') {
    const { file_path: _, content, ...rest } = input
    return [typeof content === 'string' ? content : '', ...fieldLines(rest)].join('\n')
  }
  if (tool === 'Edit') {
    const { file_path: _, old_string: before, new_string: after, ...rest } = input
    return [...marked('- ', before), ...marked('+ ', after), ...fieldLines(rest)].join('\n')
  }
  const isSaid = Object.values(input).every((value) => typeof value === 'string' && words.includes(value))
  return isSaid ? '' : JSON.stringify(input, null, 2)
}

function fieldLines(rest: Fields): string[] {
  return Object.entries(rest).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}

function marked(mark: string, value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? value.split('\n').map((line) => mark + line) : []
}

const maxBrief = { characters: 700, lines: 12 }

/** True when all an ask is about can stand in a list, above its answers; what is longer is read where there is room. */
export function isBrief(ask: Pick<Ask, 'kind' | 'tool' | 'input' | 'text' | 'context' | 'isCut'>): boolean {
  const { title, detail } = describeAsk(ask)
  const whole = [title, ask.kind === 'plan' ? ask.text : detail, ask.context].join('\n')
  return !ask.isCut && whole.length <= maxBrief.characters && whole.split('\n').length <= maxBrief.lines
}

/** What somebody waits for, in one line: `wants to run npm test`. Nothing of it is done yet. */
export function wantedWords(ask: Pick<Ask, 'kind' | 'tool' | 'input' | 'text'>): string {
  const { kind, tool, input } = ask
  if (kind === 'plan') return 'wants its plan approved'
  if (kind !== 'permission' || tool === null) return `asks: ${oneLine(ask.text, 200)}`
  if (tool === 'Bash') return `wants to run ${oneLine(textIn(input, 'command'), 200)}`
  return `wants permission for ${activityWords(describeUse(tool, input))}`
}

/** True when choosing the option with this key would add a grant. */
export function addsGrant({ kind, grant }: Pick<Ask, 'kind' | 'grant'>, key: string): boolean {
  return kind === 'permission' && grant !== null && key === 'a'
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
  if (ask.expiresAt === null) return ask.holds ? 'The agent is waiting for your answer.' : 'Waiting for you.'
  const left = duration(Math.max(0, ask.expiresAt - now))
  return ask.default === null ? `Closes on its own in ${left}.` : `Takes “${ask.default}” in ${left}.`
}

const policies: ReadonlyMap<string, string> = new Map([
  ['policy', 'the config'],
  ['iris', 'Iris'],
])

const sources: Readonly<Record<AskAnswer['source'], (answer: AskAnswer) => string>> = {
  user: () => 'you',
  lead: ({ by }) => `${by}, who told it`,
  default: () => 'its default, when time ran out',
  learned: () => 'Iris, as you did before',
  policy: ({ by }) => policies.get(by) ?? policyWords(by),
  delegate: ({ by }) => `${by}, in your place`,
}

/** A grant, which answers before this word wrote `rule`, or what Iris goes by. */
function policyWords(by: string): string {
  const allows = /^(?:grant|rule) (.+)$/s.exec(by)?.[1]
  return allows === undefined ? `Iris (${by})` : `a grant (${allows})`
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
