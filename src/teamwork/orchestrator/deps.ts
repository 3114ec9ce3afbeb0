import { IrisError, type SessionId } from '../../contract/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig, Team } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { ClaudeAtHand } from './fork.ts'

/** What the orchestrator decides with. */
export interface OrchestratorDeps {
  log: Pick<EventLog, 'writeBatched'>
  sessions: Sessions
  asks: Pick<Inbox, 'holding' | 'openByTeam' | 'spans' | 'view' | 'listFor'>
  usage: Usage
  clock: Clock
  config: () => CompiledConfig
  projects: Pick<Projects, 'isThere'>
  claudeOf: (team: Team) => ClaudeAtHand
  /** Told when teams have passed something on for too long; the tell itself has left nothing behind. */
  onRefusedHop?: (hop: RefusedHop) => void
}

/** A tell of an agent that would have gone on for too long without a word from a person. */
export interface RefusedHop {
  session: SessionId
  to: string
  message: string
  reason: string
}

/** The team of a name, whatever the name is made of. */
export function teamOf({ config }: Pick<OrchestratorDeps, 'config'>, name: string): Team {
  const team = config().teams.get(name)
  if (team) return team
  const shown = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
  throw new IrisError('TEAM_UNKNOWN', `There is no team ${shown}.`)
}

/** A team that can be started: its folder is there, or on another machine. */
export async function readyTeam(
  deps: Pick<OrchestratorDeps, 'config' | 'projects'>,
  name: string,
): Promise<Team> {
  const team = teamOf(deps, name)
  if (team.remote || (await deps.projects.isThere(team.path))) return team
  throw new IrisError('TEAM_FOLDER_MISSING', `The folder of ${team.name} does not exist: ${team.path}`)
}
