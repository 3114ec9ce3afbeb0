import { exitCodes, IrisError, oneLine, type Task } from '../../../contract/plain.ts'
import {
  countTasks,
  edgesOf,
  stepsOf,
  taskCountWords,
  taskSigns,
  taskStatuses,
  taskWords,
} from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless, type Output } from '../output.ts'
import { dotOf } from './task-dot.ts'
import { allTasks } from './tasks.ts'

const usualWidth = 80
const leastTitle = 24

/** The graph of tasks as text: steps, and beside each task what it waits for. */
export async function graphTasks(
  context: CommandContext,
  { team, dot = false }: { team?: string; dot?: boolean },
): Promise<number> {
  const { output } = context
  if (dot && output.json) throw new IrisError('USAGE', 'Give either --dot or --json.')
  const client = await connectOrStart(context)
  const { tasks } = await allTasks(client, { texts: 'none', ...(team && { team }) })
  if (dot) {
    output.text(dotOf(tasks))
    return exitCodes.ok
  }
  output.result(jsonOf(tasks), () => print(output, tasks))
  return exitCodes.ok
}

function jsonOf(tasks: readonly Task[]): object {
  const keys = new Map<string, string>(tasks.map(({ task, key }) => [task, key]))
  return {
    steps: stepsOf(tasks).map((step) => step.map(({ key, title, status }) => ({ key, title, status }))),
    edges: edgesOf(tasks).map(({ from, to, type, isWaived }) => ({
      from: keys.get(from),
      to: keys.get(to),
      type,
      isWaived,
    })),
  }
}

function print(output: Output, tasks: readonly Task[]): void {
  if (tasks.length === 0)
    return output.line('No tasks yet. Import some: iris tasks import specs/001/tasks.md --team <team>')
  const width = Math.max(40, Math.min(output.width ?? usualWidth, 200))
  const signs = taskStatuses.filter((status) => tasks.some((task) => task.status === status))
  output.line(taskCountWords(countTasks(tasks)))
  for (const [step, own] of stepsOf(tasks).entries()) {
    output.line(`\n${output.paint('bold', `Step ${step + 1}`)}`)
    const keys = Math.max(...own.map(({ key }) => key.length))
    for (const task of own) for (const line of linesOf(task, { keys, width })) output.line(harmless(line))
  }
  output.line()
  output.note(
    output.paint('dim', signs.map((status) => `${taskSigns[status]} ${taskWords[status]}`).join('   ')),
  )
}

/** A task on one line with its edges; where they do not fit, they stand below it. */
function linesOf(task: Task, { keys, width }: { keys: number; width: number }): string[] {
  const start = `  ${taskSigns[task.status]} ${task.key.padEnd(keys)}  `
  const edges = task.edges.map(edgeWords)
  const room = width - start.length
  const beside = edges.join(', ')
  const title = oneLine(task.title, Math.max(leastTitle, room))
  if (beside === '') return [start + title]
  const left = room - beside.length - 2
  if (left >= Math.min(title.length, leastTitle + 12)) return [`${start}${oneLine(title, left)}  ${beside}`]
  return [start + title, ...wrapped(edges, { indent: ' '.repeat(start.length), width })]
}

/** What an edge means, as short as can be; a task is on the right of what it waits for. */
function edgeWords({ type, name, waivedBy }: Task['edges'][number]): string {
  const words = {
    blocks: `← ${name}`,
    on_failure_of: `if ${name} fails`,
    parent: `in ${name}`,
    link: `~ ${name}`,
  }
  return waivedBy ? `${words[type]} (waived)` : words[type]
}

function wrapped(pieces: readonly string[], { indent, width }: { indent: string; width: number }): string[] {
  const lines: string[] = []
  for (const [place, piece] of pieces.entries()) {
    const words = place < pieces.length - 1 ? `${piece},` : piece
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + words.length <= width)
      lines[lines.length - 1] = `${last} ${words}`
    else lines.push(indent + words)
  }
  return lines
}
