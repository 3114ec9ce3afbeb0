import { IrisError } from '../../contract/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import type { Team } from '../../platform/config/index.ts'

/** The command that opens a copy of a session's conversation in a terminal; the session itself is not touched. */
export function forkCommand(
  team: Team,
  session: SessionRow | undefined,
): { command: string; cwd: string; conversation: string } {
  if (!session || session.begun === 0)
    throw new IrisError('NOT_FOUND', `You have no conversation with ${team.name} yet.`)
  const here = `cd ${quote(team.path)} && ${quote(team.claudePath)} --resume ${session.conversation} --fork-session`
  const command = team.remote ? [...team.remote.map(quote), '-t', quote(here)].join(' ') : here
  return { command, cwd: team.path, conversation: session.conversation }
}

function quote(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
