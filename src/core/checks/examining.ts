import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { findIn, readChanged, testsRun, type RawFinding } from '../rules/index.ts'
import type { ChecksContext } from './context.ts'
import type { NewFinding } from './finding-rows.ts'
import { readChange, type Change } from './reading-change.ts'
import type { CheckRow } from './rows.ts'
import type { CheckedOutcome } from './running/command.ts'

/** What the look at a change found, and what it goes by. */
export interface Examined {
  /** The same for the same change; null when nothing could be compared. */
  change: string | null
  findings: NewFinding[]
  /** What each file held. */
  read: Change | undefined
}

interface How {
  signal: AbortSignal
  isChangeExpected: boolean
}

/** Looks at the change before its check can touch it. */
export async function beforeRun(context: ChecksContext, row: CheckRow, how: How): Promise<Examined> {
  const { base, folder } = row
  if (base === null) return { change: null, findings: [], read: undefined }
  const read = await readChange(context, { folder, base, signal: how.signal })
  if (typeof read === 'string') {
    // Bound to this check alone: nobody knows what it would be accepted for.
    const finding = bound({ kind: 'not_comparable', path: null, line: null, words: read }, [row.id])
    return { change: null, findings: [finding], read: undefined }
  }
  return { change: read.digest, findings: await findingsIn(read, row, how), read }
}

async function findingsIn(
  { files, digest }: Change,
  { base, task }: CheckRow,
  how: How,
): Promise<NewFinding[]> {
  if (files.length === 0) {
    if (!how.isChangeExpected) return []
    const words = `Nothing differs from ${base?.slice(0, 12)}.`
    return [bound({ kind: 'empty_change', path: null, line: null, words }, [base ?? '', task ?? ''])]
  }
  const read = []
  for (const { file } of files) {
    read.push(readChanged(file))
    // Other work comes between, because a change may be long.
    await setImmediate()
  }
  const texts = new Map(files.map(({ file }) => [file.path, [file.before ?? '', file.after ?? '']]))
  const olds = new Map(files.map(({ file }) => [file.from ?? file.path, file.path]))
  return findIn(read).map((found) => {
    const path = found.path ?? ''
    const own = texts.get(path) ?? texts.get(olds.get(path) ?? '')
    return bound(found, own ?? [digest])
  })
}

/** Who does the work cannot also say alone what proves it: a person looks at the command once. */
export function ownCheck({ whoSaid }: ChecksContext, { task, steps }: CheckRow): NewFinding[] {
  const own = steps.filter(({ from }) => from === 'task')
  const by = task !== null && own.length > 0 ? whoSaid(task) : null
  if (task === null || by === null) return []
  const commands = own.map(({ command }) => command)
  const words = `What proves the task was said by an agent, ${by}: “${cut(commands.join('; '))}”`
  return [bound({ kind: 'own_check', path: null, line: null, words }, [task, ...commands])]
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** What the output of a command that passed tells of the tests it ran. */
export function outputFindings(
  command: string,
  { stdout, stderr }: Pick<CheckedOutcome, 'stdout' | 'stderr'>,
  { examined, check }: { examined: Examined; check: string },
): NewFinding[] {
  if (testsRun(`${stdout}\n${stderr}`) !== 0) return []
  const words = `“${cut(command)}” ran no test.`
  return [bound({ kind: 'no_tests', path: null, line: null, words }, [command, examined.change ?? check])]
}

/** Files that git knows and that are not as they were when the check began. */
export async function afterRun(
  context: ChecksContext,
  row: CheckRow,
  { before: { read: before }, signal }: { before: Examined; signal: AbortSignal },
): Promise<NewFinding[]> {
  const { base, folder } = row
  if (base === null || !before) return []
  const now = await readChange(context, { folder, base, signal })
  if (typeof now === 'string')
    return [bound({ kind: 'not_comparable', path: null, line: null, words: now }, [row.id])]
  const hashes = (change: Change): Map<string, string> =>
    new Map(change.files.filter(({ isKnown }) => isKnown).map(({ file, hash }) => [file.path, hash]))
  const [was, is] = [hashes(before), hashes(now)]
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path))
  return paths.map((path) => {
    const words = 'It changed while the check ran, so what was checked is not what is there.'
    return bound({ kind: 'changed_meanwhile', path, line: null, words }, [
      was.get(path) ?? '',
      is.get(path) ?? '',
    ])
  })
}

/** Binds a finding to the content it was found in. */
function bound(found: RawFinding, content: readonly string[]): NewFinding {
  const hash = createHash('sha256').update(JSON.stringify([found.kind, found.path, found.words, ...content]))
  return { ...found, mark: hash.digest('hex').slice(0, 32) }
}
