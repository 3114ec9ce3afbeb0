import type { Diagnostics } from './diagnostics.ts'
import { entryOf, itemsOf, JsonFault, numberOf, readJson, textOf, type JsonNode } from './json.ts'
import { idOf, namedInstead, wordMark, type StatusTable } from './json-file.ts'
import { linesOf, type Line } from './lines.ts'
import { createConnect, type Connect, type Reader, type Reading, type TaskFileText } from './reading.ts'
import { restOf } from './task-master.ts'
import type { FileEdge, FileTask } from './task.ts'

const statuses: StatusTable = {
  read: {
    open: 'pending',
    in_progress: 'in_progress',
    hooked: 'in_progress',
    blocked: 'blocked',
    deferred: 'deferred',
    pinned: 'deferred',
    closed: 'complete',
    done: 'complete',
    cancelled: 'cancelled',
    tombstone: 'cancelled',
  },
  written: {
    pending: 'open',
    ready: 'open',
    in_progress: 'in_progress',
    complete: 'closed',
    failed: 'blocked',
    blocked: 'blocked',
    skipped: 'closed',
    deferred: 'deferred',
    cancelled: 'closed',
  },
}
/** Only these say something about the order; all others are links. */
const edgeTypes: Readonly<Record<string, FileEdge['type']>> = {
  blocks: 'blocks',
  'waits-for': 'blocks',
  'depends-on': 'blocks',
  'conditional-blocks': 'on_failure_of',
  'parent-child': 'parent',
  parent: 'parent',
  'subtask-of': 'parent',
}
const taken = ['id', 'title', 'description', 'status', 'priority']

/** Reads an issues.jsonl of beads: one issue on each line, with typed dependencies. */
export const readBeads: Reader = (file, diagnostics) => {
  const reading: Reading = { tasks: [], marks: new Map() }
  const found: Found = { file, reading, diagnostics, connect: createConnect(diagnostics) }
  for (const line of linesOf(file.text)) {
    if (line.text.trim() === '') continue
    const node = issueOn(line, diagnostics)
    if (node) addIssue(found, node, line)
  }
  return reading
}

interface Found {
  file: TaskFileText
  reading: Reading
  diagnostics: Diagnostics
  connect: Connect
}

function issueOn(line: Line, diagnostics: Diagnostics): JsonNode | undefined {
  try {
    const node = readJson(line.text)
    if (node.kind === 'object') return node
    diagnostics.add('BAD_BLOCK', line.number, { message: 'This line is no issue: an object was expected.' })
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    diagnostics.add('BAD_BLOCK', line.number, { message: `This line is no JSON: ${error.message}.` })
  }
  return undefined
}

function addIssue({ file, reading, diagnostics, connect }: Found, node: JsonNode, line: Line): void {
  const ownId = idOf(entryOf(node, 'id'))
  const id = ownId ?? namedInstead(diagnostics, line.number, `line-${line.number}`)
  const mark = wordMark(entryOf(node, 'status'), statuses, (word) => {
    const message = `"${word}" is no status of beads, so the issue is left alone.`
    diagnostics.add('UNKNOWN_STATUS', line.number, { task: id, message })
  })
  const priority = numberOf(node, 'priority')
  const task: FileTask = {
    id,
    number: reading.tasks.length + 1,
    title: textOf(node, 'title') ?? '',
    text: textOf(node, 'description') ?? '',
    status: mark?.status ?? 'pending',
    edges: [],
    files: [],
    ...(priority !== undefined && { priority }),
    source: { format: 'beads', path: file.path, id: ownId ?? '', line: line.number, raw: line.text },
    extra: restOf(node, taken),
  }
  for (const dependency of itemsOf(node, 'dependencies')) addEdge(task, dependency, connect)
  reading.tasks.push(task)
  reading.marks.set(
    task,
    mark ? [{ ...mark, start: line.start + mark.start, end: line.start + mark.end }] : [],
  )
}

/** A dependency of somebody else that stands here is only kept. */
function addEdge(task: FileTask, dependency: JsonNode, connect: Connect): void {
  const to = idOf(dependency) ?? textOf(dependency, 'depends_on_id') ?? textOf(dependency, 'target')
  const owner = textOf(dependency, 'issue_id')
  if (to === undefined || (owner !== undefined && owner !== task.id)) return
  const type = textOf(dependency, 'type') ?? 'blocks'
  connect(task, Object.hasOwn(edgeTypes, type) ? (edgeTypes[type] ?? 'link') : 'link', [to])
}
