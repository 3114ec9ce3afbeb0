import {
  IrisError,
  newId,
  type Evidence,
  type RunId,
  type RunLimits,
  type TeammateRole,
} from '../../contract/index.ts'
import { readRoles, roleNamed } from '../../core/agents/index.ts'
import type { Team } from '../../platform/config/index.ts'
import { readyTeam } from '../orchestrator/index.ts'
import { marksOf, teamsAround } from './changes.ts'
import type { RunDeps } from './deps.ts'
import { opening } from './leading.ts'
import type { RunRow } from './rows.ts'

const minute = 60_000

/** What a run may use unless somebody says otherwise. */
const usualLimits: RunLimits = { costUsd: null, timeMs: 4 * 60 * minute, turns: 200, turnMs: 30 * minute }

/** What a run is started with. */
export interface RunInput {
  team: string
  goal: string
  roster?: readonly string[] | undefined
  evidence?: Given<Evidence> | undefined
  limits?: Given<RunLimits> | undefined
}

/** What may be left out. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Starts a run: it, its session and the goal in its queue are one transaction. */
export async function startRun(deps: RunDeps, input: RunInput): Promise<RunId> {
  const { rows, log, clock, sessions } = deps
  const team = await readyTeam(deps, input.team)
  const roles = await rosterOf(deps, team, input.roster)
  const evidence = { files: input.evidence?.files ?? [], commands: input.evidence?.commands ?? [] }
  if (team.remote && evidence.files.length + evidence.commands.length > 0)
    throw new IrisError(
      'INPUT_INVALID',
      `${team.name} is on another machine: evidence cannot be checked there.`,
    )
  const limits = withLimits(usualLimits, input.limits)
  const marks = await marksOf(deps, teamsAround(deps, team), {
    evidence,
    signal: new AbortController().signal,
  })
  const id = newId('run', clock.now())
  const { goal } = input
  log.write((append) => {
    // The run is the caller of its leader's session, so that each run has one of its own.
    const session = sessions.open(id, team.name).id
    rows.insert({ id, team: team.name, session, goal, roles, limits, evidence, marks }, clock.now())
    const roster = roles.map(({ role }) => role)
    append({
      type: 'run.started',
      session,
      data: { run: id, team: team.name, goal, roster, limits, evidence },
    })
    sessions.put({ session, message: opening(goal), author: 'user', fromSession: null })
  })
  return id
}

/** The limits with what was given over them. */
export function withLimits(limits: RunLimits, given: Given<RunLimits> = {}): RunLimits {
  const { costUsd, timeMs, turns, turnMs } = given
  return {
    costUsd: costUsd === undefined ? limits.costUsd : costUsd,
    timeMs: timeMs === undefined ? limits.timeMs : timeMs,
    turns: turns === undefined ? limits.turns : turns,
    turnMs: turnMs === undefined ? limits.turnMs : turnMs,
  }
}

/** These work on tasks, or have a seat in an organisation; a leader has them only when somebody names them. */
const notForRuns: ReadonlySet<string> = new Set([
  'worker',
  'em',
  'manager',
  'seated-worker',
  'ideation',
  'review',
  'specification',
])

/** The roles of a roster in its order; without one, every role there is for runs. */
async function rosterOf(
  { projects }: RunDeps,
  team: Team,
  roster: readonly string[] | undefined,
): Promise<TeammateRole[]> {
  const read = await readRoles(projects, team.remote ? undefined : team.path)
  const wanted =
    roster && roster.length > 0
      ? [...new Set(roster)]
      : [...read.roles.keys()].filter((role) => !notForRuns.has(role))
  return wanted.map((key) => roleNamed(read, key))
}

/** Refuses to take up a run that would strike its limits at once. */
export function mayGoOn({ id, limits }: RunRow, used: { cost: number; turns: number }): void {
  const isSpent = limits.costUsd !== null && used.cost >= limits.costUsd
  const isWorn = limits.turns !== null && used.turns >= limits.turns
  if (isSpent || isWorn)
    throw new IrisError('RUN_OVER_LIMIT', `${id} has used up ${isSpent ? 'its cost limit' : 'its turns'}.`)
}
