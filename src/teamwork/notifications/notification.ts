import type { Ask, AskOption, AskUrgency } from '../../contract/index.ts'

const longestBody = 1000

/** What reaches a person outside Iris. */
export interface Notification {
  title: string
  body: string
  urgency: AskUrgency
  /** Where to answer. */
  url: string
  /** 0 for the first, then the number of the reminder. */
  reminder: number
  /** The ask it is about; undefined when it is only sent to try. */
  ask: Ask | undefined
  /** What one tap can answer; nothing when it takes more than that. */
  options: readonly AskOption[]
}

/** Sends a notification; what is returned names it to that way, for answers to it. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<string | undefined>

const kinds = {
  permission: 'asks for permission',
  question: 'asks you something',
  plan: 'has a plan for you',
  decision: 'needs your decision',
} as const satisfies Record<Ask['kind'], string>

/** An ask in the words of a notification. */
export function notificationOf(ask: Ask, { reminder, url }: { reminder: number; url: string }): Notification {
  const what = ask.type === 'celebratory' ? 'has news' : kinds[ask.kind]
  const [only, more] = ask.questions
  const options = only && !more && !only.multiSelect && ask.state === 'open' ? only.options : []
  return {
    title: `${reminder > 0 ? 'Still waiting: ' : ''}${ask.team} ${what}`,
    body: cut([ask.text, ask.context].filter(Boolean).join('\n\n')),
    urgency: ask.urgency,
    url,
    reminder,
    ask,
    options,
  }
}

/** A notification to try a way with. */
export function trialNotification(url: string): Notification {
  return {
    title: 'Iris can reach you',
    body: 'This is what a notification looks like.',
    urgency: 'normal',
    url,
    reminder: 0,
    ask: undefined,
    options: [],
  }
}

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text
}
