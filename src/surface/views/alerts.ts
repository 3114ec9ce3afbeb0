import { counted, type Alert, type CallOutput } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

const words: Readonly<Record<Alert['kind'], string>> = {
  stuck: 'stuck',
  loop: 'in a loop',
  deadlock: 'deadlock',
  component: 'down',
  quota: 'at its limit',
  budget: 'spent',
}

/** What an alert is about, in a word and in colour; one that is over or known is quiet. */
export function stateOfAlert({ kind, severity, clearedAt, acknowledgedAt }: Alert): {
  words: string
  tone: Tone
} {
  const isQuiet = clearedAt !== null || acknowledgedAt !== null
  return { words: words[kind], tone: isQuiet ? 'quiet' : severity === 'warning' ? 'needs' : 'bad' }
}

/** How Iris is, in a sentence. */
export function alertHeadline(
  open: readonly Alert[],
  { components, lookedAt }: Pick<CallOutput<'readWatch'>, 'components' | 'lookedAt'>,
): string {
  const down = components.filter(({ isUp }) => !isUp).length
  if (down > 0) return `${counted(down, 'part')} of Iris ${down === 1 ? 'is' : 'are'} down.`
  const loud = open.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
  if (loud > 0) return `${counted(loud, 'alert')} ${loud === 1 ? 'needs' : 'need'} a look.`
  if (open.length > 0) return `${counted(open.length, 'alert')}, known to somebody.`
  return lookedAt === null ? 'Every part of Iris is up.' : 'All is well.'
}
