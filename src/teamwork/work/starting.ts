import {
  IrisError,
  newId,
  type Build,
  type CallParsed,
  type SessionId,
  type Task,
} from '../../contract/index.ts'
import { readRoles, roleNamed } from '../../core/agents/index.ts'
import { costOf, keyOf, roleOfWorkers, type WorkContext } from './context.ts'
import { baseOf, teamOf } from './ground.ts'
import { beginPart } from './parts.ts'
import type { BuildRow } from './rows.ts'
import { toBuild } from './views.ts'

const maxPast = 50

/** Who starts a build, and the role of its agents where they are no plain workers. */
export interface Starting {
  by: string
  role?: string
  /** The build whose work it is a part of: it begins where that is. Otherwise it begins at the main branch. */
  partOf?: string
  /** Whose session works on its only task, with what it knows from another. */
  session?: SessionId
}

/** Starts a build: what it holds is decided and stored; the rest follows from that. */
export async function startBuild(
  context: WorkContext,
  wanted: CallParsed<'startBuild'>,
  { by, role: key = roleOfWorkers, partOf, session }: Starting,
): Promise<Build> {
  const { tasks, rows, log, clock, projects, usage } = context
  const team = teamOf(context, wanted.team)
  const project = await tasks.projectOf(team.name)
  const plan = project === undefined ? undefined : await tasks.plan(team.name)
  const chosen = plan === undefined ? [] : choose(context, wanted, plan.order)
  if (project === undefined || !plan || chosen.length === 0)
    throw new IrisError('BUILD_EMPTY', `There is no open task to work for ${team.name}.`)
  await baseOf(context, { team: team.name })
  const part = partOf === undefined ? undefined : await beginPart(context, partOf)
  const role = roleNamed(await readRoles(projects, team.path), key)
  const keys = new Set(chosen.map(({ key }) => key))
  const build = log.write((append) => {
    refuseTaken(context, chosen)
    const now = clock.now()
    const made: BuildRow = {
      ...fresh,
      id: newId('bld', now),
      project,
      number: rows.nextNumber(project),
      team: team.name,
      role,
      parallel: wanted.parallel,
      limits: wanted.limits,
      waves: plan.waves.map((wave) => wave.filter((key) => keys.has(key))).filter((wave) => wave.length > 0),
      estimateUsd: estimate(context, project, chosen.length),
      madeBy: by,
      startedAt: now,
      confirmedAt: wanted.confirmed ? now : null,
      command: wanted.check ?? null,
    }
    rows.insert(
      made,
      chosen.map(({ task }) => task),
    )
    if (part) rows.set(made.id, { ...part, session: session ?? null })
    const about = { build: made.id, key: keyOf(made) }
    const { usd, tokens: maxTokens } = made.limits
    usage.setLimit({ kind: 'build', name: about.key }, { span: 'total', usd, tokens: maxTokens })
    append({ type: 'build.started', data: { ...about, team: team.name, tasks: [...keys], by } })
    return made
  })
  context.consider(build.id)
  return toBuild(context, build)
}

const fresh = {
  base: null,
  partOf: null,
  session: null,
  branch: null,
  primed: null,
  tried: [],
  finalCheck: null,
  pausedAt: null,
  pausedFor: null,
  restedMs: 0,
  ground: null,
  ask: null,
  stopping: null,
  waitingSince: null,
  asked: [],
  endedAt: null,
  outcome: null,
  why: null,
}

/** In the order they can be worked; those that are parents of others are nobody's work. */
function choose(
  { tasks }: WorkContext,
  { tasks: named, source }: CallParsed<'startBuild'>,
  order: readonly string[],
): Task[] {
  const wanted = new Set(named.map((name) => tasks.get(name).key))
  const open = order.map((key) => tasks.get(key)).filter(({ status }) => isWorkable(status))
  const chosen = open.filter((task) => wanted.size === 0 || wanted.has(task.key))
  return source === undefined ? chosen : chosen.filter((task) => task.source?.path === source)
}

const isWorkable = (status: Task['status']): boolean => ['ready', 'pending', 'blocked'].includes(status)

function refuseTaken({ rows }: WorkContext, chosen: readonly Task[]): void {
  for (const { task, key } of chosen) {
    const open = rows.openWork(task)
    const build = open && rows.get(open.build)
    if (build) throw new IrisError('BUILD_TASK_TAKEN', `${key} is being worked in ${keyOf(build)}.`)
  }
}

/** What as many tasks would cost as past ones of the project did, or those of all, by their median. */
function estimate(context: WorkContext, project: string, count: number): number | null {
  const ended = context.rows
    .list({ team: null, isOpen: false, limit: maxPast })
    .filter(({ endedAt }) => endedAt !== null)
  const own = costsOf(
    context,
    ended.filter((build) => build.project === project),
  )
  const past = own.length > 0 ? own : costsOf(context, ended)
  const median = past[Math.floor(past.length / 2)]
  return median === undefined ? null : median * count
}

/** What each task of some builds cost that was worked at all; the least first. */
function costsOf(context: WorkContext, builds: readonly BuildRow[]): number[] {
  return builds
    .flatMap(({ id }) => context.rows.tasksOf(id))
    .flatMap((row) => (row.session === null ? [] : [costOf(context, row)]))
    .toSorted((a, b) => a - b)
}
