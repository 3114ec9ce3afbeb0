import { fence, IrisError, ownProject, type Caller } from '../../contract/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { WikiBackend, Writer } from './backend.ts'
import type { Wiki } from './wiki.ts'

/** What the operations need besides the wikis. */
export interface Around {
  tasks: Pick<Tasks, 'project' | 'projects' | 'projectOf' | 'makeProject' | 'get'>
  teams: () => ReadonlyMap<string, unknown>
  now: () => number
}

/** Who calls, and which wiki they mean. */
export interface Callers {
  readonly opened: (caller: Caller, wanted: string) => Promise<{ project: string; pages: WikiBackend }>
  readonly writer: (caller: Caller, why?: string) => Writer
}

/** An agent has the wiki of its own project. */
export function callersOf(wiki: Wiki, around: Around): Callers {
  return {
    async opened(caller, wanted) {
      const project = await projectOf(around, caller, wanted)
      return { project, pages: await wiki.of(project) }
    },
    writer({ name, kind, task, delegate, seat }, why) {
      if (delegate) return { author: { name: delegate.name, kind: 'delegate', task: null }, why }
      const key = task === undefined ? null : around.tasks.get(task).key
      return { author: { name: kind === 'human' ? 'You' : (seat?.name ?? name), kind, task: key }, why }
    },
  }
}

/** The project that is meant. An agent has its own, whatever it names. */
async function projectOf({ tasks, teams }: Around, caller: Caller, wanted: string): Promise<string> {
  const own = await ownProjectOf(tasks, caller)
  if (caller.kind === 'agent') {
    if (own !== undefined && (wanted === ownProject || wanted === own || wanted === caller.name)) return own
    throw new IrisError('CALLER_REFUSED', 'You have the wiki of your own project: name no other.')
  }
  if (wanted !== ownProject) return tasks.project(wanted)?.slug ?? tasks.makeProject(wanted)
  if (own !== undefined) return own
  const [only, ...more] = teams().keys()
  if (only !== undefined && more.length === 0) return tasks.makeProject(only)
  throw new IrisError(
    'INPUT_INVALID',
    'Say which project, by its slug or a team in it (on the command line: --project).',
  )
}

async function ownProjectOf(
  tasks: Around['tasks'],
  { kind, name, task }: Caller,
): Promise<string | undefined> {
  if (task !== undefined) return tasks.get(task).project
  if (kind === 'agent' || name !== 'user') return tasks.makeProject(name)
  return undefined
}

/** An agent, or a model that speaks for the person. */
const isModel = ({ kind, delegate }: Caller): boolean => kind === 'agent' || delegate !== undefined

/** What went wrong, for whoever called: the words of others in an error reach a model in the fence only. */
export function toldError(caller: Caller, error: unknown): unknown {
  if (!isModel(caller) || !(error instanceof IrisError) || !error.details) return error
  const { sections, pages, diff, text, base: _, author: __, ...rest } = error.details
  const words = [
    ...(Array.isArray(sections) ? [`Its headings:\n${fence(sections.join('\n'))}`] : []),
    ...(Array.isArray(pages) ? [`Pages that link to it:\n${fence(pages.join('\n'))}`] : []),
    ...(typeof diff === 'string' && diff !== '' ? [`What changed since you read it:\n${fence(diff)}`] : []),
    ...(diff === '' && typeof text === 'string' ? [`What it says now:\n${fence(text)}`] : []),
  ]
  return new IrisError(error.code, error.message, { details: { ...rest, told: words.join('\n\n') } })
}
