import type { Build, Event, EventData } from '../../../contract/index.ts'
import { redistributeDoor } from '../../../core/rules/index.ts'
import type { CoordinatorContext } from './context.ts'
import { end, open } from './deciding.ts'
import type { ConcernRow, Wanted } from './rows.ts'

/** A build failed, or a limit stopped it: a person is asked what is to become of its tasks. */
export function onBuildEnded(context: CoordinatorContext, { data }: Event<'build.ended'>): void {
  const { team, partOf } = context.work.get(data.build)
  // Whoever gave out a part hears of it.
  if (partOf !== null || !hasFailed(context, data)) return
  const concern = {
    subject: data.build,
    kind: 'build_failed',
    about: data.key,
    team,
    build: data.key,
    session: null,
  } as const
  context.rows.put({ ...open(context, concern), againMs: 0 })
  context.wake()
}

/** What a person stopped has not failed. */
function hasFailed({ rulings }: CoordinatorContext, { outcome, key }: EventData<'build.ended'>): boolean {
  if (outcome === 'failed') return true
  return outcome === 'stopped' && rulings.list({ rule: 'continue', about: key, limit: 1 }).rulings.length > 0
}

/** Another build works on tasks of one that failed: nobody needs to say what is to become of them. */
export function onBuildStarted(context: CoordinatorContext, { data }: Event<'build.started'>): void {
  for (const row of context.rows.open().filter(({ kind }) => kind === 'build_failed')) {
    const left = row.wants.filter(({ tasks }) => !tasks.some((task) => data.tasks.includes(task)))
    if (left.length === row.wants.length) continue
    if (row.isDue === 1) context.rows.put({ ...row, wants: row.wants.filter((one) => !isBegun(one, data)) })
    else end(context, row, `${data.key} works on its tasks`)
  }
}

const isBegun = ({ team, tasks }: Wanted, started: EventData<'build.started'>): boolean =>
  team === started.team && started.tasks.every((task) => tasks.includes(task))

/** Who could work what is left: its own team, and those of the project that have less to do. */
export async function waysOn(context: CoordinatorContext, row: ConcernRow): Promise<Wanted[]> {
  const build = context.work.get(row.about)
  const left = leftOf(context, build)
  if (left.length === 0) return []
  const takers = await takersOf(context, build)
  const inputs = { tasks: left, takers, from: build.team }
  const outcome = redistributeDoor.decide(inputs)
  if (outcome.assignments.length > 0)
    context.log.write(() => context.rulings.keep(redistributeDoor, { inputs, outcome, about: row.about }))
  const byTeam = new Map<string, string[]>()
  for (const { task, to } of outcome.assignments) byTeam.set(to, [...(byTeam.get(to) ?? []), task])
  return [{ team: build.team, tasks: left }, ...[...byTeam].map(([team, tasks]) => ({ team, tasks }))]
}

const isOver = new Set(['complete', 'cancelled', 'deferred', 'in_progress'])

function leftOf({ tasks }: CoordinatorContext, build: Build): string[] {
  return build.tasks.map(({ key }) => key).filter((key) => !isOver.has(tasks.get(key).status))
}

async function takersOf(
  { config, tasks, work }: CoordinatorContext,
  build: Build,
): Promise<{ id: string; load: number }[]> {
  const takers: { id: string; load: number }[] = []
  for (const { name, remote } of config().teams.values()) {
    if (name === build.team || remote || (await tasks.projectOf(name)) !== build.project) continue
    takers.push({ id: name, load: loadOf(work.list({ team: name, state: 'open', limit: 200 }).builds) })
  }
  return takers
}

const loadOf = (builds: readonly Build[]): number =>
  builds.flatMap((build) => build.tasks).filter(({ endedAt }) => endedAt === null).length
