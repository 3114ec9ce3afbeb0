import type { Client } from '../../../client/index.ts'
import {
  duration,
  exitCodes,
  IrisError,
  money,
  oneLine,
  type CallInput,
  type CallOutput,
  type Task,
  type TaskAttempt,
  type TaskStatus,
} from '../../../contract/plain.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { wholeNumber } from '../numbers.ts'
import { columns, harmless } from '../output.ts'
import { table } from '../table.ts'

const maxSlice = 1000

/** Tasks by project and number. */
export async function listTasks(
  context: CommandContext,
  { team, status, all }: { team?: string; status?: string; all?: boolean },
): Promise<number> {
  const { output } = context
  const client = await connectOrStart(context)
  const { tasks: listed, counts } = await allTasks(client, {
    ...(team ? { team } : {}),
    ...(status ? { status: statusOf(status) } : {}),
  })
  const tasks = listed.filter((task) => all || status || isOpen(task))
  output.result({ tasks, counts }, () => {
    if (tasks.length === 0) return output.line(nothing(counts, all ?? false))
    const heading = ['Task', 'Status', 'Priority', 'Title', 'Waits for']
    for (const line of table({ heading, rows: tasks.map(rowOf) }, output)) output.line(harmless(line))
    output.note(output.paint('dim', countWords(counts)))
  })
  return exitCodes.ok
}

/** Every task that a filter lets through, slice by slice. */
export async function allTasks(
  client: Client,
  filter: Omit<CallInput<'listTasks'>, 'after' | 'limit'>,
): Promise<Pick<CallOutput<'listTasks'>, 'tasks' | 'counts'>> {
  const { tasks, counts, next: second } = await client.call('listTasks', { ...filter, limit: maxSlice })
  for (let after = second; after !== null;) {
    const slice = await client.call('listTasks', { ...filter, limit: maxSlice, after })
    tasks.push(...slice.tasks)
    after = slice.next
  }
  return { tasks, counts }
}

const statuses: Readonly<Record<TaskStatus, string>> = {
  pending: 'pending',
  ready: 'ready',
  in_progress: 'in progress',
  blocked: 'blocked',
  complete: 'complete',
  failed: 'failed',
  skipped: 'skipped',
  deferred: 'deferred',
  cancelled: 'cancelled',
}
const isStatus = (word: string): word is TaskStatus => Object.hasOwn(statuses, word)

function statusOf(word: string): TaskStatus {
  const status = word.replaceAll(/[ -]/g, '_')
  if (isStatus(status)) return status
  throw new IrisError('USAGE', `--status takes one of: ${Object.keys(statuses).join(', ')}.`)
}

const isOpen = ({ status }: Task): boolean => !['complete', 'skipped', 'cancelled'].includes(status)

function nothing(counts: Partial<Record<TaskStatus, number>>, all: boolean): string {
  const isEmpty = Object.keys(counts).length === 0
  if (isEmpty) return 'No tasks yet. Import some: iris tasks import specs/001/tasks.md --team <team>'
  return all ? 'No such task.' : 'No open task like that; --all also shows those that are finished.'
}

function rowOf({ key, status, priority, title, edges }: Task): string[] {
  const waits = edges.filter(({ type, waivedBy }) => type === 'blocks' && waivedBy === null)
  const names = waits.map(({ name }) => name)
  const more = names.length > 3 ? `${names.slice(0, 3).join(', ')} +${names.length - 3}` : names.join(', ')
  return [key, statuses[status], String(priority), oneLine(title, 60), more]
}

function countWords(counts: Partial<Record<TaskStatus, number>>): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count} ${isStatus(status) ? statuses[status] : status}`)
    .join(', ')
}

/** One task with all that is known of it. */
export async function showTask(context: CommandContext, name: string): Promise<number> {
  const client = await connectOrStart(context)
  const task = await client.call('getTask', { task: name })
  const { attempts } = await client.call('listAttempts', { task: name })
  return show(context, { ...task, attempts })
}

function show({ output }: CommandContext, task: Task & { attempts?: readonly TaskAttempt[] }): number {
  output.result(task, () => {
    output.line(`${output.paint('bold', task.key)}  ${harmless(oneLine(task.title, 200))}`)
    output.line()
    const tries = (task.attempts ?? []).map((one) => [`attempt ${one.number}`, attemptWords(one)])
    for (const line of columns([...detailsOf(task), ...tries])) output.line(harmless(line))
    if (task.text) output.line(`\n${harmless(task.text)}`)
  })
  return exitCodes.ok
}

function attemptWords({ by, startedAt, endedAt, how, failure, costUsd, check }: TaskAttempt): string {
  if (endedAt === null || how === null) return `${by}, at work`
  // Wall time: it is only shown.
  const took = duration(Math.max(0, endedAt - startedAt))
  const why = failure === null ? '' : ` (${failure})`
  const cost = costUsd === null ? [] : [money(costUsd)]
  return [by, `${how}${why} after ${took}`, ...cost, ...(check === null ? [] : [check])].join(', ')
}

function detailsOf({ status, why, priority, phase, check, files, edges, source, task }: Task): string[][] {
  const words = { blocks: 'waits for', on_failure_of: 'if it fails', parent: 'part of', link: 'see also' }
  const proof = check && ('manual' in check ? `by you: ${check.manual}` : check.command)
  return [
    ['status', why ? `${statuses[status]}. ${why}` : statuses[status]],
    ['priority', String(priority)],
    ...(phase ? [['phase', phase]] : []),
    ['check', proof ?? 'none'],
    ...files.map(({ path, action }) => [action.toLowerCase(), path]),
    ...edges.map(({ type, name, waivedBy }) => [
      words[type],
      waivedBy ? `${name} (waived by ${waivedBy})` : name,
    ]),
    ...(source ? [['from', `${source.path}:${source.line} (${source.id}, ${source.format})`]] : []),
    ['id', task],
  ]
}

/** The order of a project, in waves. */
export async function orderTasks(context: CommandContext, team: string): Promise<number> {
  const { output } = context
  const plan = await (await connectOrStart(context)).call('orderTasks', { team })
  output.result(plan, () => {
    if (plan.order.length === 0) return output.line('Nothing is left to do here.')
    output.line(plan.order.join('  '))
    output.line()
    for (const [wave, keys] of plan.waves.entries()) output.line(`wave ${wave + 1}  ${keys.join('  ')}`)
    for (const { path, tasks } of plan.conflicts)
      output.line(`${tasks.join(' and ')} both write ${harmless(path)}; one waits for the other.`)
    for (const warning of plan.warnings) output.note(harmless(warning))
  })
  return exitCodes.ok
}

/** What a new task is made of. */
export interface NewTaskOptions {
  text?: string
  priority: string
  phase?: string
  file?: string[]
  waitsFor?: string[]
  check?: string
}

/** Adds a task. */
export async function addTask(
  context: CommandContext,
  { team, words, ...options }: NewTaskOptions & { team: string; words: readonly string[] },
): Promise<number> {
  const { text, phase, file = [], waitsFor = [], check } = options
  const task = await (
    await connectOrStart(context)
  ).call('createTask', {
    team,
    title: words.join(' '),
    priority: wholeNumber('--priority', options.priority),
    files: file.map((path) => ({ path, action: 'UPDATE' as const })),
    waitsFor,
    ...(text ? { text } : {}),
    ...(phase ? { phase } : {}),
    ...(check ? { check: { command: check, expected: { exit: 0 } } } : {}),
  })
  return show(context, task)
}

/** What a task is to touch, and what proves it. */
export interface PlanOptions {
  create?: string[]
  update?: string[]
  delete?: string[]
  read?: string[]
  check?: string
}

/** Says which files a task writes, and what proves it. */
export async function planTask(
  context: CommandContext,
  { task, check, ...paths }: PlanOptions & { task: string },
): Promise<number> {
  const files = (['create', 'update', 'delete', 'read'] as const).flatMap((action) =>
    (paths[action] ?? []).map((path) => ({ path, action: actions[action] })),
  )
  if (files.length === 0 && check === undefined)
    throw new IrisError('USAGE', 'Name a file with --create, --update, --delete or --read, or give --check.')
  const client = await connectOrStart(context)
  const planned = files.length > 0 ? files : (await client.call('getTask', { task })).files
  const proof = check === undefined ? {} : { check: { command: check, expected: { exit: 0 } } }
  return show(context, await client.call('planTask', { task, files: planned, ...proof }))
}

const actions = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE', read: 'READ' } as const

/** Says how urgent a task is. */
export async function prioritizeTask(
  context: CommandContext,
  task: string,
  priority: string,
): Promise<number> {
  const client = await connectOrStart(context)
  return show(
    context,
    await client.call('prioritizeTask', { task, priority: wholeNumber('The priority', priority) }),
  )
}

type To = 'complete' | 'skipped' | 'deferred' | 'failed' | 'cancelled' | 'pending'

/** Makes a task what somebody says it is. */
export async function changeTask(
  context: CommandContext,
  { task, to, reason }: { task: string; to: To; reason?: string },
): Promise<number> {
  const client = await connectOrStart(context)
  return show(context, await client.call('changeTask', { task, to, ...(reason ? { reason } : {}) }))
}

interface Edge {
  task: string
  other: string
  type: string
}

/** Adds an edge. */
export async function linkTask(context: CommandContext, edge: Edge): Promise<number> {
  return show(context, await (await connectOrStart(context)).call('linkTask', typed(edge)))
}

/** Takes an edge away. */
export async function unlinkTask(context: CommandContext, edge: Edge): Promise<number> {
  return show(context, await (await connectOrStart(context)).call('unlinkTask', typed(edge)))
}

/** Lets a task go on without another. */
export async function waiveTask(
  context: CommandContext,
  edge: { task: string; other: string },
): Promise<number> {
  return show(context, await (await connectOrStart(context)).call('waiveEdge', edge))
}

const edgeTypes = ['blocks', 'on_failure_of', 'parent', 'link'] as const

function typed({ task, other, type: word }: Edge): {
  task: string
  other: string
  type: (typeof edgeTypes)[number]
} {
  const type = edgeTypes.find((one) => one === word)
  if (!type) throw new IrisError('USAGE', `--type takes one of: ${edgeTypes.join(', ')}.`)
  return { task, other, type }
}
