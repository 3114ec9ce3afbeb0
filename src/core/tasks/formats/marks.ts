import type { Item } from './checklist.ts'
import type { Diagnostics } from './diagnostics.ts'
import type { FileStatus, StatusMark } from './task.ts'

const complete = new Set(['x', 'X', '✓', '✔', '✅', '☑'])
const empty = new Set([' ', '', '\u00A0'])

/** The signs besides an x and nothing that boxes of a format have. */
export type OtherMarks = Readonly<Record<string, FileStatus>>

/** What the box of an item says, as a mark that can be written; a sign nobody knows is a diagnostic. */
export function boxMark(
  item: Item,
  others: OtherMarks,
  report: { diagnostics: Diagnostics; task: string },
): StatusMark {
  const { mark, start, end } = item.box
  const known = complete.has(mark) ? 'complete' : empty.has(mark) ? 'pending' : others[mark]
  if (known === undefined)
    report.diagnostics.add('UNKNOWN_STATUS', item.line, {
      task: report.task,
      message: `[${mark}] is no mark that Iris knows, so the task is left alone.`,
    })
  return { start, end, status: known ?? 'deferred', write: (status) => written(mark, signOf(status, others)) }
}

/** An empty box stays as it is empty. */
function written(mark: string, sign: string): string {
  return sign === ' ' && empty.has(mark) ? mark : sign
}

function signOf(status: FileStatus, others: OtherMarks): string {
  if (status === 'complete') return 'x'
  const sign = Object.entries(others).find(([, meant]) => meant === status)?.[0]
  return sign ?? ' '
}
