import type { TaskStatus } from '../../contract/index.ts'
import { rowsOf } from '../../core/wiki/index.ts'

/** What people write for each status, besides its name. */
const words: Readonly<Record<TaskStatus, readonly string[]>> = {
  complete: ['completed', 'done', 'merged', 'finished'],
  in_progress: ['working', 'started', 'wip', 'doing', 'running'],
  ready: ['open', 'todo', 'next', 'pending'],
  pending: ['open', 'todo', 'next', 'waiting', 'waits'],
  blocked: ['waiting', 'waits', 'stuck'],
  failed: ['broken'],
  skipped: ['dropped'],
  deferred: ['later', 'postponed'],
  cancelled: ['canceled', 'dropped', 'stopped'],
}
const all = Object.entries(words).flatMap(([status, others]) => [spaced(status), ...others])

/** What the page Sprint says of each task of a project that it lists, in a table or in lists. */
export function readSprint(text: string, project: string): Map<string, string> {
  const inLists = entriesOfLists(text).map(({ item, said }) => ({ key: keyIn(item, project), said }))
  const inTable = rowsOf(text).map((row) => ({
    key: keyIn(row['Task'] ?? Object.values(row)[0] ?? '', project),
    said: row['Status'] ?? Object.values(row).join(' '),
  }))
  const found = [...inTable, ...inLists]
  // What stands first counts; a table before lists.
  return new Map(found.toReversed().flatMap(({ key, said }) => (key === undefined ? [] : [[key, said]])))
}

/** Each point of a list with what it says: by itself, or by the heading above it. */
function entriesOfLists(text: string): { item: string; said: string }[] {
  let heading = ''
  return text.split('\n').flatMap((line) => {
    heading = /^ {0,3}#{1,6}\s+(.*)$/.exec(line)?.[1] ?? heading
    const [, box, item] = /^\s*(?:[-*+]|\d+[.)])\s+(\[[ xX]\])?(.*)$/.exec(line) ?? []
    if (item === undefined) return []
    const said = `${boxWords(box)} ${item}`
    return [{ item, said: hasStatus(said) ? said : heading }]
  })
}

/** Whether words fit a status; those of the title of a task count for nothing. */
export function fitsStatus(said: string, status: TaskStatus, title: string): boolean {
  const plain = plainWords(said.replace(title, ' '))
  return [spaced(status), ...words[status]].some((word) => plain.includes(` ${word} `))
}

/** Whether a page names a task anywhere. */
export function isNamed(text: string, key: string): boolean {
  return new RegExp(`(?<![a-z0-9-])${key}(?!\\d)`).test(text)
}

function hasStatus(said: string): boolean {
  const plain = plainWords(said)
  return all.some((word) => plain.includes(` ${word} `))
}

/** Its words, each between spaces; what is denied is left out. */
function plainWords(said: string): string {
  const parts = said.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')
  return ` ${parts.replaceAll(/\bnot (?:yet )?\S+/g, ' ')} `.replaceAll('-', ' ')
}

function boxWords(box: string | undefined): string {
  return box === undefined || box === '[ ]' ? '' : 'done'
}

function spaced(status: string): string {
  return status.replaceAll('_', ' ')
}

/** The first key of a task of the project, which has no signs that mean something in a pattern. */
function keyIn(said: string, project: string): string | undefined {
  return new RegExp(`(?<![a-z0-9-])${project}-[1-9]\\d{0,8}(?!\\d)`).exec(said)?.[0]
}
