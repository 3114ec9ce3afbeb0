import type { Diagnostics } from './diagnostics.ts'
import { entryOf, itemsOf, textOf, valueOf, type JsonNode } from './json.ts'
import { idOf, namedInstead, readWhole, wordMark, type StatusTable } from './json-file.ts'
import { lineCounter } from './lines.ts'
import { freshNumbers } from './numbered.ts'
import { createConnect, type Connect, type Reader, type Reading, type TaskFileText } from './reading.ts'
import type { FileImpact, FileTask } from './task.ts'

const statuses: StatusTable = {
  read: {
    pending: 'pending',
    'in-progress': 'in_progress',
    in_progress: 'in_progress',
    review: 'in_progress',
    done: 'complete',
    completed: 'complete',
    deferred: 'deferred',
    cancelled: 'cancelled',
    blocked: 'blocked',
  },
  written: {
    pending: 'pending',
    ready: 'pending',
    in_progress: 'in-progress',
    complete: 'done',
    failed: 'blocked',
    blocked: 'blocked',
    skipped: 'cancelled',
    deferred: 'deferred',
    cancelled: 'cancelled',
  },
}
const impacts: Readonly<Record<string, FileImpact['action']>> = {
  create: 'CREATE',
  modify: 'UPDATE',
  update: 'UPDATE',
  delete: 'DELETE',
  reference: 'READ',
  read: 'READ',
}
const taken = [
  'id',
  'title',
  'description',
  'status',
  'priority',
  'dependencies',
  'subtasks',
  'relevantFiles',
]

/** Reads a tasks.json of task-master: lists by tag, with parts that have numbers of their own. */
export const readTaskMaster: Reader = (file, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  const whole = readWhole(file.text, diagnostics)
  const lists = listsIn(whole)
  const naming = namesOf(lists)
  const context = {
    file,
    reading,
    diagnostics,
    lineOf: lineCounter(file.text),
    connect: createConnect(diagnostics),
  }
  for (const { tag, items } of lists) {
    const known = idsIn(items)
    const list: List = { ...context, tag, name: naming(tag), known, freshId: freshNumbers(known) }
    for (const node of items) readTask(list, node)
  }
  return reading
}

interface TagList {
  tag: string
  items: JsonNode[]
}

interface List {
  file: TaskFileText
  reading: Reading
  diagnostics: Diagnostics
  lineOf: (offset: number) => number
  connect: Connect
  tag: string
  /** The id of a task of this list in the whole file. */
  name: (id: string) => string
  /** The ids of the list, as it calls them. */
  known: Set<string>
  freshId: (under: string | undefined) => string
}

/** The lists of a file: by tag, or the one of older files. */
export function listsIn(whole: JsonNode | undefined): TagList[] {
  if (whole?.kind !== 'object') return []
  if (entryOf(whole, 'tasks')?.kind === 'array') return [{ tag: 'master', items: itemsOf(whole, 'tasks') }]
  return [...whole.entries].flatMap(([tag, list]) =>
    entryOf(list, 'tasks')?.kind === 'array' ? [{ tag, items: itemsOf(list, 'tasks') }] : [],
  )
}

function idsIn(items: readonly JsonNode[]): Set<string> {
  return new Set(
    items.flatMap((node) => {
      const id = idOf(entryOf(node, 'id'))
      if (id === undefined) return []
      return [id, ...itemsOf(node, 'subtasks').map((part) => partId(id, idOf(entryOf(part, 'id')) ?? ''))]
    }),
  )
}

/** Parts are written 2 or 5.2; both are 5.2. */
function partId(parent: string, id: string): string {
  return id.startsWith(`${parent}.`) ? id : `${parent}.${id}`
}

/** Each tag counts from 1. The first keeps its ids; those of other tags carry the tag where they would be two. */
function namesOf(lists: readonly TagList[]): (tag: string) => (id: string) => string {
  const uses = new Map<string, number>()
  const first = lists.find(({ tag }) => tag === 'master') ?? lists[0]
  for (const { items } of lists) for (const id of idsIn(items)) uses.set(id, (uses.get(id) ?? 0) + 1)
  return (tag) => (id) => (tag === first?.tag || (uses.get(id) ?? 0) < 2 ? id : `${tag}:${id}`)
}

function readTask(list: List, node: JsonNode): void {
  const task = addTask(list, node, undefined)
  if (!task) return
  for (const part of itemsOf(node, 'subtasks')) addTask(list, part, task)
}

function addTask(list: List, node: JsonNode, parent: FileTask | undefined): FileTask | undefined {
  const line = list.lineOf(node.start)
  if (node.kind !== 'object') {
    list.diagnostics.add('BAD_BLOCK', line, { message: 'This is no task: an object was expected.' })
    return undefined
  }
  const ownId = idOf(entryOf(node, 'id'))
  const local = localId(list, ownId, parent)
  const task: FileTask = {
    ...taskOf(list, node),
    id: list.name(local),
    number: list.reading.tasks.length + 1,
  }
  task.source = {
    format: 'task-master',
    path: list.file.path,
    id: ownId ?? '',
    line,
    raw: list.file.text.slice(node.start, node.end),
  }
  task.files = filesOf(list, node, task)
  if (ownId === undefined) namedInstead(list.diagnostics, line, task.id)
  if (parent) list.connect(task, 'parent', [parent.id])
  list.connect(task, 'blocks', dependenciesIn(list, node, parent && localOf(parent, list)))
  const mark = wordMark(entryOf(node, 'status'), statuses, (word) => {
    list.diagnostics.add('UNKNOWN_STATUS', line, {
      task: task.id,
      message: `"${word}" is no status of task-master, so the task is left alone.`,
    })
  })
  task.status = mark?.status ?? 'pending'
  list.reading.tasks.push(task)
  list.reading.marks.set(task, mark ? [mark] : [])
  return task
}

function localId(list: List, ownId: string | undefined, parent: FileTask | undefined): string {
  const above = parent && localOf(parent, list)
  if (ownId === undefined) return list.freshId(above)
  return above === undefined ? ownId : partId(above, ownId)
}

function localOf({ id }: FileTask, { tag }: List): string {
  return id.startsWith(`${tag}:`) ? id.slice(tag.length + 1) : id
}

function taskOf({ tag }: List, node: JsonNode): FileTask {
  const priority = plainValue(entryOf(node, 'priority'))
  return {
    id: '',
    number: 0,
    title: textOf(node, 'title') ?? '',
    text: textOf(node, 'description') ?? '',
    status: 'pending',
    edges: [],
    files: [],
    group: tag,
    ...(priority !== undefined && { priority }),
    source: { format: 'task-master', path: '', id: '', line: 0, raw: '' },
    extra: restOf(node, taken),
  }
}

function plainValue(node: JsonNode | undefined): number | string | undefined {
  const value = node?.kind === 'scalar' ? node.value : null
  return typeof value === 'number' || typeof value === 'string' ? value : undefined
}

/** What a task has besides the names that are read. */
export function restOf(node: JsonNode, taken: readonly string[]): Record<string, unknown> {
  if (node.kind !== 'object') return {}
  const rest = [...node.entries].filter(([name]) => !taken.includes(name))
  return Object.fromEntries(rest.map(([name, entry]) => [name, valueOf(entry)]))
}

/** A number under a part means its sibling, if there is one; 5.2 and other texts mean the list. */
function dependenciesIn(list: List, node: JsonNode, parent: string | undefined): string[] {
  return itemsOf(node, 'dependencies').map((entry) => {
    const id = idOf(entry) ?? JSON.stringify(valueOf(entry))
    const sibling = parent === undefined ? undefined : `${parent}.${id}`
    return list.name(sibling !== undefined && list.known.has(sibling) ? sibling : id)
  })
}

function filesOf(list: List, node: JsonNode, task: FileTask): FileImpact[] {
  const own = itemsOf(node, 'relevantFiles')
  const files = own.length > 0 ? own : itemsOf(entryOf(node, 'metadata'), 'relevantFiles')
  return files.flatMap((file): FileImpact[] => {
    const path = file.kind === 'scalar' ? idOf(file) : textOf(file, 'path')
    if (path === undefined) return []
    const word = textOf(file, 'action') ?? 'modify'
    const action = Object.hasOwn(impacts, word.toLowerCase()) ? impacts[word.toLowerCase()] : undefined
    if (!action)
      list.diagnostics.add('UNKNOWN_ACTION', list.lineOf(file.start), {
        task: task.id,
        action: word,
        message: `"${word}" is no action on a file; it is taken as a change.`,
      })
    return [{ path, action: action ?? 'UPDATE' }]
  })
}
