const dayMs = 86_400_000

/** `at 14:05`, `on Tuesday at 14:05`, `on 12 January at 14:05`: a date to come, as somebody would say it. */
export function dayTime(at: number, now: number): string {
  const date = new Date(at)
  const clock = `at ${date.toTimeString().slice(0, 5)}`
  if (date.toDateString() === new Date(now).toDateString()) return clock
  // Wall time: only shown.
  const isThisWeek = at > now && at - now < 6 * dayMs
  const day = date.toLocaleDateString(
    'en-GB',
    isThisWeek ? { weekday: 'long' } : { day: 'numeric', month: 'long' },
  )
  return `on ${day} ${clock}`
}
