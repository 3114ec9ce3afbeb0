import type { ChangedFile, FileChange, Hunk } from '../../../../contract/plain.ts'

type Line = Hunk['lines'][number]

/** One row of a change as it is drawn. */
export type Row =
  | { kind: 'file'; key: string; file: ChangedFile; isOpen: boolean }
  | { kind: 'note'; key: string; words: string }
  | { kind: 'hunk'; key: string; words: string }
  | { kind: 'line'; key: string; line: Line; path: string }
  | { kind: 'more'; key: string; path: string; after: number }

/** The files of a change as rows, with the lines of those that are open. */
export function rowsOf(
  files: readonly ChangedFile[],
  open: ReadonlyMap<string, readonly (FileChange | undefined)[]>,
): Row[] {
  return files.flatMap((file) => {
    const pages = open.get(file.path)
    const head: Row = { kind: 'file', key: file.path, file, isOpen: pages !== undefined }
    return pages ? [head, ...within(file, pages)] : [head]
  })
}

function within(file: ChangedFile, pages: readonly (FileChange | undefined)[]): Row[] {
  const { path } = file
  const note = (words: string): Row => ({ kind: 'note', key: `${path}:${words}`, words })
  const notes = notesOf(file).map(note)
  const rows = pages.flatMap((page, at) => (page ? linesOf(page.hunks, `${path}:${at}`, path) : []))
  const last = pages.at(-1)
  if (!last) return [...notes, ...rows, note('Reading it …')]
  const more: Row[] =
    last.next === null ? [] : [{ kind: 'more', key: `${path}:more`, path, after: last.next }]
  const cut = last.isCut ? [note('There is more than can be shown here; see it with git diff.')] : []
  return [...notes, ...rows, ...more, ...cut]
}

function linesOf(hunks: readonly Hunk[], key: string, path: string): Row[] {
  return hunks.flatMap((hunk, at): Row[] => {
    const lines = hunk.lines.map((line, place): Row => ({
      kind: 'line',
      key: `${key}:${at}:${place}`,
      line,
      path,
    }))
    if (hunk.goesOn) return lines
    const where = `@@ line ${hunk.newStart}${hunk.heading ? `  ${hunk.heading}` : ''}`
    return [{ kind: 'hunk', key: `${key}:${at}`, words: where }, ...lines]
  })
}

/** What lines do not show. */
function notesOf({ added, isSubmodule, mode, from, status }: ChangedFile): string[] {
  return [
    ...(from && status === 'renamed' ? [`It was called ${from}.`] : []),
    ...(from && status === 'copied' ? [`It was copied from ${from}.`] : []),
    ...(mode ? [`Its mode changes: ${mode}.`] : []),
    ...(isSubmodule ? ['It is another repository, of which the commit changes.'] : []),
    ...(added === null && !isSubmodule ? ['It is binary: its content is not shown.'] : []),
  ]
}
