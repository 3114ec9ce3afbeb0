import { z } from 'zod'
import { fence, inQuotes } from '../fencing.ts'
import { Task, type TaskCheck, type TaskEdge } from './schemas.ts'

const whole = { most: Number.POSITIVE_INFINITY }

/** A task as a tool gives it: words that people and files wrote are fenced, and nowhere else. */
export const TaskInTool = Task.pick({
  task: true,
  key: true,
  project: true,
  status: true,
  priority: true,
  isOptional: true,
}).extend({ told: z.string().describe('Its words; lines that begin with "| " are quoted') })
type TaskInTool = z.infer<typeof TaskInTool>

export function taskInTool(task: Task, told: string = toldTask(task)): TaskInTool {
  const { key, project, status, priority, isOptional } = task
  return { task: task.task, key, project, status, priority, isOptional, told }
}

/** The title alone, for a list. */
export function toldTitle({ title }: Task): string {
  return fence(title)
}

/** A task in front of an agent: all its words, each part fenced and with whose words they are. */
export function toldTask(task: Task): string {
  const { title, text, phase, files, edges, check, why, source } = task
  const from = source ? `from the file ${inQuotes(source.path)}` : 'as it was added to Iris'
  return [
    `Its title, ${from}:\n${fence(title, whole)}`,
    ...(phase === null ? [] : [`Its phase, ${from}:\n${fence(phase, whole)}`]),
    ...(text.trim() === '' ? [] : [`What is to be done, ${from}:\n${fence(text, whole)}`]),
    ...(files.length === 0 ? [] : [`Files it plans to touch, ${from}:\n${files.map(toldFile).join('\n')}`]),
    ...(edges.length === 0 ? [] : [`Other tasks, ${from}:\n${edges.map(toldEdge).join('\n')}`]),
    ...(why === null ? [] : [`Why it cannot begin:\n${fence(why, whole)}`]),
    ...(check ? [toldCheck(check, from)] : []),
  ].join('\n\n')
}

function toldFile({ path, action }: Task['files'][number]): string {
  return fence(`${action} ${path}`, whole)
}

const edgeWords = {
  blocks: 'it waits for',
  on_failure_of: 'it is for the case that this fails:',
  parent: 'it is a part of',
  link: 'see also',
} as const

function toldEdge({ type, name }: TaskEdge): string {
  return fence(`${edgeWords[type]} ${name}`, whole)
}

function toldCheck(check: TaskCheck, from: string): string {
  if ('manual' in check) return `What a person will look at, ${from}:\n${fence(check.manual, whole)}`
  const { exit, ...more } = check.expected
  const isMore = Object.values(more).some((value) => value !== undefined)
  const also = isMore ? `, and must print what this says:\n${fence(JSON.stringify(more), whole)}` : '.'
  return `The command that Iris runs to prove it, ${from}:\n${fence(check.command, whole)}\nIt must exit with ${exit}${also}`
}
