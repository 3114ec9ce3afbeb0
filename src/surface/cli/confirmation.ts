import { createInterface } from 'node:readline/promises'
import { IrisError } from '../../contract/plain.ts'
import type { CommandContext } from './command.ts'

/** Asks on the terminal before something is taken away; where nobody can be asked, `--yes` has to say it. */
export async function isSure(
  context: CommandContext,
  { deed, kept }: { deed: string; kept: string },
): Promise<boolean> {
  if (!canAsk(context)) throw new IrisError('USAGE', `Add --yes to ${deed}; there is no terminal to ask on.`)
  return saysYes(context, `${deed.charAt(0).toUpperCase()}${deed.slice(1)}? ${kept} [y/N] `)
}

/** Whether somebody sits at a terminal. */
export function canAsk({ output }: Pick<CommandContext, 'output'>): boolean {
  return !output.json && process.stdin.isTTY
}

/** Asks on the terminal; anything but a yes is a no. */
export async function saysYes(
  { output }: Pick<CommandContext, 'output'>,
  question: string,
): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(output.shown(question))).trim())
  } finally {
    terminal.close()
  }
}
