import type { Diagnostics } from './diagnostics.ts'
import { byId, createConnect, type Connect } from './reading.ts'
import { createRows, idsIn, type References } from './references.ts'
import { parentOf, type FileTask } from './task.ts'

const declares =
  /_\**\s*(?:Dependencies|Dependency|Depends\s+on|Depends|依存関係|依存タスク|依存)\s*[:：]\s*[_*]*\s*([^_\n|]*)/gi
const declaresBold =
  /^[\s-]*\*{0,2}(?:Dependencies|Depends\s+on|依存関係|依存タスク|依存)\*{0,2}\s*[:：]\**\s*([^\n|]*)/gim
const says = /^[\s-]*((?:(?:Tasks?|タスク|セクション)\s*)?\d[\d.,、\s〜～–~-]*)\s*に依存/gim
const none = /^(?:none|n\/a|nothing|no\b.*|なし|無し|-|–|—)?[.。]?$/i

/**
 * The order of a Kiro plan. Once a file declares dependencies they are its edges; otherwise its top-level tasks go one
 * after another. Who waits for a task with parts waits for the parts that are not optional; nobody waits for an
 * optional one; a checkpoint waits for all before it.
 */
export function orderKiro(tasks: readonly FileTask[], diagnostics: Diagnostics): void {
  const plan = planOf(tasks, diagnostics)
  const declared = new Map(tasks.map((task) => [task, declaredBy(task, plan, diagnostics)]))
  const isDeclared = [...declared.values()].some((ids) => ids !== undefined)
  if (isDeclared) for (const [task, ids] of declared) waitFor(plan, task, ids ?? [])
  else chain(plan)
  waitAtCheckpoints(plan)
}

interface Plan {
  tasks: readonly FileTask[]
  known: Map<string, FileTask>
  parts: Map<string, FileTask[]>
  references: References
  connect: Connect
}

function planOf(tasks: readonly FileTask[], diagnostics: Diagnostics): Plan {
  const parts = new Map<string, FileTask[]>()
  for (const task of tasks) {
    const parent = parentOf(task)
    const siblings = parent === undefined ? undefined : parts.get(parent)
    if (siblings) siblings.push(task)
    else if (parent !== undefined) parts.set(parent, [task])
  }
  const known = byId(tasks)
  const between = rowsOf(known, diagnostics)
  return { tasks, known, parts, connect: createConnect(diagnostics), references: { id: idInWords, between } }
}

const idInWords = /\d{1,6}(?:\.\d{1,6})*(?:[a-z](?![a-z])|-[A-Za-z][\w-]*)?/g

/** From 7.1 to 7.7 those that exist, and both ends whether they exist or not. */
function rowsOf(known: ReadonlyMap<string, FileTask>, diagnostics: Diagnostics): References['between'] {
  const rows = createRows(diagnostics)
  return (first, last) => {
    const [start, from] = split(first)
    const [end, to] = split(last)
    if (start !== end || !(to >= from)) return undefined
    const inside = rows(from + 1, to).map((number) => `${start}${number}`)
    return [...inside.filter((id) => known.has(id)), last]
  }
}

function split(id: string): [string, number] {
  const dot = id.lastIndexOf('.')
  return [id.slice(0, dot + 1), Number(id.slice(dot + 1))]
}

/** The ids that a task declares; undefined when it declares nothing. Words without an id are told. */
function declaredBy(task: FileTask, { references }: Plan, diagnostics: Diagnostics): string[] | undefined {
  const found = [declares, declaresBold, says].flatMap((pattern) => [...task.text.matchAll(pattern)])
  if (found.length === 0) return undefined
  return found.flatMap(([, words = '']) => {
    const ids = idsIn(words, references)
    if (ids.length === 0 && !none.test(words.trim()))
      diagnostics.add('UNKNOWN_DEPENDENCY', task.source.line, {
        task: task.id,
        dependency: words.trim(),
        message: `${task.id} waits for "${words.trim()}", which names no task.`,
      })
    return ids
  })
}

/** A task waits, and so do its parts; an optional task is only linked, as it never blocks. */
function waitFor(plan: Plan, task: FileTask, ids: readonly string[]): void {
  const own = withParts(plan, task)
  const ownIds = new Set([...own].map(({ id }) => id))
  if (ids.includes(task.id)) ownIds.delete(task.id)
  const needed = ids.flatMap((id) => blocking(plan, id))
  for (const one of own) plan.connect(one, 'blocks', without(needed, ownIds))
  plan.connect(
    task,
    'link',
    ids.filter((id) => plan.known.get(id)?.isOptional),
  )
}

/** One by one, since who is given them may stop early. */
function* without(ids: Iterable<string>, others: ReadonlySet<string>): Generator<string> {
  for (const id of ids) if (!others.has(id)) yield id
}

function withParts(plan: Plan, task: FileTask): Set<FileTask> {
  const found = new Set([task])
  // The set grows while it is read: parts have parts.
  for (const one of found) for (const part of plan.parts.get(one.id) ?? []) found.add(part)
  return found
}

/** What must be done before a task counts as done: the parts that are not optional, or the task itself. */
function blocking(plan: Plan, id: string): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const isOptional = plan.known.get(next)?.isOptional
    if (isOptional || seen.has(next)) continue
    seen.add(next)
    const parts = (plan.parts.get(next) ?? []).filter(({ isOptional }) => !isOptional)
    if (parts.length === 0) found.push(next)
    for (const part of parts.toReversed()) open.push(part.id)
  }
  return found
}

function chain(plan: Plan): void {
  let before: FileTask | undefined
  for (const task of plan.tasks) {
    if (parentOf(task) !== undefined) continue
    if (before) waitFor(plan, task, [before.id])
    if (!task.isOptional) before = task
  }
}

function waitAtCheckpoints(plan: Plan): void {
  const before: string[] = []
  for (const task of plan.tasks) {
    if (task.isCheckpoint) plan.connect(task, 'blocks', without(before, new Set([task.id])))
    const isWhole = (plan.parts.get(task.id) ?? []).every(({ isOptional }) => isOptional)
    if (isWhole && !task.isOptional) before.push(task.id)
  }
}
