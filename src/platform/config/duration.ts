import { z } from 'zod'

const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const
const shape = /^(\d{1,12}(?:\.\d{1,6})?) ?(ms|s|m|h|d)$/

/** The shortest and the longest time a key takes, in ms. */
export interface DurationBounds {
  least: number
  most: number
}

/** Bounds of the clocks that wait for an agent. */
export const waitBounds: DurationBounds = { least: 100, most: units.d }

// Node fires timers above 2^31 ms (24.8 days) at once, so nothing here may come near that.
/** Bounds of how long an agent may stay without work. */
export const idleBounds: DurationBounds = { least: 100, most: 7 * units.d }

/** `1500` for "1.5s"; undefined for anything that is not a number with one of the units ms, s, m, h, d. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = shape.exec(text) ?? []
  if (amount === undefined || !isUnit(unit)) return undefined
  return Math.round(Number(amount) * units[unit])
}

/** The shortest exact way to write a time: 90000 is "90s", 3600000 is "1h". */
export function formatDuration(milliseconds: number): string {
  const fits = Object.entries(units).find(([, size]) => milliseconds >= size && milliseconds % size === 0)
  const [unit, size] = fits ?? ['ms', 1]
  return `${milliseconds / size}${unit}`
}

/** A time in a file: a number of milliseconds, or text such as "30s"; parses to milliseconds. */
export function duration(bounds: DurationBounds): z.ZodType<number, number | string> {
  const { least, most } = bounds
  const error = `a time from ${formatDuration(least)} to ${formatDuration(most)}, as milliseconds or as 500ms, 30s, 5m, 2h, 1d`
  const number = z.int({ error }).min(least, { error }).max(most, { error })
  const text = z.string({ error }).regex(shape, { error })
  const written = z.union([number, text], { error }).meta({ title: error })
  return written.transform((value, context) => {
    const milliseconds = typeof value === 'number' ? value : parseDuration(value)
    if (milliseconds !== undefined && milliseconds >= least && milliseconds <= most) return milliseconds
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })
}

function isUnit(unit: string | undefined): unit is keyof typeof units {
  return unit !== undefined && Object.hasOwn(units, unit)
}
