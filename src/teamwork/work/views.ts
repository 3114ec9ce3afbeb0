import type { Build, BuildState, BuildTask } from '../../contract/index.ts'
import { costOf, keyOf, type WorkContext } from './context.ts'
import { readBuild, stepIn, type BuildFacts } from './facts.ts'
import { commandsOf, endedOf } from './priming.ts'
import type { BuildRow, WorkRow } from './rows.ts'

const maxEnded = 200

/** A build as people see it. */
export function toBuild(context: WorkContext, row: BuildRow): Build {
  const facts = readBuild(context, row)
  const used = context.usage.usedBy({ kind: 'build', name: keyOf(row) })
  const { id, project, team, base, branch, parallel, limits, primed, tried, waves, estimateUsd, partOf } = row
  return {
    build: id,
    key: keyOf(row),
    project,
    team,
    state: stateOf(row),
    why: row.why ?? row.stopping ?? row.pausedFor,
    base,
    branch,
    parallel,
    limits,
    check: row.command,
    unproved: unprovedIn(context, facts),
    primed: primed === null ? endedOf(tried) : [...primed],
    checks: commandsOf(context, row, () => true).length,
    waves: waves.map((wave) => [...wave]),
    estimateUsd,
    tasks: facts.rows.map((task) => toTask(context, facts, task)),
    costUsd: used.usd,
    tokens: used.tokens,
    by: row.madeBy,
    partOf: partOf === null ? null : keyOf(context.rows.get(partOf) ?? row),
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }
}

function unprovedIn({ tasks }: WorkContext, { build, rows }: BuildFacts): number {
  return build.command === null ? rows.filter(({ task }) => tasks.get(task).check === null).length : 0
}

/** Builds as they are listed; one that has ended stays as it is, and is worked out once. */
export function createBuildViews(context: WorkContext): (row: BuildRow) => Build {
  const ended = new Map<BuildRow['id'], Build>()
  return (row) => {
    const known = ended.get(row.id)
    if (known) return known
    const build = toBuild(context, row)
    if (row.endedAt !== null) ended.set(row.id, build)
    const [oldest] = ended.keys()
    if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest)
    return build
  }
}

export function stateOf({
  outcome,
  stopping,
  pausedAt,
  primed,
  confirmedAt,
  finalCheck,
}: BuildRow): BuildState {
  if (outcome !== null) return outcome
  if (stopping !== null || finalCheck !== null) return 'ending'
  if (pausedAt !== null) return 'paused'
  if (primed === null) return 'priming'
  return confirmedAt === null ? 'waiting_for_yes' : 'working'
}

function toTask(context: WorkContext, facts: BuildFacts, row: WorkRow): BuildTask {
  const { task, key, title } = context.tasks.get(row.task)
  const step = stepIn(context, facts, row)
  const why = row.why ?? (step.do === 'nothing' ? step.why : null)
  return {
    task,
    key,
    title,
    step: step.at,
    why,
    attempts: context.tasks.attempts(task).length,
    session: row.session,
    turn: row.turn,
    check: row.checking,
    commit: row.committed,
    ask: row.ask,
    lessons: [...row.lessons],
    costUsd: row.session === null ? 0 : costOf(context, row),
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }
}
