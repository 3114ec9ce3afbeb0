import type { FileDifference } from './changes.ts'
import { gitFailure } from './outcome.ts'
import { askGit, tryGit, type GitPlace } from './run.ts'
import { withScratch } from './scratch.ts'

const patchOutput = 4 * 1024 * 1024
const maxLine = 2000
const maxHunkLines = 500

/** One line of a hunk, with its number on each side that has it. */
interface DifferentLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  old: number | null
  new: number | null
  isCut: boolean
  hasNoNewline: boolean
}

/** Lines of a file that belong together. */
export interface DifferentLines {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  heading: string
  /** A long hunk comes in pieces: this one goes on where the one before ended. */
  goesOn: boolean
  lines: DifferentLine[]
}

/** The lines that differ in a file. What each side has is compared by its id, so no name or attribute of the project counts. */
export async function linesOf(
  repository: GitPlace,
  { ids, isSubmodule }: FileDifference,
): Promise<{ hunks: DifferentLines[]; isCut: boolean }> {
  if (isSubmodule) return { hunks: [submoduleHunk(ids)], isCut: false }
  if (ids.old !== null && ids.new !== null) return compared(repository, ids.old, ids.new)
  return withScratch(repository, async (scratch) => {
    const nothing = (await askGit(scratch, ['hash-object', '-w', '--stdin'], { input: '' })).trim()
    return compared(scratch, ids.old ?? nothing, ids.new ?? nothing)
  })
}

async function compared(
  repository: GitPlace,
  old: string,
  now: string,
): Promise<{ hunks: DifferentLines[]; isCut: boolean }> {
  const how = ['--no-color', '--no-ext-diff', '--no-textconv', '-U3', '--inter-hunk-context=0']
  const args = ['diff', ...how, old, now]
  const outcome = await tryGit(repository, args, { maxOutput: patchOutput })
  const { stdout, code, isWhole } = outcome
  if (code !== 0 && code !== null && stdout === '') throw await gitFailure(repository, args, outcome)
  return { hunks: parseHunks(stdout), isCut: !isWhole }
}

function submoduleHunk({ old, new: now }: FileDifference['ids']): DifferentLines {
  const line = (kind: 'added' | 'removed', id: string): DifferentLine => ({
    kind,
    text: `Subproject commit ${id}`,
    old: kind === 'removed' ? 1 : null,
    new: kind === 'added' ? 1 : null,
    isCut: false,
    hasNoNewline: false,
  })
  const lines = [...(old ? [line('removed', old)] : []), ...(now ? [line('added', now)] : [])]
  const sides = { oldStart: 1, oldLines: old ? 1 : 0, newStart: 1, newLines: now ? 1 : 0 }
  return { ...sides, heading: '', goesOn: false, lines }
}

function parseHunks(text: string): DifferentLines[] {
  const hunks: DifferentLines[] = []
  for (const line of text.split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s.exec(line)
    const last = hunks.at(-1)
    if (head) hunks.push(hunkAt(Number(head[1]), Number(head[2]), (head[3] ?? '').slice(0, maxLine)))
    else if (last?.lines.length === maxHunkLines && kinds[line[0] ?? '']) {
      const next = hunkAt(last.oldStart + last.oldLines, last.newStart + last.newLines, last.heading)
      hunks.push({ ...next, goesOn: true })
      addLine(hunks.at(-1) ?? next, line)
    } else if (last) addLine(last, line)
  }
  return hunks
}

const hunkAt = (oldStart: number, newStart: number, heading: string): DifferentLines => ({
  oldStart,
  oldLines: 0,
  newStart,
  newLines: 0,
  heading,
  goesOn: false,
  lines: [],
})

const kinds: Readonly<Record<string, DifferentLine['kind']>> = { ' ': 'same', '+': 'added', '-': 'removed' }

function addLine(hunk: DifferentLines, line: string): void {
  const last = hunk.lines.at(-1)
  if (line.startsWith('\\') && last) last.hasNoNewline = true
  const kind = kinds[line[0] ?? '']
  if (!kind) return
  hunk.lines.push({
    kind,
    text: line.slice(1, 1 + maxLine),
    old: kind === 'added' ? null : hunk.oldStart + hunk.oldLines,
    new: kind === 'removed' ? null : hunk.newStart + hunk.newLines,
    isCut: line.length > 1 + maxLine,
    hasNoNewline: false,
  })
  if (kind !== 'added') hunk.oldLines += 1
  if (kind !== 'removed') hunk.newLines += 1
}
