import { IrisError } from '../../contract/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import type { Team } from '../../platform/config/index.ts'

/** How a person starts the CLI of a team by hand, and where it keeps conversations when not in its usual folder. */
export interface ClaudeAtHand {
  path: string
  folder: string | undefined
}

/** The command that opens a copy of a session's conversation in a terminal; the session itself is not touched. */
export function forkCommand(
  team: Team,
  session: SessionRow | undefined,
  { path, folder }: ClaudeAtHand,
): { command: string; cwd: string; conversation: string } {
  if (!session || session.begun === 0)
    throw new IrisError('NOT_FOUND', `You have no conversation with ${team.name} yet.`)
  const where = folder === undefined ? '' : `CLAUDE_CONFIG_DIR=${quote(folder)} `
  const here = `cd ${quote(team.path)} && ${where}${quote(path)} --resume ${session.conversation} --fork-session`
  const command = team.remote ? [...team.remote.map(quote), '-t', quote(here)].join(' ') : here
  return { command, cwd: team.path, conversation: session.conversation }
}

function quote(word: string): string {
  return /^[\w./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
