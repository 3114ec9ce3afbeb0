import { age, callerWords, counted, laneNames, spentWords } from '../views/index.ts'
import type { OpenAsk } from './asks.ts'
import type { ShownProblem } from './problems.ts'
import type { Row } from './row.ts'
import type { Scene } from './scene.ts'
import { clean } from './words.ts'

/** Everything once, as lines. */
export function plainScene(scene: Scene, now: number): string[] {
  const { spent, asks, openAsks } = scene
  return [
    `Iris: ${scene.sentence} ${spentWords(spent)} today, ${counted(openAsks, 'open ask')}.`,
    ...asks.map((ask) => `needs you  ${askWords(ask)}  (asked ${age(ask.askedAt, now)})`),
    ...scene.rows.map(rowWords),
    ...scene.problems.map(problemWords),
  ]
}

/** What is new since an earlier scene, as lines. */
export function plainChanges(before: Scene, after: Scene): string[] {
  return [
    ...freshnessChange(before, after),
    ...newOnes(before.asks, after.asks, ({ ask }) => ask).map((ask) => `needs you  ${askWords(ask)}`),
    ...newOnes(after.asks, before.asks, ({ ask }) => ask).map(
      ({ team, title }) => `settled    ${team}: ${inOneLine(title)}`,
    ),
    ...newOnes(before.rows, after.rows, rowWords).map(rowWords),
    ...newOnes(before.problems, after.problems, ({ key, severity, at }) => `${key} ${severity} ${at}`).map(
      problemWords,
    ),
  ]
}

function freshnessChange(before: Scene, after: Scene): string[] {
  const isBack = before.freshness.at === 'stale' && after.freshness.at === 'live'
  return isBack ? ['Reconnected. Everything is up to date.'] : []
}

/** What is in the second list and was not in the first. */
function newOnes<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): T[] {
  const names = new Set(before.map(nameOf))
  return after.filter((one) => !names.has(nameOf(one)))
}

function askWords({ team, title, detail, ask }: OpenAsk): string {
  const about = detail && detail !== title ? `: ${inOneLine(detail)}` : ''
  return `${team}: ${inOneLine(title)}${about}  [${ask}]`
}

/** A line of the output is one fact, however many lines an agent wrote. */
function inOneLine(text: string): string {
  return clean(text).replaceAll('\n', ' ⏎ ')
}

function problemWords({ team, words, advice, command }: ShownProblem): string {
  const way = [advice, command && `$ ${command}`].filter(Boolean).join('  ')
  return `problem    ${team ? `${team}: ` : ''}${words}${/[.!?]$/.test(words) ? '' : '.'} ${way}`
}

function rowWords({ lane, team, name, from, isFurther, doing }: Row): string {
  const whose = isFurther ? name : from === 'user' ? '' : `(for ${callerWords(from)})`
  const who = [team, whose].filter(Boolean).join(' ')
  return `${laneNames[lane].toLowerCase().padEnd(9)}  ${who}${doing ? `: ${doing}` : ''}`
}
