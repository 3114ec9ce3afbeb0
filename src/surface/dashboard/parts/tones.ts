import type { Tone } from '../../views/index.ts'

/** The colour of the words of each tone. */
export const tones: Readonly<Record<Tone, string>> = {
  work: 'text-accent',
  needs: 'text-needs',
  good: 'text-good',
  bad: 'text-bad',
  quiet: 'text-ink-3',
}
