import { exitCodes, IrisError, type TurnId } from '../../../contract/plain.ts'
import { counted } from '../../views/index.ts'
import { connectOrStart } from '../background.ts'
import type { CommandContext } from '../command.ts'
import { isSure } from '../confirmation.ts'

/** What the user typed. */
export interface RetryOptions {
  team?: string | undefined
  all?: boolean
  turn?: string
  leave?: boolean
  yes?: boolean
}

/** Runs now what met a limit and waits to be taken up again, or leaves it for good. */
export async function retry(context: CommandContext, options: RetryOptions): Promise<number> {
  const { team, all, turn, leave = false } = options
  if ([team, all, turn].filter(Boolean).length !== 1)
    throw new IrisError('USAGE', 'Name a team or a turn, or give --all.')
  const { output } = context
  const kept = 'It will not run again.'
  if (leave && !options.yes && !(await isSure(context, { deed: 'drop what hit a limit', kept }))) {
    output.result({ turns: [] }, () => output.line('Nothing was changed.'))
    return exitCodes.ok
  }
  const client = await connectOrStart(context)
  const of = { ...(team ? { team } : {}), ...(turn ? { turn } : {}) }
  const { turns } = await client.call(leave ? 'leaveTurns' : 'retryTurns', of)
  output.result({ turns }, () => {
    for (const line of wordsOf(turns, { leave, where: team ?? turn ?? 'any team' })) output.line(line)
  })
  return exitCodes.ok
}

function wordsOf(turns: readonly TurnId[], { leave, where }: { leave: boolean; where: string }): string[] {
  if (turns.length === 0) return [`Nothing in ${where} is waiting at a limit.`]
  const what = leave ? 'Dropped; it will not run again' : 'Runs now'
  const again = leave ? [] : ['If the account is still at its limit, it waits again.']
  return [`${what}: ${counted(turns.length, 'turn')}.`, ...turns.map((turn) => `  ${turn}`), ...again]
}
