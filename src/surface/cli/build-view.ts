import {
  counted,
  exitCodes,
  money,
  oneLine,
  type Build,
  type BuildState,
  type BuildTask,
} from '../../contract/plain.ts'
import { stateOfBuild, stateOfWork } from '../views/index.ts'
import type { CommandContext } from './command.ts'
import { harmless, type Output } from './output.ts'
import { table } from './table.ts'

/** The exit code of a build that was followed: 0 only when every task is complete. */
export const buildExits: Readonly<Partial<Record<BuildState, number>>> = {
  complete: exitCodes.ok,
  partial: exitCodes.conflict,
  stopped: exitCodes.conflict,
  failed: exitCodes.unexpected,
}

/** The states in which nothing more happens. */
export const isOver = ({ state }: Build): boolean => buildExits[state] !== undefined

/** A build with its tasks, for a person. */
export function showBuildIn({ output }: Pick<CommandContext, 'output'>, build: Build): void {
  const { key, team, why, branch, costUsd, tasks } = build
  const done = tasks.filter(({ step }) => step === 'complete').length
  const words = why === null ? '' : `: ${harmless(why)}`
  output.line(`${output.paint('bold', key)} ${team}, ${stateOfBuild(build).words}${words}`)
  output.line(
    `${bar(output, done, tasks.length)} ${done} of ${counted(tasks.length, 'task')}, ${money(costUsd)}`,
  )
  const rows = tasks.map((task) => rowOf(task))
  for (const line of table({ heading: ['Task', 'Step', 'Tries', 'Title', 'Why'], rows }, output))
    output.line(line)
  for (const { command, passed } of build.primed)
    if (!passed)
      output.line(
        `${output.paint('yellow', '!')} It failed before anything was changed: ${harmless(command)}`,
      )
  if (branch !== null && done > 0)
    output.line(`What is complete is on ${branch}. Merge it: iris merge ${key}`)
}

function rowOf(task: BuildTask): string[] {
  const { key, attempts, title, why } = task
  return [
    key,
    stateOfWork(task).words,
    String(attempts),
    oneLine(harmless(title), 50),
    why === null ? '' : oneLine(harmless(why), 60),
  ]
}

const width = 24

/** How much of something is done, as a bar. */
export function bar({ paint }: Output, done: number, all: number): string {
  const filled = all === 0 ? 0 : Math.round((done / all) * width)
  return paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(width - filled))
}

/** One line for a change of one task. */
export function changeLine(before: BuildTask | undefined, now: BuildTask): string | undefined {
  if (before?.step === now.step && before.why === now.why && before.attempts === now.attempts)
    return undefined
  const words = now.why === null ? '' : `: ${oneLine(harmless(now.why), 100)}`
  const attempt = now.attempts > 1 ? ` (try ${now.attempts})` : ''
  return `${now.key.padEnd(10)} ${stateOfWork(now).words}${attempt}${words}`
}

/** The plan, before it is begun. */
export function showPlan({ output }: Pick<CommandContext, 'output'>, build: Build): void {
  output.line(
    `${output.paint('bold', build.key)}: ${counted(build.tasks.length, 'task')}, ${build.parallel} at once, from ${(build.base ?? '').slice(0, 10)}`,
  )
  for (const [place, wave] of build.waves.entries()) output.line(`  ${place + 1}. ${wave.join(', ')}`)
  if (build.estimateUsd !== null) output.line(`Past tasks suggest about ${money(build.estimateUsd)}.`)
  for (const { command, passed } of build.primed)
    output.line(
      `${passed ? output.paint('green', '✓') : output.paint('yellow', '!')} ${harmless(command)}${passed ? '' : ' fails already, before anything is changed'}`,
    )
  const untried = build.checks - build.primed.length
  if (untried > 0) output.line(`${counted(untried, 'check')} not tried: an hour was over.`)
}
