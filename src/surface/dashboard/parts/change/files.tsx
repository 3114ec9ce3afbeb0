import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState, type JSX } from 'react'
import type { ChangedFile, FileChange } from '../../../../contract/plain.ts'
import { counted } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../fault.tsx'
import { Section } from '../section.tsx'
import { FileRow } from './file-row.tsx'
import { changeReading } from './queries.ts'
import { rowsOf } from './rows.ts'

const heights = { file: 32, line: 18, hunk: 24, note: 24, more: 34 } as const
/** So many files are open from the beginning. */
const openAtFirst = 3

/** Which pages of which files are wanted, by where each page begins. */
type Wanted = ReadonlyMap<string, readonly number[]>

/** The files that a change touches; the lines of a file are read when it is opened, and only those on screen exist. */
export function Files({ task }: { task: string }): JSX.Element {
  const found = useInfiniteQuery(useReading(changeReading).files(task))
  const [first] = found.data?.pages ?? []
  if (found.error)
    return (
      <Section name="Changed files">
        <Fault error={found.error} />
      </Section>
    )
  if (!first)
    return (
      <Section name="Changed files">
        <p className="text-sm text-ink-3">Reading what changed …</p>
      </Section>
    )
  const { counts, branch, into, isCut } = first
  return (
    <Section name="Changed files">
      <p className="pb-2 text-sm text-ink-2">
        {counted(counts.files, 'file')}, <span className="text-good">+{counts.added}</span>{' '}
        <span className="text-bad">−{counts.removed}</span> on <code className="font-mono">{branch}</code>{' '}
        since it left <code className="font-mono">{into}</code>
        {isCut && '; there are more than can be listed'}
      </p>
      <Lines key={first.commit} task={task} files={found.data?.pages.flatMap(({ files }) => files) ?? []} />
      {found.hasNextPage && (
        <button
          type="button"
          className="button mt-2"
          disabled={found.isFetching}
          onClick={() => void found.fetchNextPage()}
        >
          More files
        </button>
      )}
    </Section>
  )
}

function Lines({ task, files }: { task: string; files: readonly ChangedFile[] }): JSX.Element {
  const [wanted, setWanted] = useState<Wanted>(
    () => new Map(files.slice(0, openAtFirst).map(({ path }) => [path, [0]])),
  )
  const open = useOpen(task, wanted)
  const rows = useMemo(() => rowsOf(files, open), [files, open])
  const box = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (place) => heights[rows[place]?.kind ?? 'line'],
    getItemKey: (place) => rows[place]?.key ?? place,
    overscan: 20,
  })
  const toggle = (path: string): void => setWanted(toggled(wanted, path))
  const more = (path: string, after: number): void =>
    setWanted(new Map(wanted).set(path, [...(wanted.get(path) ?? []), after]))
  return (
    <div
      ref={box}
      role="region"
      aria-label="What changes, line by line"
      // What scrolls must be reachable by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[70dvh] overflow-auto border border-line bg-raised"
    >
      <div className="relative min-w-full" style={{ height: drawn.getTotalSize() }}>
        {drawn.getVirtualItems().map(({ index, start, size, key }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                className="absolute top-0 left-0 min-w-full"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <FileRow row={row} onToggle={toggle} onMore={more} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

function toggled(wanted: Wanted, path: string): Wanted {
  const next = new Map(wanted)
  if (!next.delete(path)) next.set(path, [0])
  return next
}

/** The pages of the open files, as far as they are there. */
function useOpen(task: string, wanted: Wanted): ReadonlyMap<string, readonly (FileChange | undefined)[]> {
  const { lines } = useReading(changeReading)
  const pages = useMemo(
    () => [...wanted].flatMap(([path, afters]) => afters.map((after) => ({ path, after }))),
    [wanted],
  )
  const found = useQueries({
    queries: pages.map(({ path, after }) => lines(task, path, after)),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(() => {
    const open = new Map<string, (FileChange | undefined)[]>()
    for (const [at, { path }] of pages.entries()) open.set(path, [...(open.get(path) ?? []), found[at]])
    return open
  }, [pages, found])
}
