import { checkOf, writtenExpectation } from './check.ts'
import type { Diagnostics } from './diagnostics.ts'
import { statusOf } from './status-words.ts'
import { impactActions, type FileEdge, type FileImpact, type FileTask, type ImpactAction } from './task.ts'
import type { BlockMap } from './yaml-block.ts'

/** The phases that the seed and its successor know, in their order. */
const knownPhases = ['database', 'types', 'queries', 'services', 'api', 'ui', 'tests']

/** Fields of the seed that Iris only keeps; they stand beside the others, all else under `extra`. */
const keptNames = ['gotchas', 'code_template', 'assigned_to', 'started_at', 'completed_at', 'notes']

type Setter = (task: FileTask, value: unknown, found: { map: BlockMap; report: Report }) => void
interface Report {
  diagnostics: Diagnostics
  line: number
}

/** What each name in a block sets; null or false takes away what the line said. */
const setters: Readonly<Record<string, Setter>> = {
  id: (task, _value, { map }) => void (task.id = map.id('id') ?? task.id),
  title: (task, value) => void (task.title = wordsOf(value) ?? task.title),
  text: (task, value) => void (task.text = wordsOf(value) ?? ''),
  status: setStatus,
  phase: setPhase,
  action: setAction,
  file: () => undefined,
  files: setFiles,
  group: (task, value) => set(task, 'group', wordsOf(value)),
  optional: (task, value) => set(task, 'isOptional', value === true || undefined),
  parallel: (task, value) => set(task, 'isParallelClaim', value === true || undefined),
  checkpoint: (task, value) => set(task, 'isCheckpoint', value === true || undefined),
  priority: (task, value) => set(task, 'priority', typeof value === 'number' ? value : wordsOf(value)),
  story: (task, value) => set(task, 'story', wordsOf(value)),
  requirements: (task, value) => set(task, 'requirements', listOf(value)),
  validation: setCheck,
  check: setCheck,
  parent: (task, _value, { map }) => setEdges(task, 'parent', parentsIn(map)),
  depends_on: (task, _value, { map }) => setEdges(task, 'blocks', map.ids('depends_on')),
  on_failure_of: (task, _value, { map }) => setEdges(task, 'on_failure_of', map.ids('on_failure_of')),
  links: (task, _value, { map }) => setEdges(task, 'link', map.ids('links')),
  extra: (task, value) => void (task.extra = { ...task.extra, ...entriesOf(value) }),
}

/** Names that only a task has; a block with these alone is one of ours. */
export function isTaskField(name: string): boolean {
  return Object.hasOwn(setters, name) || keptNames.includes(name)
}

/** Puts into a task what a block says of it. */
export function applyFields(task: FileTask, map: BlockMap, report: Report): void {
  const other: [string, unknown][] = []
  for (const [name, value] of Object.entries(map.fields)) {
    const setter = Object.hasOwn(setters, name) ? setters[name] : undefined
    if (setter) setter(task, value, { map, report })
    else other.push([name, value])
  }
  if (map.fields['file'] !== undefined && map.fields['files'] === undefined)
    setFiles(task, [map.fields['file']], { map, report })
  task.extra = { ...task.extra, ...Object.fromEntries(other) }
}

/** A task as a block tells it: every field, and null for what it has not. */
export function fieldsOf(task: FileTask): Record<string, unknown> {
  const edges = (type: FileEdge['type']): string[] =>
    task.edges.filter((edge) => edge.type === type).map(({ to }) => to)
  const parents = edges('parent')
  const kept = keptNames.map((name) => [name, task.extra[name] ?? null])
  const rest = Object.entries(task.extra).filter(
    ([name, value]) => !keptNames.includes(name) || value === null,
  )
  return {
    id: task.id,
    title: task.title,
    phase: task.phase ?? null,
    action: task.action ?? null,
    files: task.files.map(({ path, action }) => ({ path, action })),
    status: task.status,
    depends_on: edges('blocks'),
    on_failure_of: edges('on_failure_of'),
    parent: parents.length > 1 ? parents : (parents[0] ?? null),
    links: edges('link'),
    ...claimsOf(task),
    text: task.text,
    validation: writtenCheck(task),
    ...Object.fromEntries(kept),
    extra: rest.length > 0 ? Object.fromEntries(rest) : null,
  }
}

function claimsOf(task: FileTask): Record<string, unknown> {
  return {
    group: task.group ?? null,
    optional: task.isOptional ?? false,
    parallel: task.isParallelClaim ?? false,
    checkpoint: task.isCheckpoint ?? false,
    priority: task.priority ?? null,
    story: task.story ?? null,
    requirements: task.requirements ?? null,
  }
}

function writtenCheck({ check }: FileTask): Record<string, unknown> | null {
  if (!check) return null
  if ('manual' in check)
    return { ...(check.command !== undefined && { command: check.command }), manual: check.manual }
  return { command: check.command, expected: writtenExpectation(check.expected) }
}

function set<K extends keyof FileTask>(task: FileTask, name: K, value: FileTask[K] | undefined): void {
  if (value === undefined) delete task[name]
  else task[name] = value
}

function parentsIn(map: BlockMap): string[] | undefined {
  const one = map.id('parent')
  return one === undefined ? map.ids('parent') : [one]
}

function setEdges(task: FileTask, type: FileEdge['type'], ids: readonly string[] | undefined): void {
  const others = task.edges.filter((edge) => edge.type !== type)
  task.edges = [...others, ...new Set(ids ?? [])].map((to) => (typeof to === 'string' ? { type, to } : to))
}

function setStatus(task: FileTask, value: unknown, { report }: { report: Report }): void {
  const status = statusOf(String(value))
  if (status === undefined)
    report.diagnostics.add('UNKNOWN_STATUS', report.line, {
      task: task.id,
      message: `"${String(value)}" is no status, so the task is left alone.`,
    })
  task.status = status ?? 'deferred'
}

function setPhase(task: FileTask, value: unknown, { report }: { report: Report }): void {
  const phase = wordsOf(value)
  set(task, 'phase', phase)
  if (phase === undefined || knownPhases.includes(phase)) return
  const message = `"${phase}" is no phase of ${knownPhases.join(', ')}; it comes last.`
  report.diagnostics.add('UNKNOWN_PHASE', report.line, { task: task.id, phase, message })
}

function setAction(task: FileTask, value: unknown, { report }: { report: Report }): void {
  const action = wordsOf(value)
  set(task, 'action', action)
  if (action !== undefined) impactAction(action, task, report)
}

function impactAction(action: string, task: FileTask, { diagnostics, line }: Report): ImpactAction {
  const known = impactActions.find((one) => one === action.toUpperCase())
  const message = `"${action}" is none of ${impactActions.join(', ')}; files are taken as changed.`
  if (!known) diagnostics.add('UNKNOWN_ACTION', line, { task: task.id, action, message })
  return known ?? 'UPDATE'
}

function setFiles(task: FileTask, value: unknown, { map, report }: { map: BlockMap; report: Report }): void {
  const own = wordsOf(map.fields['action'])?.toUpperCase()
  const action = impactActions.find((one) => one === own) ?? 'UPDATE'
  const items: unknown[] = Array.isArray(value) ? value : []
  task.files = items.flatMap((item): FileImpact[] => {
    if (typeof item === 'string') return item.trim() === '' ? [] : [{ path: item, action }]
    const { path, action: named } = entriesOf(item)
    if (typeof path !== 'string') return []
    return [{ path, action: named === undefined ? action : impactAction(wordsOf(named) ?? '', task, report) }]
  })
}

function setCheck(task: FileTask, value: unknown): void {
  if (typeof value === 'string') return set(task, 'check', checkOf(value, undefined))
  const { command, expected, manual, ...rest } = entriesOf(value)
  if (Object.keys(rest).length > 0) task.extra = { ...task.extra, validation: rest }
  const named = typeof command === 'string' ? command : undefined
  if (typeof manual === 'string')
    return set(task, 'check', { manual, ...(named !== undefined && { command: named }) })
  set(task, 'check', value === null ? undefined : checkOf(named, expected))
}

function wordsOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function listOf(value: unknown): string[] | undefined {
  if (value === null || value === undefined) return undefined
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.map((item) => wordsOf(item) ?? '')
}

function entriesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
