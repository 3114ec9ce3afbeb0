// How figures are said to people, everywhere: in the terminal, on the page and in what is sent to them.

const steps: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
]

/** `1h 5m`: the two greatest units that matter; under a second in ms. */
export function duration(ms: number): string {
  const first = steps.findIndex(([size]) => ms >= size)
  if (first === -1) return `${Math.max(0, Math.round(ms))} ms`
  const [size, unit] = steps[first] ?? [1000, 's']
  const [smaller, smallerUnit] = steps[first + 1] ?? [0, '']
  const rest = smaller > 0 ? Math.floor((ms % size) / smaller) : 0
  const whole = `${Math.floor(ms / size)}${unit}`
  return rest > 0 ? `${whole} ${rest}${smallerUnit}` : whole
}

/** `0.4s`, `75.0s`: a time that is watched while it passes, and keeps its place in a column. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}s`
}

/** `3m ago`: one unit, because an age that is read at a glance needs no second one. */
export function age(at: number, now: number): string {
  // Wall time: only shown.
  const ms = now - at
  const step = steps.find(([size]) => ms >= size)
  if (!step || ms < 5000) return 'now'
  return `${Math.floor(ms / step[0])}${step[1]} ago`
}

/** `3m 2s ago`, as exact as a duration; anything under a second is `now`. */
export function exactAge(at: number, now: number): string {
  // Wall time: only shown.
  return now - at < 1000 ? 'now' : `${duration(now - at)} ago`
}

/** `at 14:05`, `on Tuesday at 14:05`, `on 12 January at 14:05`: a date to come, as somebody would say it. */
export function dayTime(at: number, now: number): string {
  const date = new Date(at)
  const clock = `at ${date.toTimeString().slice(0, 5)}`
  if (date.toDateString() === new Date(now).toDateString()) return clock
  // Wall time: only shown.
  const isThisWeek = at > now && at - now < 6 * 86_400_000
  const day = date.toLocaleDateString(
    'en-GB',
    isThisWeek ? { weekday: 'long' } : { day: 'numeric', month: 'long' },
  )
  return `on ${day} ${clock}`
}

/** `$12.34`; `$0.0012` where cents are too coarse. */
export function money(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.00995 ? 4 : 2)}`
}

/** `950`, `12.3k`, `4.5M`. */
export function compact(count: number): string {
  if (count < 1000) return String(Math.round(count))
  const [size, unit] = count < 999_500 ? [1000, 'k'] : count < 999_500_000 ? [1e6, 'M'] : [1e9, 'G']
  const scaled = count / size
  return `${scaled.toFixed(scaled < 99.5 ? 1 : 0).replace(/\.0$/, '')}${unit}`
}

/** `512 B`, `12.3 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3))
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** `1 file`, `3 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** One line of at most `most` characters. */
export function oneLine(words: string, most: number): string {
  const flat = words.replaceAll(/\s+/g, ' ').trim()
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat
}
