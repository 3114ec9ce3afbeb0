import { inQuotes, type Task } from '../../contract/index.ts'
import type { OrgContext } from './context.ts'
import type { DispatchRow } from './rows.ts'

/** Why a task cannot be given out, in words. */
export function refusalOf(context: OrgContext, row: DispatchRow, task: Task): string | undefined {
  const { rows, tasks } = context
  if (task.status === 'in_progress') return `${task.key} is being worked already.`
  if (!['ready', 'pending', 'blocked'].includes(task.status)) return `${task.key} is ${task.status}.`
  const others = rows.dispatches.open(row.project).filter(({ n, task: its }) => n !== row.n && its !== null)
  if (others.some(({ task: its }) => its === task.task)) return `${task.key} is given out already.`
  const wrong = row.lead === null ? undefined : refusalOfPart(context, row.lead, task)
  if (wrong !== undefined) return wrong
  for (const { task: id } of others) {
    const other = tasks.get(id ?? '')
    const shared = sharedFile(task, other)
    if (shared !== undefined && !isOrdered(context, task, other))
      return `${task.key} and ${other.key} both write ${inQuotes(shared)}. ${wayOut(context, row, other)}`
  }
  return undefined
}

/** A manager gives out what it made itself, and nothing that would wait for it. */
function refusalOfPart(
  context: OrgContext,
  lead: NonNullable<DispatchRow['lead']>,
  task: Task,
): string | undefined {
  const { rows, tasks } = context
  if (rows.parts.leadOf(task.task) !== lead)
    return `${task.key} is no part of your task: make one with task_create.`
  const own = rows.seats.get(lead)?.task
  if (own && isAfter(context, task, tasks.get(own)))
    return `${task.key} waits for your own task, which waits for its parts.`
  return task.status === 'blocked' ? `${task.key} is blocked. ${task.why ?? ''}`.trim() : undefined
}

function wayOut({ rows }: OrgContext, { lead }: DispatchRow, other: Task): string {
  const isOwn = lead !== null && rows.seats.get(lead)?.task === other.task
  return isOwn
    ? `Take it out of your own files with task_plan first, then give it out again.`
    : `Let one wait for the other, or give it out when ${other.key} is done.`
}

function sharedFile(one: Task, other: Task): string | undefined {
  const written = new Set(writtenBy(other))
  return writtenBy(one).find((path) => written.has(path))
}

/** The files that a task writes. */
const writtenBy = ({ files }: Pick<Task, 'files'>): string[] =>
  files.filter(({ action }) => action !== 'READ').map(({ path }) => path)

/** Whether one of two waits for the other, at first hand or through others. */
function isOrdered(context: OrgContext, one: Task, other: Task): boolean {
  return isAfter(context, one, other) || isAfter(context, other, one)
}

function isAfter({ tasks }: OrgContext, one: Task, other: Task): boolean {
  const seen = new Set<string>()
  const next = [one]
  for (let task = next.pop(); task; task = next.pop()) {
    for (const edge of task.edges) {
      if (edge.type !== 'blocks' || edge.task === null || edge.waivedBy !== null || seen.has(edge.task))
        continue
      if (edge.task === other.task) return true
      seen.add(edge.task)
      next.push(tasks.get(edge.task))
    }
  }
  return false
}
