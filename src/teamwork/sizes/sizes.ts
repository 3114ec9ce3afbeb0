import { resolve } from 'node:path'
import { IrisError, type CallOutput, type CallParsed, type SizeCost } from '../../contract/index.ts'
import { sizeDoor, sizes } from '../../core/rules/index.ts'
import type { Rulings } from '../../core/rulings/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Runs } from '../runs/index.ts'
import type { Work } from '../work/index.ts'

const maxPast = 50
const maxFiles = 5
const taskFile = /\.(?:md|json|jsonl|ya?ml)$/i

export interface SizesDeps {
  config: () => CompiledConfig
  projects: Pick<Projects, 'holds'>
  rulings: Pick<Rulings, 'rule'>
  usage: Pick<Usage, 'pastTurns'>
  runs: Pick<Runs, 'list'>
  work: Pick<Work, 'list'>
}

/** Proposes how much to set up for a goal; sets nothing up. */
export async function proposeSize(
  deps: SizesDeps,
  { team, goal }: CallParsed<'proposeSize'>,
): Promise<CallOutput<'proposeSize'>> {
  const folder = deps.config().teams.get(team)?.path
  if (folder === undefined) throw new IrisError('TEAM_UNKNOWN', `There is no team ${team}.`)
  const files = await filesIn(deps, folder, goal)
  const { outcome } = deps.rulings.rule(sizeDoor, { inputs: { goal, task_files: files }, about: team })
  const past = pastCosts(deps, team)
  return {
    ...outcome,
    taskFile: files[0] === undefined ? null : resolve(folder, files[0]),
    sizes: sizes.map((size): SizeCost => ({ size, ...middle(past[size] ?? []) })),
  }
}

/** Files that a goal names and the project has. */
async function filesIn({ projects }: SizesDeps, folder: string, goal: string): Promise<string[]> {
  const named = goal.split(/[\s"'`(),]+/).filter((word) => taskFile.test(word))
  const places = await Promise.all(
    named.slice(0, maxFiles).map(async (file) => ({ file, place: await projects.holds(folder, file) })),
  )
  return places.filter(({ place }) => place === 'inside').map(({ file }) => file)
}

/** What past ones of a team cost. Nobody can say what an organisation costs in all: it goes on until it is stopped. */
function pastCosts({ runs, work, usage }: SizesDeps, team: string): Partial<Record<string, number[]>> {
  const ended = runs.list({ team, isOpen: false, limit: maxPast })
  const leaders = new Set(ended.map(({ leader }) => leader.session))
  return {
    tell: usage
      .pastTurns(team, maxPast)
      .flatMap(({ session, costUsd }) => (leaders.has(session) ? [] : [costUsd])),
    run: ended.filter(({ endedAt }) => endedAt !== null).map(({ costUsd }) => costUsd),
    build: work
      .list({ team, state: 'all', limit: maxPast })
      .builds.filter(({ endedAt }) => endedAt !== null)
      .map(({ costUsd }) => costUsd),
  }
}

function middle(costs: readonly number[]): Pick<SizeCost, 'costUsd' | 'past'> {
  const paid = costs.filter((cost) => cost > 0).toSorted((a, b) => a - b)
  return { costUsd: paid[Math.floor(paid.length / 2)] ?? null, past: paid.length }
}
