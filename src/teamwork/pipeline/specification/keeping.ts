import { posix } from 'node:path'
import { newId, type SpecContent, type SpecDraft, type SpecReport } from '../../../contract/index.ts'
import { about, keyOf, refused, teamOf, type SpecContext } from './context.ts'
import { documentOf } from './document.ts'
import { migrationsIn, numbersIn, withNames, type Numbered } from './numbering.ts'
import { askDue, momentsOf } from './questions.ts'
import type { SpecRow } from './rows.ts'
import { readTasksText, tasksText } from './tasks-file.ts'
import { reportOf } from './validation.ts'

const maxNames = 2000

/** What somebody wrote, and who. */
export interface Written {
  draft: SpecDraft
  by: string
  /** What else becomes so with it. */
  also?: (content: SpecContent) => void
}

/** Looks a draft through; one without errors is the next revision. */
export async function keep(context: SpecContext, row: SpecRow, written: Written): Promise<SpecReport> {
  const { draft, by, also } = written
  const { questions, ...content } = draft
  const folder = teamOf(context, row.team).path
  const there = await filesThere(context, folder, content)
  const taken = await numbersThere(context, folder, content)
  const report = looked(context, row, { content, there })
  if (report.errors.length > 0) return report
  return context.log.write((append) => {
    const now = context.rows.get(row.id)
    if (now?.revision !== row.revision || now.droppedAt !== null)
      throw refused(`${keyOf(row)} was changed meanwhile.`)
    const named = withMigrations(context, row, { content, taken })
    const gotchas = gotchasFor(context, row, named)
    const found = looked(context, row, { content: named, there })
    const number = row.revision + 1
    context.rows.addRevision({
      spec: row.id,
      number,
      content: named,
      gotchas,
      report: found,
      notes: row.notes,
      madeBy: by,
      at: context.clock.now(),
    })
    if (row.ask !== null) context.inbox.withdrawOne(row.ask, 'there is a later revision')
    append({
      type: 'spec.generated',
      data: {
        ...about(row),
        revision: number,
        tasks: named.tasks.length,
        tokens: found.tokens,
        errors: found.errors.length,
        by,
      },
    })
    const asked = askDue(context, row, { by: 'spec.generated', moments: momentsOf(row, named, questions) })
    const done = { notes: [], tries: 0, problem: null, stage: null, ask: null }
    context.rows.set(row.id, { ...done, asked, revision: number })
    also?.(named)
    return found
  })
}

function looked(
  { numbers }: SpecContext,
  row: SpecRow,
  { content, there }: { content: SpecContent; there: ReadonlySet<string> },
): SpecReport {
  const of = { project: row.project, spec: row.id }
  const paths = content.tasks.flatMap(({ files }) => files.map(({ path }) => path))
  return reportOf(content, {
    document: documentOf(content, row.scope),
    tasksFile: readTasksText(tasksText(content, {})),
    there,
    taken: new Set(paths.filter((path) => numbers.otherOf(of, path) !== undefined)),
  })
}

/** The numbers of its migrations are given in the transaction that stores its tasks. */
function withMigrations(
  { numbers }: SpecContext,
  { project, id: spec }: SpecRow,
  { content, taken }: { content: SpecContent; taken: ReadonlyMap<string, Numbered> },
): SpecContent {
  const names = numbers.reserve({ project, spec }, migrationsIn(content.tasks), taken)
  return { ...content, tasks: withNames(content.tasks, names) }
}

/** What was learned before that holds for each task; at most five. */
function gotchasFor(
  { lessons }: SpecContext,
  { project }: SpecRow,
  { tasks }: SpecContent,
): Record<string, string[]> {
  const primed = tasks.map(({ id, title, phase, files }) => ({
    id,
    task: newId('tsk'),
    project,
    title,
    phase,
    files,
  }))
  const found = lessons.primeTasks(primed)
  return Object.fromEntries(
    primed.flatMap(({ id, task }) => {
      const texts = (found.get(task) ?? []).map(({ text }) => text)
      return texts.length > 0 ? [[id, texts]] : []
    }),
  )
}

/** Which files that the tasks name are there. */
async function filesThere(
  { projects }: SpecContext,
  folder: string,
  { tasks }: SpecContent,
): Promise<Set<string>> {
  const paths = [...new Set(tasks.flatMap(({ files }) => files.map(({ path }) => path)))]
  const found = await Promise.all(
    paths.map(async (path) => ({ path, where: await projects.holds(folder, path) })),
  )
  return new Set(found.filter(({ where }) => where === 'inside').map(({ path }) => path))
}

async function numbersThere(
  { projects }: SpecContext,
  folder: string,
  { tasks }: SpecContent,
): Promise<Map<string, Numbered>> {
  const folders = [...new Set(migrationsIn(tasks).map((path) => posix.dirname(path)))]
  const found = await Promise.all(
    folders.map(async (one) => ({ one, names: (await projects.list(folder, one, maxNames)).names })),
  )
  return new Map(found.map(({ one, names }) => [one, numbersIn(names)]))
}
