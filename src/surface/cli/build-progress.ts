import { counted, money, oneLine, type Build, type BuildTask } from '../../contract/plain.ts'
import { alongPath, stateOfBuild, stateOfWork, workPath } from '../views/index.ts'
import { bar, changeLine } from './build-view.ts'
import type { CommandContext } from './command.ts'
import { harmless, visible, type Output } from './output.ts'
import { withoutCodes } from './own-codes.ts'

/** How a build that is followed is shown. */
export interface BuildProgress {
  show(build: Build): void
  /** Something else is written below: what is drawn stays, and the next goes under it. */
  leave(): void
  /** Takes away what was drawn. */
  end(): void
}

/** Bars that are drawn anew on a terminal, a line for each change elsewhere, nothing for programs. */
export function createBuildProgress({ output }: Pick<CommandContext, 'output'>): BuildProgress {
  if (output.json) return { show: () => undefined, leave: () => undefined, end: () => undefined }
  return output.width === undefined ? inLines(output) : inBars(output)
}

function inLines(output: Output): BuildProgress {
  let before: Build | undefined
  return {
    show(now) {
      const { words } = stateOfBuild(now)
      if (before === undefined || stateOfBuild(before).words !== words) output.line(`${now.key}: ${words}`)
      const known = new Map(before?.tasks.map((task) => [task.task, task]))
      for (const task of now.tasks) {
        const line = before && changeLine(known.get(task.task), task)
        if (line !== undefined) output.line(line)
      }
      before = now
    },
    leave: () => undefined,
    end: () => undefined,
  }
}

function inBars(output: Output): BuildProgress {
  let drawn = 0
  const clear = (): string => (drawn > 0 ? output.own(`\u001B[${drawn}A\r\u001B[0J`) : '')
  return {
    show(build) {
      const width = process.stdout.columns || 80
      const room = Math.max(1, (process.stdout.rows || 24) - 3)
      const lines = linesOf(output, build, room).map((line) => fitted(line, width))
      output.text(`${clear()}${lines.join('\n')}\n`)
      drawn = lines.length
    },
    leave: () => void (drawn = 0),
    end() {
      output.text(clear())
      drawn = 0
    },
  }
}

/** A line that would wrap would be counted wrongly; its colours go with its end. */
function fitted(line: string, width: number): string {
  return visible(line) > width ? `${withoutCodes(line).slice(0, width - 1)}…` : line
}

/** The whole, then each task that is at work or needs somebody, as many as there is room for. */
function linesOf(output: Output, build: Build, room: number): string[] {
  const { key, tasks, costUsd } = build
  const done = tasks.filter(({ step }) => step === 'complete').length
  const moving = tasks.filter(({ step }) => step !== 'complete' && step !== 'waiting')
  const waiting = tasks.filter(({ step }) => step === 'waiting').length
  const shown = moving.slice(0, Math.max(1, room - 2))
  const left = moving.length - shown.length
  const rest = [
    ...(left > 0 ? [`${left} more`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'}`] : []),
  ]
  return [
    `${output.paint('bold', key)} ${bar(output, done, tasks.length)} ${done} of ${counted(tasks.length, 'task')}, ${money(costUsd)}, ${stateOfBuild(build).words}`,
    ...shown.map((task) => taskLine(output, task)),
    ...(rest.length > 0 ? [output.paint('dim', `  ${rest.join(', ')}`)] : []),
  ]
}

function taskLine({ paint }: Output, task: BuildTask): string {
  const { key, attempts, title, why } = task
  const { behind } = alongPath(task)
  const path = paint('green', '■'.repeat(behind)) + paint('dim', '□'.repeat(workPath.length - behind))
  const attempt = attempts > 1 ? ` (try ${attempts})` : ''
  const words = oneLine(harmless(why ?? title), 60)
  return `  ${key.padEnd(10)} ${path} ${stateOfWork(task).words}${attempt}: ${words}`
}
