import { styleText } from 'node:util'
import { toErrorBody, type IrisError } from '../../contract/plain.ts'

export { harmless } from '../../platform/lib/index.ts'

/** How a command speaks: to a person, or as JSON for programs. */
export interface Output {
  json: boolean
  /** How wide the terminal is; undefined when the output goes elsewhere. */
  width: number | undefined
  /** For a person only; silent with `--json`. */
  line(text?: string): void
  /** The result: JSON with `--json`, otherwise what `show` prints. */
  result(value: unknown, show: () => void): void
  /** What went wrong and the way out. */
  error(error: IrisError): void
}

type Style = Parameters<typeof styleText>[0]

export function createOutput(options: { json: boolean; colour: boolean }): Output & { paint: Paint } {
  const paint: Paint = (style, text) => (options.colour ? styleText(style, text) : text)
  const write = (text: string): void => void process.stdout.write(`${text}\n`)
  return {
    json: options.json,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    paint,
    line: (text = '') => (options.json ? undefined : write(text)),
    result: (value, show) => (options.json ? write(JSON.stringify(value)) : show()),
    error(error) {
      if (options.json) return write(JSON.stringify(toErrorBody(error)))
      process.stderr.write(`${paint('red', '✗')} ${error.message}\n  ${error.kind.advice}\n`)
    },
  }
}

export type Paint = (style: Style, text: string) => string

/** Rows as aligned columns; the first row may be a heading. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => visible(row[column] ?? ''))),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - visible(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/** Length on screen: colour codes take no room. */
export function visible(text: string): number {
  return text.replaceAll(ansi, '').length
}
// oxlint-disable-next-line no-control-regex
const ansi = /\u001B\[[0-9;]*m/g

export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3))
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

export function duration(ms: number): string {
  const steps: [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'm'],
    [1000, 's'],
  ]
  const first = steps.findIndex(([size]) => ms >= size)
  if (first === -1) return `${Math.round(ms)} ms`
  const [size, unit] = steps[first] ?? [1000, 's']
  const [smaller, smallerUnit] = steps[first + 1] ?? [0, '']
  const rest = smaller > 0 ? Math.floor((ms % size) / smaller) : 0
  return rest > 0
    ? `${Math.floor(ms / size)}${unit} ${rest}${smallerUnit}`
    : `${Math.floor(ms / size)}${unit}`
}
