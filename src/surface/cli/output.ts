import { styleText } from 'node:util'
import { toErrorBody, type IrisError } from '../../contract/plain.ts'
import { harmlessJson } from '../../platform/lib/index.ts'
import { createOwnCodes, withoutCodes, type OwnCodes } from './own-codes.ts'

export { harmless, harmlessInLine } from '../../platform/lib/index.ts'

/** How a command speaks: to a person, or as JSON for programs. Nothing else of the command line writes. */
export interface Output {
  json: boolean
  /** How wide the terminal is; undefined when the output goes elsewhere. */
  width: number | undefined
  /** For a person only; silent with `--json`. */
  line(text?: string): void
  /** Part of a line, as it is. */
  text(text: string): void
  /** Beside the result, on stderr. */
  note(text: string): void
  /** Part of such a line. */
  noteText(text: string): void
  /** The result: JSON with `--json`, otherwise what `show` prints. */
  result(value: unknown, show: () => void): void
  /** What went wrong and the way out. */
  error(error: IrisError): void
  paint: Paint
  /** Marks a code for the terminal as ours, so that it is obeyed. */
  own: (code: string) => string
  /** A text as the terminal may be shown it, for what writes by itself, such as a prompt. */
  shown: (text: string) => string
}

type Style = Parameters<typeof styleText>[0]

export function createOutput(options: { json: boolean; colour: boolean }): Output {
  const { own, shown } = createOwnCodes()
  const paint: Paint = (style, text) => (options.colour ? painted(own, style, text) : text)
  const text = (piece: string): void => void process.stdout.write(shown(piece))
  const noteText = (piece: string): void => void process.stderr.write(shown(piece))
  const json = (value: unknown): void => void process.stdout.write(`${harmlessJson(value)}\n`)
  return {
    json: options.json,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    line: (line = '') => (options.json ? undefined : text(`${line}\n`)),
    text,
    note: (note) => noteText(`${note}\n`),
    noteText,
    result: (value, show) => (options.json ? json(value) : show()),
    error(error) {
      if (options.json) return json(toErrorBody(error))
      noteText(`${paint('red', '✗')} ${error.message}\n  ${error.kind.advice}\n`)
    },
    paint,
    own,
    shown,
  }
}

function painted(own: OwnCodes['own'], style: Style, text: string): string {
  const [before = '', after = ''] = styleText(style, '\0', { validateStream: false }).split('\0')
  return own(before) + text + own(after)
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
  return withoutCodes(text).length
}
