import { IrisError } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Team } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { AgentRow, KnownAgents } from '../sessions/index.ts'
import type { AgentSpec, Pipe, RunningAgent } from '../transport/index.ts'
import { localClaude } from './claude-at-hand.ts'
import { irisSpec, type IrisSpecDeps, type IrisStart } from './iris-spec.ts'
import { createPipeConnection } from './pipe-connection.ts'
import { removeServersFile } from './servers-files.ts'
import { stageSpec, type StageStart } from './stage-spec.ts'
import { teamSpec, type AgentStart, type TeamSpecDeps } from './team-spec.ts'
import { movedConversation } from './transcripts.ts'

/** The daemon's hold on iris-pipe: starts agents, takes them up again, and tells when the pipe is lost. */
export interface AgentHost {
  /** Rejects when the folder or the CLI of a team is not there; what is on another machine only that one knows. */
  present(team: Team): Promise<void>
  launch(input: AgentStart): Promise<{ agent: RunningAgent; pid: number | null }>
  /** Starts the CLI for the Iris agent: in a folder of its own, with its own tools and no others. */
  launchIris(start: IrisStart): Promise<RunningAgent>
  /** Starts the CLI for one turn of a role of the pipeline. */
  launchStage(start: StageStart): Promise<RunningAgent>
  attach(row: Pick<AgentRow, 'id' | 'offset' | 'conversation'>): RunningAgent
  /** Its exit is recorded: its spool may go, and what it left running is ended. */
  forget(agent: string): void
  /** What it printed before an offset is recorded; that part of the spool may go. */
  trim(agent: string, before: number): void
  /** Ends an agent nobody knows, and its spool; resolves with whether it is gone, rejects when the pipe cannot say. */
  drop(agent: string): Promise<boolean>
  /** Connects, starting the pipe if need be, and lists the agents it has with their pids. */
  known(): Promise<KnownAgents>
  /** A stop has begun: nothing waits any longer for a pipe that does not answer, and none is looked for anew. */
  beginStop(): void
  /** Lets go of the pipe; it is ended too when no agent is left in it. */
  close(): Promise<void>
}

export interface AgentHostDeps extends TeamSpecDeps, IrisSpecDeps {
  clock: Clock
  projects: Pick<Projects, 'isThere' | 'list' | 'look'>
  onLost: () => void
}

export function createAgentHost(deps: AgentHostDeps): AgentHost {
  const connection = createPipeConnection(deps)
  return {
    present: (team) => present(deps, team),
    async launch(start) {
      // Again: a process that is started in a folder that hangs holds up whoever starts it, and all teams with it.
      await present(deps, start.team)
      const { transport, pipe } = await connection.made()
      const agent = await transport.start(await specOf(deps, start))
      const started = (await pipe.list()).find((one) => one.id === start.id)
      return { agent, pid: started?.pid ?? null }
    },
    launchIris: async (start) => (await connection.made()).transport.start(irisSpec(deps, start)),
    launchStage: async (start) => (await connection.made()).transport.start(stageSpec(deps, start)),
    attach: ({ id, offset, conversation }) =>
      connection.atHand().transport.attach({ id, offset, conversation }),
    forget(agent) {
      removeServersFile(deps.environment.home, agent)
      // A pipe that cannot forget now is asked again when it is found again, or is gone with all it had.
      const pipe = connection.pipe()
      if (pipe) dropFrom(pipe, agent).catch(() => undefined)
    },
    trim: (agent, before) =>
      void connection
        .pipe()
        ?.trim(agent, before)
        .catch(() => undefined),
    drop: async (agent) => dropFrom(connection.atHand().pipe, agent),
    async known() {
      const { pipe } = await connection.made()
      return new Map((await pipe.list()).map(({ id, pid }) => [id, pid ?? null]))
    },
    beginStop: () => connection.beginStop(),
    close: () => connection.close(),
  }
}

async function dropFrom(pipe: Pipe, agent: string): Promise<boolean> {
  if (!(await pipe.list()).some(({ id }) => id === agent)) return true
  const left = await pipe.end(agent, { graceMs: 0 })
  if (left.length > 0) return false
  await pipe.forget(agent)
  return true
}

async function specOf(deps: AgentHostDeps, start: AgentStart): Promise<AgentSpec> {
  const spec = teamSpec(deps, start)
  if (deps.dutyOf(start.session)?.place?.hasMoved !== true) return spec
  return { ...spec, conversation: await movedConversation(deps.projects, spec) }
}

async function present({ projects, environment }: AgentHostDeps, team: Team): Promise<void> {
  if (team.remote) return
  if (!(await projects.isThere(team.path)))
    throw new IrisError('TEAM_FOLDER_MISSING', `The folder of ${team.name} does not exist: ${team.path}`)
  localClaude(team, environment.variables)
}
