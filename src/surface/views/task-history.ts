import { fieldsOf, textIn as text, type EventEnvelope, type TaskStatus } from '../../contract/plain.ts'
import { number } from './fields.ts'
import { edgeWords, taskWords } from './task-words.ts'

/** What happened to a task, in words: who made it what, and why. */
export function taskEventWords({ type, data }: Pick<EventEnvelope, 'type' | 'data'>): string {
  const by = text(data, 'by') === 'user' ? 'you' : text(data, 'by')
  if (type === 'task.created') return text(data, 'source') ? `imported by ${by}` : `added by ${by}`
  if (type === 'task.linked') return linked(data, by)
  if (fieldsOf(data)['fromFile'] === true) return 'followed its file, which had changed'
  const status = text(data, 'status')
  if (status === '') return `priority ${number(data, 'priority')}, by ${by}`
  const reason = text(data, 'reason')
  const words = `${isStatus(status) ? taskWords[status] : status}, by ${by}`
  return reason === '' ? words : `${words}: ${reason}`
}

const hows: Readonly<Record<string, string>> = { added: 'added', removed: 'removed', waived: 'waived' }

function linked(data: unknown, by: string): string {
  const type = text(data, 'type')
  const edge = isEdge(type) ? edgeWords[type] : type
  return `${edge} ${text(data, 'other')}: ${hows[text(data, 'how')] ?? text(data, 'how')} by ${by}`
}

const isStatus = (word: string): word is TaskStatus => Object.hasOwn(taskWords, word)
const isEdge = (word: string): word is keyof typeof edgeWords => Object.hasOwn(edgeWords, word)
