import type { Diagnostics } from './diagnostics.ts'
import { entryOf, itemsOf, numberOf, textOf, type JsonNode } from './json.ts'
import { idOf, namedInstead, readWhole, wordMark, type StatusTable } from './json-file.ts'
import { lineCounter } from './lines.ts'
import { createConnect, type Connect, type Reader, type Reading, type TaskFileText } from './reading.ts'
import { restOf } from './task-master.ts'
import type { FileTask, StatusMark } from './task.ts'

/** `passes` is the word of ralph; its relatives have others. */
const doneNames = ['passes', 'passed', 'complete', 'completed', 'done']
const needNames = ['dependsOn', 'depends_on', 'dependencies']
const statuses: StatusTable = {
  read: {},
  written: {
    pending: 'pending',
    ready: 'pending',
    in_progress: 'in_progress',
    complete: 'completed',
    failed: 'failed',
    blocked: 'blocked',
    skipped: 'skipped',
    deferred: 'deferred',
    cancelled: 'cancelled',
  },
}

/** Reads a prd.json of ralph: stories, each of which passes or does not. */
export const readRalph: Reader = (file, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  const lineOf = lineCounter(file.text)
  const connect = createConnect(diagnostics)
  for (const node of storiesIn(readWhole(file.text, diagnostics)))
    addStory({ file, reading, diagnostics, connect }, node, lineOf(node.start))
  const isDeclared = reading.tasks.some(({ edges }) => edges.length > 0)
  if (!isDeclared) orderByPriority(reading.tasks, connect)
  return reading
}

/** Whether a file has stories, or a list for them. */
export function hasStories(whole: JsonNode): boolean {
  return entryOf(whole, 'userStories') !== undefined || storiesIn(whole).some(isStory)
}

/** The stories of a file, which may also be all of it, or a list of any name. */
function storiesIn(whole: JsonNode | undefined): JsonNode[] {
  if (whole?.kind === 'array') return whole.items
  if (whole?.kind !== 'object' || whole.entries.has('userStories')) return itemsOf(whole, 'userStories')
  return (
    [...whole.entries.keys()].map((name) => itemsOf(whole, name)).find((list) => list.some(isStory)) ?? []
  )
}

/** Other words than `passes` count only where no status stands beside them: other tools have both. */
function isStory(node: JsonNode): boolean {
  const name = doneName(node)
  const isNamed = textOf(node, 'title') !== undefined || textOf(node, 'description') !== undefined
  return isNamed && name !== undefined && (name === 'passes' || textOf(node, 'status') === undefined)
}

interface Found {
  file: TaskFileText
  reading: Reading
  diagnostics: Diagnostics
  connect: Connect
}

function addStory({ file, reading, diagnostics, connect }: Found, node: JsonNode, line: number): void {
  if (node.kind !== 'object')
    return diagnostics.add('BAD_BLOCK', line, { message: 'This is no story: an object was expected.' })
  const number = reading.tasks.length + 1
  const ownId = idOf(entryOf(node, 'id'))
  const id = ownId ?? namedInstead(diagnostics, line, `US-${String(number).padStart(3, '0')}`)
  const unknown = (message: string): void => diagnostics.add('UNKNOWN_STATUS', line, { task: id, message })
  const mark = doneMark(node) ?? statusMark(node, unknown)
  if (!mark) unknown(`${id} does not say whether it passes.`)
  const raw = file.text.slice(node.start, node.end)
  const source = { format: 'ralph', path: file.path, id: ownId ?? '', line, raw } as const
  const task: FileTask = { ...storyOf(node), id, number, status: mark?.status ?? 'pending', source }
  connect(task, 'blocks', needsOf(node))
  reading.tasks.push(task)
  reading.marks.set(task, mark ? [mark] : [])
}

function storyOf(node: JsonNode): Omit<FileTask, 'id' | 'number' | 'status' | 'source'> {
  const description = textOf(node, 'description') ?? ''
  const title = textOf(node, 'title')
  const priority = numberOf(node, 'priority')
  return {
    title: title ?? description,
    text: title === undefined ? '' : description,
    edges: [],
    files: [],
    ...(priority !== undefined && { priority }),
    extra: restOf(node, ['id', 'title', 'description', 'priority', doneName(node) ?? 'status']),
  }
}

function needsOf(node: JsonNode): string[] {
  return needNames.flatMap((name) => itemsOf(node, name)).flatMap((need) => idOf(need) ?? [])
}

function doneMark(node: JsonNode): StatusMark | undefined {
  const entry = entryOf(node, doneName(node) ?? '')
  if (entry?.kind !== 'scalar') return undefined
  const { start, end, value } = entry
  const status = value === true ? 'complete' : 'pending'
  return { start, end, status, write: (wanted) => String(wanted === 'complete') }
}

/** The first name under which a story says yes or no. */
function doneName(node: JsonNode): string | undefined {
  return doneNames.find((name) => {
    const entry = entryOf(node, name)
    return entry?.kind === 'scalar' && typeof entry.value === 'boolean'
  })
}

function statusMark(node: JsonNode, unknown: (message: string) => void): StatusMark | undefined {
  return wordMark(entryOf(node, 'status'), statuses, (word) =>
    unknown(`"${word}" is no status, so the task is left alone.`),
  )
}

/** Stories wait for those of the priority before theirs; those of one priority go side by side. */
function orderByPriority(tasks: readonly FileTask[], connect: Connect): void {
  const levels = new Map<number, FileTask[]>()
  for (const task of tasks) {
    const priority = typeof task.priority === 'number' ? task.priority : Infinity
    const level = levels.get(priority)
    if (level) level.push(task)
    else levels.set(priority, [task])
  }
  let before: string[] = []
  for (const [, level] of [...levels].toSorted(([a], [b]) => a - b)) {
    for (const task of level) connect(task, 'blocks', before)
    before = level.map(({ id }) => id)
  }
}
