import { join } from 'node:path'
import { IrisError, SpecDraft, type SpecEdit, type SpecFile } from '../../../contract/index.ts'
import { about, hashOf, keyOf, refused, teamOf, type SpecContext } from './context.ts'
import { readDocument } from './document.ts'
import { keep } from './keeping.ts'
import type { RevisionRow, SpecRow } from './rows.ts'
import { readTasksText, tasksIn } from './tasks-file.ts'
import { filesOf } from './views.ts'

/** Writes the files of a spec into the repository. What somebody edited there is read back first. */
export async function exportSpec(
  context: SpecContext,
  row: SpecRow,
  by: string,
): Promise<{ folder: string; written: string[] }> {
  const { projects, rows, log } = context
  const { path } = teamOf(context, row.team)
  const files = filesOf(row, revisionOf(context, row))
  refuseBuilding(context, row)
  await projects.makeFolder(path, row.folder)
  const folder = join(path, row.folder)
  for (const { name, text } of files) await write(context, row, { folder, name, text })
  log.write((append) => {
    const written = Object.fromEntries(files.map(({ name, hash }) => [name, hash]))
    rows.set(row.id, { written })
    append({ type: 'spec.exported', data: { ...about(row), folder: row.folder, by } })
  })
  return { folder: row.folder, written: files.map(({ name }) => join(row.folder, name)) }
}

/** A build looks whether anybody but a person changes the main checkout; Iris does not either. */
function refuseBuilding({ work }: SpecContext, { project }: SpecRow): void {
  const { builds } = work.list({ state: 'open', limit: 200 })
  const other = builds.find((build) => build.project === project)
  if (other) throw refused(`${other.key} is under way and watches these files. Write them when it has ended.`)
}

async function write(
  { projects }: SpecContext,
  row: SpecRow,
  { folder, name, text }: { folder: string; name: SpecFile['name']; text: string },
): Promise<void> {
  const was = await projects.exact(folder, name)
  const isOurs = was === undefined || was === text || hashOf(was) === row.written[name]
  if (isOurs && (was === text || (await projects.replace(folder, name, { was, text })))) return
  throw new IrisError('SPEC_FILE_CHANGED', `Somebody edited ${join(row.folder, name)}.`)
}

/** What somebody changed in the files of a spec. */
export async function editsOf(context: SpecContext, row: SpecRow): Promise<SpecEdit[]> {
  return (await readEdits(context, row)).edits
}

/** Makes what somebody changed there the next revision, and of an approved one also of its tasks. */
export async function takeEdits(context: SpecContext, row: SpecRow, by: string): Promise<SpecEdit[]> {
  const { edits, draft, written } = await readEdits(context, row)
  if (edits.length === 0) return edits
  const read = SpecDraft.safeParse(draft)
  if (!read.success)
    throw invalid(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  const importTasks = await context.tasks.importer(row.team)
  const report = await keep(context, row, {
    draft: read.data,
    by,
    also: () => {
      const { rows } = context
      const now = rows.get(row.id)
      const revision = now && rows.revision(now.id, now.revision)
      if (!now || !revision) return
      const files = filesOf(now, revision)
      rows.set(row.id, { written, ask: null })
      const tasks = files.find(({ name }) => name === 'tasks.md')
      if (now.approvedAt !== null && tasks) importTasks({ path: row.source, text: tasks.text }, by)
    },
  })
  if (report.errors.length > 0) throw invalid(report.errors.map(({ message }) => message))
  return edits
}

const invalid = (mistakes: readonly string[]): IrisError =>
  new IrisError('SPEC_INVALID', mistakes.slice(0, 20).join('\n'))

/** The files as they are, against what they would be: what cannot be told apart in them is no edit. */
async function readEdits(
  context: SpecContext,
  row: SpecRow,
): Promise<{ edits: SpecEdit[]; draft: unknown; written: Record<string, string> }> {
  const revision = revisionOf(context, row)
  const folder = join(teamOf(context, row.team).path, row.folder)
  const files = await Promise.all(
    filesOf(row, revision).map(async (file) => ({
      ...file,
      now: await context.projects.exact(folder, file.name),
    })),
  )
  if (files.every(({ now }) => now === undefined))
    throw refused(`${keyOf(row)} has no files yet: iris spec export ${keyOf(row)}`)
  const found = new Map(files.map(({ name, text, now }) => [name, { was: text, now: now ?? text }]))
  const edits = [...found].flatMap(([name, { was, now }]) =>
    differences(partsIn(name, was), partsIn(name, now)),
  )
  const document = found.get('spec.md')
  const tasks = found.get('tasks.md')
  const draft = {
    ...revision.content,
    ...(document && changedParts(readDocument(document.was), readDocument(document.now))),
    ...(tasks && { tasks: readTasks(tasks.now) }),
  }
  return {
    edits,
    draft,
    written: Object.fromEntries(files.map(({ name, now }) => [name, hashOf(now ?? '')])),
  }
}

function readTasks(text: string): unknown {
  const file = readTasksText(text)
  const wrong = file.diagnostics.filter(({ severity }) => severity === 'error')
  if (wrong.length > 0) throw invalid(wrong.map(({ line, message }) => `tasks.md, line ${line}: ${message}`))
  return tasksIn(file)
}

/** Only the parts that somebody changed: a document tells some of them less exactly than the rows. */
function changedParts<T extends object>(was: T, now: T): Partial<T> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(was, name)),
  )
  // The keys are those of `now`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(changed) as Partial<T>
}

/** The parts of a file by their names, each as a text. */
function partsIn(name: SpecFile['name'], text: string): Map<string, string> {
  if (name === 'tasks.md')
    return new Map(tasksIn(readTasksText(text)).map((task) => [task.id, JSON.stringify(task)]))
  const { requirements, dataModels, ...rest } = readDocument(text)
  return new Map([
    ...Object.entries(rest).map(([part, value]): [string, string] => [part, wordsOf(value)]),
    ...requirements.map(({ id, text: words }): [string, string] => [id, words]),
    ...dataModels.map((model): [string, string] => [model.name, model.fields.join('; ')]),
  ])
}

function wordsOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value
    .map((one) => (typeof one === 'string' ? one : Object.values(Object(one)).join(': ')))
    .join('\n')
}

function differences(was: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): SpecEdit[] {
  return [...new Set([...was.keys(), ...now.keys()])]
    .filter((part) => was.get(part) !== now.get(part))
    .map((part) => ({ part, was: was.get(part) ?? null, now: now.get(part) ?? null }))
}

function revisionOf({ rows }: SpecContext, row: SpecRow): RevisionRow {
  const revision = rows.revision(row.id, row.revision)
  if (!revision) throw refused(`${keyOf(row)} is not written yet.`)
  return revision
}
