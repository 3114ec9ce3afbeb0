import type { SpecContent, SpecMistake, SpecReport } from '../../../contract/index.ts'
import type { TaskFile } from '../../../core/tasks/index.ts'
import { numberMark } from './numbering.ts'

const charsPerToken = 4
/** More than this is read with less care. */
const warnedTokens = 1600
const fewestGoodTokens = 900
const maxGoodTokens = 1300

/** What a spec is looked through with. */
export interface Looked {
  document: string
  tasksFile: TaskFile
  /** Files of the project among those that the tasks name. */
  there: ReadonlySet<string>
  /** Migrations whose number another spec has. */
  taken: ReadonlySet<string>
}

/** Everything that is wrong or doubtful in a spec, at once. */
export function reportOf(content: SpecContent, looked: Looked): SpecReport {
  const tokens = Math.ceil(looked.document.length / charsPerToken)
  const found = looked.tasksFile.diagnostics.map(({ severity, code, message, task = null }) => ({
    severity,
    mistake: { code, message, about: task },
  }))
  const of = (severity: 'error' | 'warning'): SpecMistake[] =>
    found.filter((one) => one.severity === severity).map(({ mistake }) => mistake)
  return {
    errors: [...of('error'), ...emptiness(content), ...coverage(content), ...numbers(content, looked)],
    warnings: [...of('warning'), ...proofs(content), ...files(content, looked), ...length(tokens)],
    tokens,
  }
}

const mistake = (code: string, about: string | null, message: string): SpecMistake => ({
  code,
  about,
  message,
})

function emptiness({ tasks, requirements }: SpecContent): SpecMistake[] {
  return [
    ...(tasks.length === 0 ? [mistake('NO_TASKS', null, 'There are no tasks.')] : []),
    ...(requirements.some(({ id }) => id.startsWith('F'))
      ? []
      : [mistake('NO_REQUIREMENTS', null, 'There is no functional requirement.')]),
  ]
}

/** Each requirement is the work of a task, and each task names only requirements that there are. */
function coverage({ tasks, requirements }: SpecContent): SpecMistake[] {
  const named = new Set(tasks.flatMap((task) => task.requirements))
  const ids = requirements.map(({ id }) => id)
  const known = new Set(ids)
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place)
  return [
    ...[...new Set(twice)].map((id) =>
      mistake('DUPLICATE_REQUIREMENT', id, `${id} is there more than once.`),
    ),
    ...ids
      .filter((id) => id.startsWith('F') && !named.has(id))
      .map((id) => mistake('REQUIREMENT_WITHOUT_TASK', id, `No task says that it does ${id}.`)),
    ...tasks.flatMap((task) =>
      task.requirements
        .filter((id) => !known.has(id))
        .map((id) =>
          mistake('UNKNOWN_REQUIREMENT', task.id, `${task.id} names ${id}, which is no requirement.`),
        ),
    ),
  ]
}

function numbers({ tasks }: SpecContent, { taken }: Looked): SpecMistake[] {
  return tasks.flatMap((task) =>
    task.files
      .filter(({ path, action }) => action === 'CREATE' && taken.has(path))
      .map(({ path }) =>
        mistake(
          'MIGRATION_TAKEN',
          task.id,
          `The number of ${path} belongs to another spec. Write ${numberMark} in its place.`,
        ),
      ),
  )
}

function proofs({ tasks }: SpecContent): SpecMistake[] {
  return tasks.flatMap(({ id, check }) => {
    if (check === null) return [mistake('NO_CHECK', id, `Nothing proves ${id}.`)]
    return 'manual' in check ? [mistake('MANUAL_CHECK', id, `A person has to look at ${id}.`)] : []
  })
}

/** A file that is to be made must not be there, one that is to be changed must be, unless an earlier task saw to it. */
function files({ tasks }: SpecContent, { there }: Looked): SpecMistake[] {
  const made = new Set<string>()
  const found: SpecMistake[] = []
  for (const { id, files: planned } of tasks)
    for (const { path, action } of planned) {
      const isThere = there.has(path) || made.has(path)
      if (action === 'CREATE' && isThere)
        found.push(mistake('FILE_EXISTS', id, `${id} creates ${path}, which is there already.`))
      if ((action === 'UPDATE' || action === 'DELETE') && !isThere)
        found.push(mistake('FILE_MISSING', id, `${id} changes ${path}, which is not there.`))
      if (action === 'CREATE') made.add(path)
    }
  return found
}

function length(tokens: number): SpecMistake[] {
  if (tokens <= warnedTokens) return []
  const words = `The document has about ${tokens} tokens. ${fewestGoodTokens} to ${maxGoodTokens} are read with care; more than ${warnedTokens} are not.`
  return [mistake('TOO_LONG', null, words)]
}
