import { createInterface } from 'node:readline/promises'
import { exitCodes, IrisError } from '../../../contract/plain.ts'
import type { CommandContext } from '../command.ts'
import { harmless } from '../output.ts'
import {
  planRemoval,
  planSetting,
  serverEntry,
  settingsFile,
  type Plan,
  type Scope,
} from '../registration.ts'

/** What `iris install` and `iris uninstall` are told. */
export interface InstallOptions {
  scope: string
  dryRun?: boolean
  yes?: boolean
}

/** Registers `iris mcp` with Claude Code. */
export function install(context: CommandContext, options: InstallOptions): Promise<number> {
  const scope = scopeOf(options.scope)
  const file = settingsFile(scope, context.environment)
  const entry = serverEntry(scope, context.environment)
  return carryOut(context, options, {
    plan: () => planSetting(file, entry),
    nothing: `Iris is registered already in ${file}.`,
    done: `Registered in ${file}. New Claude Code sessions have the Iris tools.`,
  })
}

/** Takes it out again. */
export function uninstall(context: CommandContext, options: InstallOptions): Promise<number> {
  const file = settingsFile(scopeOf(options.scope), context.environment)
  return carryOut(context, options, {
    plan: () => planRemoval(file),
    nothing: `Iris is not registered in ${file}.`,
    done: `Removed from ${file}.`,
  })
}

interface Change {
  plan: () => Plan
  nothing: string
  done: string
}

async function carryOut(
  { output }: CommandContext,
  options: InstallOptions,
  change: Change,
): Promise<number> {
  const plan = change.plan()
  const told = { file: plan.file, changed: false, diff: plan.diff, backup: null }
  if (plan.diff === '') {
    output.result(told, () => output.line(change.nothing))
    return exitCodes.ok
  }
  for (const line of plan.diff.split('\n')) output.line(painted(line))
  if (options.dryRun) {
    output.result(told, () => output.line('\nNothing was changed.'))
    return exitCodes.ok
  }
  if (!options.yes && !(await agrees())) {
    output.result(told, () => output.line('Nothing was changed.'))
    return exitCodes.ok
  }
  // Claude Code writes this file too, perhaps while the question stood: plan again on what is there now.
  const backup = change.plan().apply()
  output.result({ ...told, changed: true, backup }, () => {
    output.line(change.done)
    if (backup) output.line(`The old file is kept as ${backup}`)
  })
  return exitCodes.ok

  function painted(line: string): string {
    const colour = { '+': 'green', '-': 'red', '@': 'cyan' } as const
    const first = line.charAt(0)
    return first === '+' || first === '-' || first === '@'
      ? output.paint(colour[first], harmless(line))
      : harmless(line)
  }

  async function agrees(): Promise<boolean> {
    if (output.json || !process.stdin.isTTY || !process.stdout.isTTY)
      throw new IrisError('USAGE', 'There is no terminal to confirm on; add --yes to change the file.')
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return /^y(es)?$/i.test((await terminal.question('\nWrite this? [y/N] ')).trim())
    } finally {
      terminal.close()
    }
  }
}

function scopeOf(scope: string): Scope {
  if (scope === 'user' || scope === 'project') return scope
  throw new IrisError('USAGE', `The scope is user or project, not ${JSON.stringify(scope)}.`)
}
