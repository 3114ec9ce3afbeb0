import type { AskOption, AskUrgency, News, NewsKind } from '../../contract/index.ts'

const maxTeams = 4
const maxLines = 10
const maxLine = 200
/** Characters of a button; what is longer could not be read on it. */
const maxButton = 60

/** What reaches a person outside Iris. */
export interface Notification {
  title: string
  body: string
  urgency: AskUrgency
  /** Where the pages are, and the one to answer at or to look at. */
  base: string
  url: string
  /** 0 for the first, then the number of the reminder. */
  reminder: number
  /** What it tells of: one ask, or any number of other news; nothing when it is only sent to try. */
  items: readonly Item[]
  /** What one tap can answer; nothing when it takes more than that, or when not all it is about is in `body`. */
  options: readonly AskOption[]
}

/** A piece of news with the events that were it. */
export interface Item {
  news: News
  events: readonly number[]
  at: number
}

/** Sends a notification; what is returned names it to that way, for answers to it. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<string | undefined>

/** News in the words of one notification; `base` is where the pages are. */
export function notificationOf(items: readonly Item[], base: string): Notification {
  const [first, ...others] = items
  if (!first) throw new Error('a notification of nothing')
  const { news } = first
  const isOne = others.length === 0
  return {
    title: titleOf(items),
    body: isOne ? news.text : bodyOf(items),
    urgency: news.urgency,
    base,
    url: `${base}${linkOf(items)}`,
    reminder: news.ask?.reminder ?? 0,
    items,
    options: optionsOf(news),
  }
}

/** Where all of it can be seen. */
export function linkOf(items: readonly Item[]): string {
  const [link, other] = new Set(items.map(({ news }) => news.link))
  return link !== undefined && other === undefined ? link : '/'
}

/** A notification to try a way with. */
export function trialNotification(base: string): Notification {
  return {
    title: 'Iris can reach you',
    body: 'This is what a notification looks like.',
    urgency: 'normal',
    base,
    url: `${base}/inbox`,
    reminder: 0,
    items: [],
    options: [],
  }
}

/** A press answers one question by one option, when all of it can be read; its words must fit on the button. */
function optionsOf({ ask }: News): readonly AskOption[] {
  if (!ask || !ask.isWhole || ask.view.state !== 'open') return []
  const [only, more] = ask.view.questions
  if (!only || more || only.multiSelect) return []
  return only.options.every(({ label }) => label.length <= maxButton) ? only.options : []
}

const counted: Readonly<Record<NewsKind, readonly [one: string, many: string]>> = {
  ask: ['ask', 'asks'],
  crash: ['crash', 'crashes'],
  failure: ['failed turn', 'failed turns'],
  limit: ['stop at the limit', 'stops at the limit'],
  budget: ['budget spent', 'budgets spent'],
  run: ['run ended', 'runs ended'],
  answer: ['answer', 'answers'],
  alert: ['alert', 'alerts'],
  build: ['news of a build', 'news of builds'],
  lesson: ['week of lessons', 'weeks of lessons'],
}

/** That of the only one, else `3 crashes, 1 answer: alpha, beta, gamma`. */
export function titleOf(items: readonly Item[]): string {
  const counting = countedOf(items)
  const [only, other] = counting
  if (only && !other) return only.news.title
  const kinds = new Map<NewsKind, number>()
  for (const { news } of counting) kinds.set(news.kind, (kinds.get(news.kind) ?? 0) + 1)
  const what = [...kinds].map(([kind, count]) => `${count} ${counted[kind][count === 1 ? 0 : 1]}`).join(', ')
  const teams = [...new Set(items.flatMap(({ news }) => news.team ?? []))]
  const more = teams.length > maxTeams ? ` and ${teams.length - maxTeams} more` : ''
  return teams.length === 0 ? what : `${what}: ${teams.slice(0, maxTeams).join(', ')}${more}`
}

/** That the account is at its limit is the cause of what teams met there, and not one more. */
function countedOf(items: readonly Item[]): readonly Item[] {
  return items.filter(
    ({ news }) =>
      news.team !== null || !items.some((one) => one.news.team !== null && one.news.kind === news.kind),
  )
}

function bodyOf(items: readonly Item[]): string {
  const lines = items.slice(0, maxLines).map(({ news }) => {
    const line = `${news.title}: ${news.text}`.replaceAll(/\s+/g, ' ')
    return line.length > maxLine ? `${line.slice(0, maxLine)}…` : line
  })
  const more = items.length > maxLines ? [`… and ${items.length - maxLines} more`] : []
  return [...lines, ...more].join('\n')
}
