import type { SpecContent, SpecTask } from '../../../contract/index.ts'
import { exportTasks, importTaskFile, type FileTask, type TaskFile } from '../../../core/tasks/index.ts'

/** What stands under the words of a task, so that its agent reads what must hold. */
const heading = 'When it is done, this holds:'
const underneath = new RegExp(`(?:^|\\n\\n)${heading}\\n(?:- N?FR-\\d+: .*(?:\\n|$))+$`)

/** The tasks of a spec as a task file, in the format that Iris writes. */
export function tasksText(
  { tasks, requirements }: Pick<SpecContent, 'tasks' | 'requirements'>,
  gotchas: Readonly<Record<string, readonly string[]>>,
): string {
  const words = new Map(requirements.map(({ id, text }) => [id, text]))
  return exportTasks(
    tasks.map((task, place) =>
      toFileTask(task, { number: place + 1, words, gotchas: gotchas[task.id] ?? [] }),
    ),
    'spec-kit',
  )
}

function toFileTask(
  task: SpecTask,
  more: { number: number; words: ReadonlyMap<string, string>; gotchas: readonly string[] },
): FileTask {
  const { id, title, text, phase, files, waitsFor, requirements, check } = task
  // A small goal is its own requirement.
  const other = requirements.filter((one) => more.words.get(one) !== title)
  const held = other.map((one) => `- ${one}: ${more.words.get(one) ?? 'no such requirement'}`)
  const under = held.length > 0 ? [`${heading}\n${held.join('\n')}`] : []
  return {
    id,
    number: more.number,
    title,
    text: [...(text === '' ? [] : [text]), ...under].join('\n\n'),
    status: 'pending',
    edges: waitsFor.map((to) => ({ type: 'blocks', to })),
    files,
    ...(phase === null ? {} : { phase }),
    ...(requirements.length > 0 ? { requirements } : {}),
    ...(check === null ? {} : { check }),
    source: { format: 'spec-kit', path: '', id, line: 0, raw: '' },
    extra: more.gotchas.length > 0 ? { gotchas: [...more.gotchas] } : {},
  }
}

/** What a task file of a spec says, with all that is wrong in it. */
export function readTasksText(text: string): TaskFile {
  return importTaskFile({ path: 'tasks.md', text })
}

/** The tasks of such a file as a spec has them. */
export function tasksIn({ tasks }: TaskFile): SpecTask[] {
  return tasks.map(({ id, title, text, phase = null, files, edges, requirements = [], check = null }) => ({
    id,
    title,
    text: text.replace(underneath, ''),
    phase,
    files,
    waitsFor: edges.filter(({ type }) => type === 'blocks').map(({ to }) => to),
    requirements,
    check,
  }))
}
