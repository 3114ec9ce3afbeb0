import type { AgentSecrets } from '../tokens/index.ts'
import type { CompiledConfig, Team } from '../../platform/config/index.ts'

/** What the config gives an agent of a team at its start, as a mark that holds no secret: another mark, other settings. */
export function createSettingsMarks({
  config,
  secrets,
}: {
  config: () => CompiledConfig
  secrets: Pick<AgentSecrets, 'markOf'>
}): (team: Team) => string {
  // A changed config has new teams.
  const known = new WeakMap<Team, string>()
  return (team) => {
    const mark = known.get(team) ?? secrets.markOf(settingsOf(config(), team))
    known.set(team, mark)
    return mark
  }
}

/** All that the config says of how an agent is started; what it may do besides is told to it while it runs. */
function settingsOf({ claude }: CompiledConfig, team: Team): string {
  const { path, remote, claudePath, model, appendSystemPrompt, questioning } = team
  const { allowedTools, disallowedTools } = team
  const env: Readonly<Record<string, string>> = { ...claude.env, ...team.env }
  const set = Object.keys(env)
    .toSorted()
    .map((name) => [name, env[name]])
  const words = { model, appendSystemPrompt, questioning, allowedTools, disallowedTools }
  return JSON.stringify({ path, remote, claudePath, ...words, set })
}
