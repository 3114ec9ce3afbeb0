import type { BuildId, WorkStep } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { conclude, isOver, noteWaiting, reasonToStop, stop } from './building.ts'
import { keyOf, type WorkContext } from './context.ts'
import { createDue } from './due.ts'
import { readBuild, stepIn, type BuildFacts } from './facts.ts'
import { prime } from './priming.ts'
import { askWhatIsDue, hearQuestions } from './questions.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import { hearStrayed } from './straying.ts'
import type { Step } from './steps.ts'
import { take } from './taking.ts'

/** How often a build is looked at without cause, for its limits. */
const lookEveryMs = 15_000
const retryMs = 5000

/** Looks at builds, one look at a time in each, and does what is to be done next. All of it can be begun again from the tables. */
export interface Looking {
  consider: (build: BuildId) => void
  later: (build: BuildId, delayMs: number) => void
  /** Which build that should move nobody could look at, in words; undefined as a rule. */
  stalled(): string | undefined
  close(): Promise<void>
}

export function createLooking(contextOf: () => WorkContext, clock: Clock): Looking {
  const looking = new Map<BuildId, Promise<void>>()
  const again = new Set<BuildId>()
  const due = createDue(clock, consider)
  const tasks = createMoving(contextOf)

  function consider(build: BuildId): void {
    const context = contextOf()
    if (context.signal.aborted) return
    if (looking.has(build)) return void again.add(build)
    due.began(build)
    // What one commit caused is heard of in several ways: one look is enough for all.
    const look = new Promise(setImmediate)
      .then(() => lookAt(context, build, tasks))
      .then((isToBeSeen) => seen(build, isToBeSeen))
      .catch((error: unknown) => {
        due.ended(build, 'failed')
        context.logger.error('a build does not move', { build, err: error })
        due.later(build, retryMs)
      })
      .finally(() => {
        looking.delete(build)
        if (again.delete(build)) consider(build)
      })
    looking.set(build, look)
  }

  function seen(build: BuildId, isToBeSeen: boolean): void {
    due.ended(build, 'seen')
    if (isToBeSeen) again.add(build)
  }

  return {
    consider,
    later: (build, delayMs) => due.later(build, delayMs),
    stalled() {
      const builds = contextOf().rows.open().filter(isToMove)
      return due.stalled(builds.map((build) => ({ id: build.id, key: keyOf(build) })))
    },
    async close() {
      due.close()
      await Promise.allSettled([...looking.values(), ...tasks.busy()])
    },
  }
}

/** One that only waits for a yes is looked at when that is said. */
const isToMove = ({ primed, confirmedAt, stopping }: BuildRow): boolean =>
  primed === null || confirmedAt !== null || stopping !== null

/** One look at a build; says whether it is to be looked at again at once. */
async function lookAt(context: WorkContext, id: BuildId, tasks: Moving): Promise<boolean> {
  const found = context.rows.get(id)
  if (!found || found.endedAt !== null) return false
  if (found.primed === null && found.stopping === null) {
    await prime(context, found)
    return true
  }
  if (found.ask !== null) await hearStrayed(context, found)
  const facts = readBuild(context, context.rows.get(id) ?? found)
  if (facts.build.stopping !== null) await stopWhenQuiet(context, facts, tasks)
  else if (facts.build.confirmedAt !== null) return goOn(context, facts, tasks)
  return false
}

async function goOn(context: WorkContext, facts: BuildFacts, tasks: Moving): Promise<boolean> {
  const { build } = facts
  const reason = build.pausedAt === null ? reasonToStop(context, facts) : undefined
  if (reason !== undefined) {
    context.rows.set(build.id, { stopping: reason })
    return true
  }
  await hearQuestions(context, facts)
  if (isOver(context, facts) && tasks.busy(facts).length === 0) {
    await conclude(context, facts)
    return false
  }
  noteWaiting(context, build, waitsForPeople(tasks.move(facts)))
  askWhatIsDue(context, facts)
  context.later(build.id, lookEveryMs)
  return false
}

/** Whether nothing moves any more before a person answers. */
function waitsForPeople(steps: readonly Step[]): boolean {
  const open = steps.filter(({ at }) => at !== 'complete' && at !== 'failed' && at !== 'skipped')
  return (
    open.some(({ at }) => at === 'asked') &&
    open.every((step) => step.do === 'nothing' && isHeld.has(step.at))
  )
}

const isHeld: ReadonlySet<WorkStep> = new Set(['asked', 'waiting', 'lease'])

async function stopWhenQuiet(context: WorkContext, facts: BuildFacts, tasks: Moving): Promise<void> {
  for (const { session, outcome } of facts.rows)
    if (session !== null && outcome === null) await context.sessions.halt(session, { graceMs: 1000 })
  await Promise.allSettled(tasks.busy(facts))
  await stop(context, readBuild(context, facts.build))
}

/** The deeds that are under way, one at a time for each task. */
interface Moving {
  /** Each task gets its next step. */
  move(facts: BuildFacts): Step[]
  busy(of?: BuildFacts): Promise<void>[]
}

function createMoving(contextOf: () => WorkContext): Moving {
  const underWay = new Map<string, Promise<void>>()
  const told = new Map<string, string>()
  return {
    busy: (of) => (of ? of.rows.flatMap(({ task }) => underWay.get(task) ?? []) : [...underWay.values()]),
    /** Places are given in the order of the build. */
    move(facts) {
      const context = contextOf()
      let { atWork } = facts
      return facts.rows.map((row) => {
        const step = stepIn(context, { ...facts, atWork }, row)
        if (step.do === 'enlist') atWork += 1
        tell(context, { facts, row, step })
        if (step.do !== 'nothing' && !underWay.has(row.task)) begin(context, facts, { row, step })
        // Its agent may not have been started yet, so that nobody sees it live.
        if (step.do === 'nothing' && step.at === 'lease') context.leases.renew(row.task)
        if (step.do === 'nothing' && step.inMs !== undefined) context.later(facts.build.id, step.inMs)
        return step
      })
    },
  }

  function begin(
    context: WorkContext,
    { build }: BuildFacts,
    { row, step }: { row: WorkRow; step: Exclude<Step, { do: 'nothing' }> },
  ): void {
    const done = take(context, build, { row, deed: step.do }).finally(() => {
      underWay.delete(row.task)
      context.consider(build.id)
    })
    underWay.set(row.task, done)
    done.catch((error: unknown) =>
      context.logger.error('a task does not move', { build: build.id, err: error }),
    )
  }

  /** Where a task is, for whoever follows the log; once for each change. */
  function tell(
    context: WorkContext,
    { facts: { build }, row, step }: { facts: BuildFacts; row: WorkRow; step: Step },
  ): void {
    const why = step.do === 'nothing' ? step.why : null
    const now = `${step.at} ${why ?? ''} ${row.attempt ?? ''}`
    const place = `${build.id} ${row.task}`
    if (told.get(place) === now || row.outcome !== null) return
    told.set(place, now)
    const { key } = context.tasks.get(row.task)
    const about = { build: build.id, key: keyOf(build), task: row.task, taskKey: key }
    const data = { ...about, step: step.at, attempt: row.attempt ?? 0, why }
    context.log.write((append) => append({ type: 'work.moved', data }))
  }
}
