import { oneLine, type Task } from '../../../contract/index.ts'
import type { TaskBackground } from '../../work/index.ts'
import type { LearningContext } from './context.ts'
import type { OriginDeps } from './origin-deps.ts'
import { templateFor } from './template-file.ts'

const maxIdea = 500

type TellDeps = Pick<LearningContext, 'projects' | 'config'> & Pick<OriginDeps, 'specs' | 'ideas'>

/** What the agent of a task should know besides it: what the idea is about that it came from, and what such files begin as. */
export async function tellTask(
  deps: TellDeps,
  { team, task }: { team: string; task: Task },
): Promise<TaskBackground> {
  const path = deps.config().teams.get(team)?.path
  const template = path === undefined ? undefined : await templateFor(deps, path, task.files)
  return { idea: ideaOf(deps, task), template: template ?? null }
}

/** The beginning of its brief, else what it is called and what was written down of it. */
function ideaOf({ specs, ideas }: TellDeps, { source }: Task): string {
  const spec = source === null ? undefined : specs.ofSource(source.path)
  const idea = spec === undefined ? null : specs.history(spec).spec.idea
  if (idea === null) return ''
  const { title, artifacts } = ideas.get(idea)
  const active = artifacts.filter(({ isActive }) => isActive)
  const brief = active.find(({ type }) => type === 'brief')?.text
  const words = [title, brief ?? active.map(({ summary }) => summary).join(' ')].join(': ')
  return oneLine(words, maxIdea)
}
