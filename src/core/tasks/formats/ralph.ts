import type { Diagnostics } from './diagnostics.ts'
import { entryOf, itemsOf, numberOf, textOf, type JsonNode } from './json.ts'
import { idOf, namedInstead, readWhole } from './json-file.ts'
import { lineCounter } from './lines.ts'
import { createConnect, type Reader, type Reading, type TaskFileText } from './reading.ts'
import { restOf } from './task-master.ts'
import type { FileTask, StatusMark } from './task.ts'

const taken = ['id', 'title', 'description', 'passes', 'priority']

/** Reads a prd.json of ralph: stories that go by their priority, each of which passes or does not. */
export const readRalph: Reader = (file, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  const lineOf = lineCounter(file.text)
  for (const node of storiesIn(readWhole(file.text, diagnostics)))
    addStory({ file, reading, diagnostics }, node, lineOf(node.start))
  orderByPriority(reading.tasks, diagnostics)
  return reading
}

/** The stories of a file, which may also be all of it. */
export function storiesIn(whole: JsonNode | undefined): JsonNode[] {
  return whole?.kind === 'array' ? whole.items : itemsOf(whole, 'userStories')
}

interface Found {
  file: TaskFileText
  reading: Reading
  diagnostics: Diagnostics
}

function addStory({ file, reading, diagnostics }: Found, node: JsonNode, line: number): void {
  if (node.kind !== 'object')
    return diagnostics.add('BAD_BLOCK', line, { message: 'This is no story: an object was expected.' })
  const number = reading.tasks.length + 1
  const ownId = idOf(entryOf(node, 'id'))
  const id = ownId ?? namedInstead(diagnostics, line, `US-${String(number).padStart(3, '0')}`)
  const mark = passesMark(entryOf(node, 'passes'))
  if (!mark)
    diagnostics.add('UNKNOWN_STATUS', line, { task: id, message: `${id} does not say whether it passes.` })
  const raw = file.text.slice(node.start, node.end)
  const source = { format: 'ralph', path: file.path, id: ownId ?? '', line, raw } as const
  const task: FileTask = { ...storyOf(node), id, number, status: mark?.status ?? 'pending', source }
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
    extra: restOf(node, taken),
  }
}

function passesMark(node: JsonNode | undefined): StatusMark | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'boolean') return undefined
  const { start, end, value } = node
  return {
    start,
    end,
    status: value ? 'complete' : 'pending',
    write: (status) => String(status === 'complete'),
  }
}

/** Stories wait for those of the priority before theirs; those of one priority go side by side. */
function orderByPriority(tasks: readonly FileTask[], diagnostics: Diagnostics): void {
  const connect = createConnect(diagnostics)
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
