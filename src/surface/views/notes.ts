import { number, text } from './fields.ts'
import { waitingWords } from './words.ts'

/** A line between what is said: something happened to the session, not in it. */
export interface Note {
  words: string
  isBad: boolean
}

const notes: Readonly<Record<string, (data: unknown) => Note | undefined>> = {
  'agent.started': (data) => good(`The agent started (process ${number(data, 'pid')}).`),
  'agent.exited': exited,
  'session.rebooted': (data) => good(`${by(data)} began a new conversation.`),
  'session.deleted': (data) => good(`${by(data)} deleted the session.`),
  'turn.waiting': (data) => {
    const waiting = text(data, 'for')
    return isWaiting(waiting) && waiting !== 'permission'
      ? good(`The turn ${waitingWords[waiting]}.`)
      : undefined
  },
  'turn.resumed': (data) => ({ words: `The turn goes on, attempt ${number(data, 'attempt')}.`, isBad: true }),
  'turn.woken': (data) => good(`Woken by ${wakers[text(data, 'by')] ?? text(data, 'by')}.`),
  'teammate.started': (data) => good(`${text(data, 'name')} set to work: ${text(data, 'description')}`),
  'teammate.ended': teammateEnded,
  'run.warned': (data) => ({
    words: `The limit of ${text(data, 'limit')} is near: ${figure(data, 'used')} of ${figure(data, 'allowed')}.`,
    isBad: true,
  }),
  'run.ended': (data) =>
    good(`The run ended: ${text(data, 'state').replaceAll('_', ' ')}. ${text(data, 'reason')}`.trim()),
  'quota.reached': (data) => ({
    words: `The account is at its limit until ${new Date(number(data, 'until')).toTimeString().slice(0, 5)}.`,
    isBad: true,
  }),
}

const wakers: Readonly<Record<string, string>> = {
  'task-notification': 'a teammate that ended',
  peer: 'a message of a teammate',
}

/** What a kind of event means in a transcript; undefined for what is shown otherwise, or not at all. */
export function noteOf(type: string, data: unknown): Note | undefined {
  return Object.hasOwn(notes, type) ? notes[type]?.(data) : undefined
}

function exited(data: unknown): Note {
  const code = number(data, 'code')
  const signal = text(data, 'signal')
  const reason = text(data, 'reason')
  const how = signal ? `by ${signal}` : code === 0 ? '' : `with code ${code}`
  const words = ['The agent ended', how, reason ? `(${reason})` : ''].filter(Boolean).join(' ')
  return { words: `${words}.`, isBad: reason === '' && (signal !== '' || code !== 0) }
}

function teammateEnded(data: unknown): Note {
  const how = text(data, 'how')
  return { words: `A teammate ${how}. ${text(data, 'summary')}`.trim(), isBad: how === 'failed' }
}

function good(words: string): Note {
  return { words, isBad: false }
}

function by(data: unknown): string {
  const who = text(data, 'by')
  return who === 'user' ? 'You' : who
}

function figure(data: unknown, key: string): string {
  return String(Math.round(number(data, key) * 100) / 100)
}

function isWaiting(word: string): word is keyof typeof waitingWords {
  return Object.hasOwn(waitingWords, word)
}
