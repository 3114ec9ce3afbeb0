import { createInterface } from 'node:readline/promises'
import { IrisError } from '../../contract/plain.ts'
import type { CommandContext } from './command.ts'

/** Asks on the terminal before something is taken away; where nobody can be asked, `--yes` has to say it. */
export async function isSure(
  { output }: CommandContext,
  { deed, kept }: { deed: string; kept: string },
): Promise<boolean> {
  if (output.json || !process.stdin.isTTY)
    throw new IrisError('USAGE', `Add --yes to ${deed}; there is no terminal to ask on.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const question = `${deed.charAt(0).toUpperCase()}${deed.slice(1)}? ${kept} [y/N] `
    return /^y(es)?$/i.test((await terminal.question(output.shown(question))).trim())
  } finally {
    terminal.close()
  }
}
