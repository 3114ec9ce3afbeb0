import { dayTime, type Retry } from '../../contract/plain.ts'

/** What cut a turn off that waits to be taken up again. */
export function limitWords({ for: what }: Pick<Retry, 'for'>): string {
  return what === 'quota'
    ? 'It was cut off at the account limit.'
    : 'Its budget had no room for what it was told.'
}

/** When such a turn runs again. */
export function againWords({ for: what, until, byHand }: Retry, now: number): string {
  if (byHand) return 'It was retried too often. It runs again when you say so.'
  if (until !== null) return `It runs again on its own ${dayTime(until, now)}.`
  return what === 'quota'
    ? 'It runs again on its own in a moment.'
    : 'It runs again on its own when the budget has room.'
}

/** Both in a few words, where there is little room. */
export function limitedPhrase(retry: Retry, now: number): string {
  const { for: what, until, byHand } = retry
  const limit = what === 'quota' ? 'at the account limit' : 'at its budget'
  if (byHand) return `${limit}; runs again when you say so`
  return until === null ? `${limit}; runs again on its own` : `${limit}; runs again ${dayTime(until, now)}`
}
