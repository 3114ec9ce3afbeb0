import type { SessionId } from '../../contract/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import { readBuild, stepIn } from './facts.ts'
import type { stepOf } from './steps.ts'

/** A task that is being worked, as far as the watch is concerned. */
export interface WatchedTask {
  build: string
  team: string
  task: string
  phase: string
  session: SessionId
  /** What it waits for; null when it should move. */
  waiting: 'human' | 'lock' | 'dependency' | null
  /** Whether its check runs, which may be silent for long. */
  isChecked: boolean
  /** When it was begun. */
  since: number
}

/** Every task that is being worked in a build that is not at rest. */
export function watchedTasks(context: WorkContext): WatchedTask[] {
  const open = context.rows
    .open()
    .filter(({ confirmedAt, pausedAt }) => confirmedAt !== null && pausedAt === null)
  // Builds of one project share its leases.
  const leases = new Map(
    [...new Set(open.map(({ project }) => project))].map((project) => [
      project,
      context.leases.standings(project),
    ]),
  )
  return open.flatMap((build) => {
    const facts = readBuild(context, build, leases.get(build.project))
    return facts.rows.flatMap((row): WatchedTask[] => {
      const { session, outcome, triedAt, startedAt } = row
      if (session === null || outcome !== null) return []
      const { at } = stepIn(context, facts, row)
      const { key, phase } = context.tasks.get(row.task)
      const isChecked = at === 'check'
      const since = triedAt ?? startedAt ?? build.startedAt
      const about = { build: keyOf(build), team: build.team, task: key, phase: phase ?? '', session }
      return [{ ...about, waiting: waits[at] ?? null, isChecked, since }]
    })
  })
}

const waits: Readonly<Partial<Record<ReturnType<typeof stepOf>['at'], 'human' | 'lock' | 'dependency'>>> = {
  asked: 'human',
  lease: 'lock',
  later: 'dependency',
  waiting: 'dependency',
}
