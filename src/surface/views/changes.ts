import {
  counted,
  duration,
  type CheckState,
  type Lease,
  type LeaseWait,
  type MergePlan,
  type Worktree,
} from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

/** Where a check is, in words. */
export const checkWords: Readonly<Record<CheckState, string>> = {
  queued: 'waits its turn',
  running: 'running',
  by_hand: 'needs you',
  held: 'needs you: findings',
  passed: 'passed',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

const tones: Readonly<Partial<Record<CheckState, Tone>>> = {
  running: 'work',
  by_hand: 'needs',
  held: 'needs',
  passed: 'good',
  failed: 'bad',
}

export function checkTone(state: CheckState): Tone {
  return tones[state] ?? 'quiet'
}

const ways = {
  ff: 'by moving it forward',
  merge: 'with a merge commit',
  squash: 'as one commit',
} as const

/** What a merge will do, in sentences. */
export function mergeSentences(plan: MergePlan): string[] {
  const { branch, into, how, commitCount, counts, checkout, programs } = plan
  const lines = `${counted(counts.files, 'file')}, +${counts.added} −${counts.removed}`
  return [
    `Brings ${branch} into ${into} ${ways[how]}: ${counted(commitCount, 'commit')}, ${lines}.`,
    ...(checkout ? [`The checkout in ${checkout} moves along.`] : []),
    ...(programs.length > 0 ? [`Git will run what the repository names: ${programs.join(', ')}.`] : []),
  ]
}

/** Where a worktree is, in words and colour. */
export const worktreeStates: Readonly<Record<Worktree['state'], { words: string; tone: Tone }>> = {
  making: { words: 'being made', tone: 'work' },
  unready: { words: 'its set-up failed', tone: 'bad' },
  ready: { words: 'ready', tone: 'good' },
  missing: { words: 'its folder is gone', tone: 'bad' },
}

/** Who waits for whom, in a sentence. */
export function waitSentence({ key, waitsFor }: Pick<LeaseWait, 'key' | 'waitsFor'>): string {
  if (waitsFor.length === 0) return `${key} is next.`
  const others = waitsFor.map(({ task, files }) => `${task} (${fileWords(files)})`)
  return `${key} waits for ${others.join(' and ')}.`
}

function fileWords(files: readonly string[]): string {
  const [first = 'no file', ...rest] = files
  return rest.length === 0 ? first : `${first} and ${rest.length} more`
}

/** How long a lease still lasts, in words. */
export function leaseEnds({ endsInMs, isAsking }: Pick<Lease, 'endsInMs' | 'isAsking'>): string {
  if (isAsking || endsInMs === null) return 'kept while it waits for you'
  return `ends in ${duration(Math.max(0, endsInMs))} unless renewed`
}
