import { stringify } from 'yaml'
import { createDiagnostics } from './diagnostics.ts'
import { fieldsOf } from './fields.ts'
import { ownInfo } from './own-block.ts'
import { readSpecKit } from './spec-kit.ts'
import type { FileTask } from './task.ts'

/** The formats that Iris writes. */
export type ExportFormat = 'spec-kit' | 'seed'

/** Tasks as a file; read again it gives the same tasks. */
export function exportTasks(tasks: readonly FileTask[], format: ExportFormat): string {
  return format === 'seed' ? seedText(tasks) : specKitText(tasks)
}

/** One block for each task, with all that it has. */
function seedText(tasks: readonly FileTask[]): string {
  const sections = sectionsOf(tasks).map(({ group, tasks }) => {
    const blocks = tasks.map(
      (task) => `### ${oneLine(task.id)}\n\n${blockOf(inUse(fieldsOf(task), group), { info: 'yaml' })}\n`,
    )
    return [...headingOf(group), ...blocks].join('\n')
  })
  return ['# Tasks\n', ...sections].join('\n')
}

/** Fields that say nothing when they are empty; all others only when they are null. */
const emptyMeansNone = [
  'files',
  'depends_on',
  'on_failure_of',
  'links',
  'text',
  'optional',
  'parallel',
  'checkpoint',
]

function inUse(fields: Record<string, unknown>, group: string | undefined): Record<string, unknown> {
  const isUsed = ([name, value]: [string, unknown]): boolean => {
    if (name === 'group') return value !== (titleOf(group) ?? null)
    const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0)
    return value !== null && !(isEmpty && emptyMeansNone.includes(name))
  }
  return Object.fromEntries(Object.entries(fields).filter(isUsed))
}

/**
 * A line for each task, and under it a block with whatever the line alone would tell otherwise. What that is is found
 * by reading the lines.
 */
function specKitText(tasks: readonly FileTask[]): string {
  const lines = linesOf(tasks, () => undefined)
  const { tasks: told } = readSpecKit({ text: lines, path: '' }, createDiagnostics())
  return linesOf(tasks, (task, place) => {
    const [wanted, found] = [fieldsOf(task), told[place]]
    const alone = found ? fieldsOf(found) : {}
    const missing = Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(alone[name]),
    )
    return missing.length > 0
      ? blockOf(Object.fromEntries(missing), { info: ownInfo, indent: '  ' })
      : undefined
  })
}

function linesOf(
  tasks: readonly FileTask[],
  block: (task: FileTask, place: number) => string | undefined,
): string {
  let place = 0
  const sections = sectionsOf(tasks).map(({ group, tasks }) => {
    const lines = tasks.map((task) => {
      const under = block(task, place)
      place += 1
      return [lineOf(task, place), ...(under === undefined ? [] : [under])].join('\n')
    })
    return [...headingOf(group), ...lines, ''].join('\n')
  })
  return ['# Tasks\n', ...sections].join('\n')
}

function lineOf(task: FileTask, number: number): string {
  const id = /^T\d{3,9}$/.test(task.id) ? task.id : `T${String(number).padStart(3, '0')}`
  const parallel = task.isParallelClaim ? ['[P]'] : []
  const story = /^(?:US-?\d+|Story-?\d+)$/i.test(task.story ?? '') ? [`[${task.story}]`] : []
  return [`- [${task.status === 'complete' ? 'x' : ' '}]`, id, ...parallel, ...story, oneLine(task.title)]
    .join(' ')
    .trimEnd()
}

function sectionsOf(tasks: readonly FileTask[]): { group: string | undefined; tasks: FileTask[] }[] {
  const sections: { group: string | undefined; tasks: FileTask[] }[] = []
  for (const task of tasks) {
    const last = sections.at(-1)
    if (last && last.group === task.group) last.tasks.push(task)
    else sections.push({ group: task.group, tasks: [task] })
  }
  return sections
}

function headingOf(group: string | undefined): string[] {
  const title = titleOf(group)
  return title === undefined ? [] : [`## ${title}\n`]
}

/** What a heading can say of a group; a task says the rest itself. */
function titleOf(group: string | undefined): string | undefined {
  return oneLine(group ?? '') || undefined
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim()
}

/** Every text on one line: folded and block texts lose blanks, and the lines here are indented. */
const plainYaml = {
  lineWidth: 0,
  blockQuote: false,
  singleQuote: false,
  doubleQuotedMinMultiLineLength: Infinity,
  aliasDuplicateObjects: false,
} as const

/** A fenced block; the fence is longer than any in what it holds. */
function blockOf(
  fields: Record<string, unknown>,
  { info, indent = '' }: { info: string; indent?: string },
): string {
  // Only the line end of YAML: a text may end with a blank of its own.
  const body = stringify(fields, plainYaml).replace(/\n$/, '')
  const runs = [...body.matchAll(/`+/g)].map(([run]) => run.length)
  const ticks = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run + 1), 3))
  return [`${ticks}${info}`, ...body.split('\n'), ticks].map((line) => indent + line).join('\n')
}
