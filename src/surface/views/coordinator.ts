import { duration, type Concern, type RoleAtWork } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

const actions: Readonly<Record<Concern['action'], string>> = {
  WATCH: 'watches',
  ESCALATE: 'asked you',
  INTERRUPT: 'interrupted it',
  RESTART: 'started it again',
  GRANT: 'granted the files',
  DENY: 'had it wait',
  PREEMPT: 'had one give way',
  REDISTRIBUTE: 'had it worked again',
}

/** What the coordinator decided last, in words and in colour; what is over is quiet. */
export function stateOfConcern({ action, endedAt }: Pick<Concern, 'action' | 'endedAt'>): {
  words: string
  tone: Tone
} {
  if (endedAt !== null) return { words: actions[action], tone: 'quiet' }
  return {
    words: actions[action],
    tone: action === 'ESCALATE' ? 'needs' : action === 'WATCH' ? 'quiet' : 'work',
  }
}

const kinds: Readonly<Record<Concern['kind'], string>> = {
  stuck: 'is stuck',
  loop: 'goes round in circles',
  deadlock: 'wait for each other',
  component: 'is down',
  quota: 'is at its limit',
  budget: 'is spent',
  build_failed: 'failed',
  conflict: 'waits for files',
  decision: 'waits for a decision',
}

/** What a concern is about, in a sentence without its end. */
export function concernWords({ kind, about, team }: Pick<Concern, 'kind' | 'about' | 'team'>): string {
  return kind === 'decision' ? `${team ?? 'Iris'} ${kinds.decision}` : `${about} ${kinds[kind]}`
}

/** When it is looked at again, in words; nothing when only news makes it so. */
export function againWordsOf({ againInMs, endedAt }: Pick<Concern, 'againInMs' | 'endedAt'>): string {
  return endedAt === null && againInMs !== null ? `Looks again in ${duration(againInMs)}.` : ''
}

const tones: Readonly<Record<RoleAtWork['state'], Tone>> = {
  IDLE: 'quiet',
  LOADING: 'work',
  ACTIVE: 'work',
  WAITING: 'needs',
  COMPLETE: 'good',
  ERROR: 'bad',
}

/** What a role is at, in its word and colour. */
export function stateOfRole({ state }: Pick<RoleAtWork, 'state'>): { words: string; tone: Tone } {
  return { words: state.toLowerCase(), tone: tones[state] }
}
