import { isProblem, textIn, waitingWords } from '../../contract/plain.ts'
import { cutOffAdvice, cutOffWords } from './cut-off.ts'
import { number } from './fields.ts'

/** A line between what is said: something happened to the session, not in it. */
export interface Note {
  words: string
  isBad: boolean
}

const notes: Readonly<Record<string, (data: unknown) => string | undefined>> = {
  'agent.started': (data) => `The agent started (process ${number(data, 'pid')}).`,
  'agent.start_failed': (data) => `The agent did not start: ${textIn(data, 'reason')}`,
  'agent.exited': exited,
  'agent.disconnected': (data) => `${cutOffWords(textIn(data, 'status'))} ${cutOffAdvice}`,
  'agent.reconnected': () => 'The agent is connected to Iris again.',
  'session.rebooted': (data) => `${by(data)} began a new conversation.`,
  'session.deleted': (data) => `${by(data)} deleted the session.`,
  'turn.waiting': (data) => {
    const waiting = textIn(data, 'for')
    if (!isWaiting(waiting) || waiting === 'permission') return undefined
    return `The turn ${waitingWords[waiting]}. ${textIn(data, 'reason')}`.trim()
  },
  'turn.released': (data) => `${by(data)} let the turn run despite the limit.`,
  'turn.resumed': (data) => `The turn continues, try ${number(data, 'attempt')}.`,
  'turn.woken': (data) => `Woken by ${wakers[textIn(data, 'by')] ?? textIn(data, 'by')}.`,
  'teammate.started': (data) => `${textIn(data, 'name')} set to work: ${textIn(data, 'description')}`,
  'teammate.ended': teammateEnded,
  'run.warned': (data) =>
    `The limit of ${textIn(data, 'limit')} is near: ${figure(data, 'used')} of ${figure(data, 'allowed')}.`,
  'run.ended': (data) =>
    `The run ended: ${textIn(data, 'state').replaceAll('_', ' ')}. ${textIn(data, 'reason')}`.trim(),
  'quota.reached': (data) =>
    `The account is at its limit until ${new Date(number(data, 'until')).toTimeString().slice(0, 5)}.`,
}

const wakers: Readonly<Record<string, string>> = {
  'task-notification': 'a teammate that ended',
  peer: 'a message from a teammate',
}

const endings: Readonly<Record<string, string>> = {
  completed: 'is done',
  failed: 'failed',
  stopped: 'was stopped',
}

/** What a kind of event means in a transcript; undefined for what is shown otherwise, or not at all. */
export function noteOf(type: string, data: unknown): Note | undefined {
  const words = Object.hasOwn(notes, type) ? notes[type]?.(data) : undefined
  return words === undefined ? undefined : { words, isBad: isProblem({ type, data }) }
}

const endedWords: Readonly<Record<string, string>> = {
  room: ' to make room',
  idle: ' because it was idle',
  silent: ' because it was silent for too long',
  settings: ' and restarts with the current settings and sign-in',
}

function exited(data: unknown): string {
  const code = number(data, 'code')
  const signal = textIn(data, 'signal')
  const endedFor = textIn(data, 'endedFor')
  if (endedFor) return `The agent was ended${endedWords[endedFor] ?? ''}.`
  const reason = textIn(data, 'reason')
  const how = signal ? `by ${signal}` : code === 0 ? '' : `with code ${code}`
  const words = ['The agent ended', how, reason ? `(${reason})` : ''].filter(Boolean).join(' ')
  return `${words}.`
}

function teammateEnded(data: unknown): string {
  const how = textIn(data, 'how')
  return `${textIn(data, 'name') || 'A teammate'} ${endings[how] ?? how}. ${textIn(data, 'summary')}`.trim()
}

function by(data: unknown): string {
  const who = textIn(data, 'by')
  return { user: 'You', iris: 'Iris' }[who] ?? who
}

function figure(data: unknown, key: string): string {
  return String(Math.round(number(data, key) * 100) / 100)
}

function isWaiting(word: string): word is keyof typeof waitingWords {
  return Object.hasOwn(waitingWords, word)
}
