import { messageOf } from '../../../platform/lib/index.ts'
import { BuildLimits, type AskAnswer, type SpecComment } from '../../../contract/index.ts'
import { about, hashOf, keyOf, type SpecContext } from './context.ts'
import { ask, completeFacts } from './questions.ts'
import type { RevisionRow, SpecNote, SpecRow } from './rows.ts'
import { tasksText } from './tasks-file.ts'
import { filesOf } from './views.ts'

/** What can be chosen where a spec is approved; the words are those of the triggers. */
export const labels = {
  build: 'Approve and build',
  later: 'Approve, build later',
  back: 'Send it back',
  drop: 'Drop it',
} as const
const maxComments = 100

/** Asks whether a spec is right, or, of one that cannot be written, what is to become of it. */
export function propose(context: SpecContext, row: SpecRow): void {
  const { rows, log } = context
  const revision = rows.revision(row.id, row.revision)
  const isStuck = row.problem !== null || !revision
  const event = isStuck ? 'spec_stuck' : 'spec_complete'
  const facts = isStuck ? { problem: row.problem ?? '' } : completeFacts(revision.content)
  log.write(() => {
    const [asked] = ask(context, row, { moment: { event, facts }, under: markOf(row, revision) })
    if (asked) rows.set(row.id, { ask: asked.ask })
  })
}

/** Says which text is approved: that with this mark. */
function markOf(row: SpecRow, revision: RevisionRow | undefined): string {
  if (!revision || row.problem !== null) return ''
  const hashes = filesOf(row, revision).map((file) => file.hash)
  return `\nRevision ${revision.number}, ${hashOf(hashes.join(' '))}`
}

/** Does what a person answered. */
export async function decide(context: SpecContext, row: SpecRow): Promise<void> {
  const { answer } = row.ask === null ? { answer: null } : context.inbox.view(row.ask)
  if (!answer) return
  const chosen = answer.chosen.flatMap((one) => one.labels)
  if (chosen.includes(labels.drop)) return drop(context, row, answer.by)
  const isApproved = chosen.includes(labels.build) || chosen.includes(labels.later)
  if (isApproved) return approve(context, row, { by: answer.by, build: chosen.includes(labels.build) })
  const revision = context.rows.revision(row.id, row.revision)
  return sendBack(context, row, { comments: commentsIn(wordsOf(answer), revision, row), by: answer.by })
}

function wordsOf({ chosen, text }: AskAnswer): string {
  return [...chosen.flatMap((one) => one.text ?? []), text ?? ''].filter((one) => one !== '').join('\n')
}

/** Comments as people write them: `12: words` is about line 12 of spec.md, `tasks.md:3: words` about one of tasks.md. */
function commentsIn(words: string, revision: RevisionRow | undefined, row: SpecRow): SpecComment[] {
  const names = new Set(revision ? filesOf(row, revision).map(({ name }) => name) : [])
  return words
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, maxComments)
    .map((line) => {
      const [, name, number, text] = /^\s*(?:(spec\.md|tasks\.md):)?(\d{1,5}):\s*(\S.*)$/.exec(line) ?? []
      const file =
        name === 'tasks.md' || (name === undefined && !names.has('spec.md')) ? 'tasks.md' : 'spec.md'
      if (number === undefined || text === undefined) return { file, line: null, text: line.trim() }
      return { file, line: Number(number), text }
    })
}

/** The next revision heeds what was said; what is proposed now is withdrawn. */
export function sendBack(
  { inbox, rows, log }: SpecContext,
  row: SpecRow,
  { comments, by }: { comments: readonly SpecComment[]; by: string },
): void {
  const revision = rows.revision(row.id, row.revision)
  const lines = new Map(
    revision ? filesOf(row, revision).map(({ name, text }) => [name, text.split('\n')]) : [],
  )
  const notes = comments.map(({ file, line, text }): SpecNote => {
    const quoted = line === null ? undefined : lines.get(file)?.[line - 1]
    return { file, line, text, about: quoted ?? null, by }
  })
  log.write((append) => {
    if (row.ask !== null) inbox.withdrawOne(row.ask, 'it was sent back')
    // What needs words is no longer small.
    const lane = row.lane === 'direct' ? 'quick' : row.lane
    rows.set(row.id, { notes: [...row.notes, ...notes], ask: null, tries: 0, lane })
    append({ type: 'spec.revision_requested', data: { ...about(row), comments: notes.length, by } })
  })
}

export function drop({ inbox, rows, log, clock }: SpecContext, row: SpecRow, by: string): void {
  log.write((append) => {
    for (const open of openAsks(row)) inbox.withdrawOne(open, 'the spec was dropped')
    rows.set(row.id, { droppedAt: clock.now(), ask: null, stage: null })
    append({ type: 'spec.dropped', data: { ...about(row), by } })
  })
}

const openAsks = ({ ask: approval, asked }: SpecRow) => [
  ...(approval === null ? [] : [approval]),
  ...asked.map((one) => one.ask),
]

/** Its tasks become tasks of the project in the same change, and a build of them is wanted. */
export async function approve(
  context: SpecContext,
  row: SpecRow,
  { by, build }: { by: string; build: boolean },
): Promise<void> {
  const { rows, log, tasks, inbox, clock } = context
  const importTasks = await tasks.importer(row.team)
  log.write((append) => {
    const revision = rows.revision(row.id, row.revision)
    if (!revision || isOver(rows.get(row.id))) return
    importTasks({ path: row.source, text: tasksText(revision.content, revision.gotchas) }, by)
    for (const open of openAsks(row)) inbox.withdrawOne(open, 'the spec is approved')
    rows.set(row.id, { approvedAt: clock.now(), approvedBy: by, wantsBuild: build, problem: null })
    const keys = tasks.ofFile(row.project, row.source)
    append({
      type: 'spec.approved',
      data: { ...about(row), revision: revision.number, tasks: keys, build, by },
    })
  })
}

const isOver = (row: SpecRow | undefined): boolean =>
  !row || row.approvedAt !== null || row.droppedAt !== null

/** Starts the build of an approved spec; which one that is becomes known with its event. */
export async function startBuild(context: SpecContext, row: SpecRow): Promise<void> {
  const { work, rows, logger } = context
  const limits = BuildLimits.parse({})
  const check = row.command === null ? {} : { check: row.command }
  const wanted = { team: row.team, tasks: [], source: row.source, parallel: 2, limits, confirmed: true }
  try {
    await work.start({ ...wanted, ...check }, { by: row.approvedBy ?? 'user' })
  } catch (error) {
    const problem = messageOf(error)
    logger.warn('a build of a spec did not start', { spec: keyOf(row), problem })
    rows.set(row.id, { wantsBuild: false, problem })
  }
}
