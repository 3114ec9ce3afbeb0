import { IrisError } from '../../contract/index.ts'
import { findClaude, type Environment, type Team } from '../../platform/config/index.ts'

/** How a person would start the CLI of a team in a terminal. */
export function claudeAtHand(
  team: Team,
  { set, variables }: { set: Environment['variables']; variables: Environment['variables'] },
): { path: string; folder: string | undefined } {
  const inherited = team.remote ? {} : variables
  const folder = { ...inherited, ...set, ...team.env }['CLAUDE_CONFIG_DIR'] || undefined
  const found = team.remote ? undefined : findClaude(team.claudePath, variables)
  // What is on PATH has a name of its own; the package beside Iris has not.
  return { path: found?.from === 'package' ? found.path : team.claudePath, folder }
}

/** The CLI that a team of this machine has; throws when it is not there. */
export function localClaude(team: Team, variables: Environment['variables']): string {
  return claudeAt(team.claudePath, team.name, variables)
}

/** The CLI at a path or by a name; throws, with whose it was to be, when it is not there. */
export function claudeAt(path: string, whose: string, variables: Environment['variables']): string {
  const found = findClaude(path, variables)
  if (!found) throw new IrisError('CLAUDE_NOT_FOUND', `Claude Code was not found for ${whose} (${path}).`)
  return found.path
}
