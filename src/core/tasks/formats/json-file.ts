import type { Diagnostics } from './diagnostics.ts'
import { JsonFault, readJson, type JsonNode } from './json.ts'
import { lineCounter } from './lines.ts'
import { statusOf } from './status-words.ts'
import type { FileStatus, StatusMark } from './task.ts'

/** The value of a JSON text; a text that is none is a diagnostic with its line. */
export function readWhole(text: string, diagnostics: Diagnostics): JsonNode | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const line = lineCounter(text)(error.offset)
    diagnostics.add('BAD_BLOCK', line, { message: `The file is no JSON: ${error.message}.` })
    return undefined
  }
}

/** The words that a format has for each status, and what they mean to Iris; usual other words are read too. */
export interface StatusTable {
  read: Readonly<Record<string, FileStatus>>
  written: Readonly<Record<FileStatus, string>>
}

/** What a text under `status` says, as a mark that can be written. */
export function wordMark(
  node: JsonNode | undefined,
  table: StatusTable,
  unknown: (word: string) => void,
): StatusMark | undefined {
  if (!node) return undefined
  const word = node.kind === 'scalar' ? String(node.value) : 'something else'
  const known = Object.hasOwn(table.read, word) ? table.read[word] : statusOf(word)
  if (known === undefined) unknown(word)
  const { start, end } = node
  return { start, end, status: known ?? 'deferred', write: (status) => JSON.stringify(table.written[status]) }
}

/** What a number or a text says as an id. */
export function idOf(node: JsonNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || (typeof node.value !== 'string' && typeof node.value !== 'number'))
    return undefined
  const id = String(node.value).trim()
  return id === '' ? undefined : id
}

/** Tells of something without an id, and what it is called instead. */
export function namedInstead(diagnostics: Diagnostics, line: number, task: string): string {
  diagnostics.add('MISSING_ID', line, { task, message: `This has no id; it is called ${task} here.` })
  return task
}
