import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { exitCodes, IrisError } from '../../../contract/plain.ts'
import { largestTaskFile } from '../../../core/tasks/plain.ts'
import { replaceFile } from '../../../platform/lib/index.ts'
import { readRegularFile } from '../../../platform/projects/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { harmless } from '../output.ts'
import { previewTaskFile } from './task-file-preview.ts'

/** How a task file is imported. */
export interface ImportOptions {
  team?: string
  dryRun?: boolean
}

/** Adds the tasks of a file, or only shows what it says. */
export async function importFile(
  context: CommandContext,
  { file, team, dryRun = false }: ImportOptions & { file: string },
): Promise<number> {
  if (dryRun) return previewTaskFile(context, file)
  if (!team)
    throw new IrisError(
      'USAGE',
      'Say in whose project the tasks belong: --team <team>. To only look: --dry-run.',
    )
  const { output } = context
  const text = await readRegularFile(file, largestTaskFile)
  const client = await connectOrStart(context)
  const imported = await client.call('importTasks', { team, path: resolve(file), text })
  output.result(imported, () => {
    const { format, added, changed, unchanged, gone, warnings } = imported
    output.line(`${format}: ${added.length} added, ${changed.length} changed, ${unchanged} as before`)
    if (gone.length > 0) output.line(`No longer in the file, and kept: ${gone.join(', ')}`)
    for (const { line, message } of warnings)
      output.line(`${output.paint('yellow', '!')} line ${line}: ${harmless(message)}`)
    output.line('See what is next: iris tasks ls --status ready')
  })
  return exitCodes.ok
}

/** Prints the tasks of a project as a file. */
export async function exportFile(
  context: CommandContext,
  { team, format: word }: { team: string; format: string },
): Promise<number> {
  const format = (['spec-kit', 'seed'] as const).find((one) => one === word)
  if (!format) throw new IrisError('USAGE', '--format takes spec-kit or seed.')
  const exported = await (await connectOrStart(context)).call('exportTasks', { team, format })
  context.output.result(exported, () => context.output.text(exported.text))
  return exitCodes.ok
}

/** Writes the status of its tasks into a file. */
export async function markFile(
  context: CommandContext,
  { file, team }: { file: string; team: string },
): Promise<number> {
  const { output } = context
  const before = await readRegularFile(file, largestTaskFile)
  const client = await connectOrStart(context)
  const { text, unmarked } = await client.call('markTaskFile', { team, path: resolve(file), text: before })
  const isChanged = text !== before
  if (isChanged) {
    // What somebody wrote meanwhile is not to be lost.
    if ((await readRegularFile(file, largestTaskFile)) !== before)
      throw new IrisError('TASK_CHANGED', `${file} was written by somebody else meanwhile.`)
    replaceFile(file, text, statSync(file).mode & 0o777)
  }
  output.result({ changed: isChanged, unmarked }, () => {
    output.line(isChanged ? `${file} has the marks of its tasks now.` : `${file} says so already.`)
    if (unmarked.length > 0) output.line(`No mark in the file for: ${unmarked.join(', ')}`)
  })
  return exitCodes.ok
}
