import type { UsageRow } from '../../contract/plain.ts'
import { tokensOf } from './spending.ts'

/** By what usage is divided, and what of it is shown. */
export type Divide = 'team' | 'model'
export type Measure = 'cost' | 'tokens' | 'turns'

/** One column of a plot: a day and what each part had in it. */
export interface Column {
  at: number
  parts: { name: string; value: number }[]
  total: number
}

const measures: Readonly<Record<Measure, (row: UsageRow) => number>> = {
  cost: (row) => row.costUsd + row.rehearsedUsd,
  tokens: tokensOf,
  turns: (row) => row.turns,
}

/** Columns of so many days, the last being today, and the parts by size. */
export function columnsOf(
  rows: readonly UsageRow[],
  options: { divide: Divide; measure: Measure; days: number; now: number },
): { columns: Column[]; names: string[] } {
  const { divide, measure, days, now } = options
  const value = measures[measure]
  const nameOf = (row: UsageRow): string => (divide === 'team' ? row.team : (row.model ?? 'not known'))
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + value(row))
  const names = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  const columns = daysBefore(now, days).map((at, place, all) => {
    const end = all[place + 1] ?? Number.POSITIVE_INFINITY
    const own = rows.filter((row) => row.at >= at && row.at < end)
    const parts = names.map((name) => ({
      name,
      value: own.reduce((sum, row) => sum + (nameOf(row) === name ? value(row) : 0), 0),
    }))
    return { at, parts, total: parts.reduce((sum, part) => sum + part.value, 0) }
  })
  return { columns, names }
}

/** The midnights of the last days, as the reader's own calendar has them. */
function daysBefore(now: number, days: number): number[] {
  return Array.from({ length: days }, (_, place) => {
    const day = new Date(now)
    day.setHours(0, 0, 0, 0)
    day.setDate(day.getDate() - (days - 1 - place))
    return day.getTime()
  })
}

/** A round number not below a value, for the top of a plot. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}
