import type { Spec, SpecState, SpecTask, Task, TaskId, WholeSpec } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

const words: Readonly<Record<SpecState, string>> = {
  drafting: 'is being written',
  asked: 'needs an answer',
  proposed: 'waits for your yes',
  stuck: 'needs you',
  approved: 'approved',
  dropped: 'dropped',
}

const tones: Readonly<Record<SpecState, Tone>> = {
  drafting: 'work',
  asked: 'needs',
  proposed: 'needs',
  stuck: 'needs',
  approved: 'good',
  dropped: 'quiet',
}

/** Where a spec is, in words and in colour. */
export function stateOfSpec({ state }: Pick<Spec, 'state'>): { words: string; tone: Tone } {
  return { words: words[state], tone: tones[state] }
}

/** Whether something is still to be said about it. */
export function isOpenSpec({ state }: Pick<Spec, 'state'>): boolean {
  return state !== 'approved' && state !== 'dropped'
}

/** The tasks of a spec that is not approved, as a graph draws them: nobody has begun any. */
export function plannedTasks({ project, createdAt, content }: WholeSpec): Task[] {
  const tasks = content?.tasks ?? []
  return tasks.map((task, place) => ({
    task: idOf(task.id),
    key: task.id,
    project,
    number: place + 1,
    title: task.title,
    text: task.text,
    status: task.waitsFor.length === 0 ? 'ready' : 'pending',
    why: null,
    priority: 2,
    phase: task.phase,
    isOptional: false,
    files: task.files,
    edges: task.waitsFor.map((other) => ({ type: 'blocks', task: idOf(other), name: other, waivedBy: null })),
    check: task.check,
    source: null,
    createdAt,
    changedAt: createdAt,
  }))
}

const idOf = (id: SpecTask['id']): TaskId => `tsk_${id}`
