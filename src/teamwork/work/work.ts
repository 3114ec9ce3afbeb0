import type {
  AskId,
  Build,
  CallOutput,
  CallParsed,
  Event,
  EventType,
  SessionId,
} from '../../contract/index.ts'
import type { Duty } from '../../core/agents/index.ts'
import type { PolicyAnswer } from '../../core/inbox/index.ts'
import type { MergeSubject } from '../../core/merges/index.ts'
import type { SessionRow } from '../../core/sessions/index.ts'
import { createMoments } from '../../platform/clock/index.ts'
import { childEnvironment } from '../../platform/config/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { heardElsewhere } from './asking.ts'
import { clearEnded } from './building.ts'
import type { WorkContext, WorkDeps } from './context.ts'
import { createControl, findBuild, type Control } from './control.ts'
import { dutyOf, permits } from './duty.ts'
import { createBranches, type Branches } from './branches.ts'
import { placeOf, planCheck, repositoryOf, tipOf } from './ground.ts'
import { bringIn, type BroughtIn } from './parts.ts'
import { createLooking } from './looking.ts'
import { noBackground } from './prompt.ts'
import { createWorkRows, type WorkRows } from './rows.ts'
import { startBuild, type Starting } from './starting.ts'
import { mergedBuild } from './merged.ts'
import { watchedTasks, type WatchedTask } from './watched.ts'
import { createBuildViews, toBuild } from './views.ts'

/** Tasks being worked by agents, each in its own worktree. */
export interface Work extends Control, Branches {
  start(wanted: CallParsed<'startBuild'>, starting: Starting): Promise<Build>
  list(filter: CallParsed<'listBuilds'>): CallOutput<'listBuilds'>
  get(name: string): Build
  /** What the agent of a session is there for, when that is a task. */
  dutyOf(session: SessionRow): Duty | undefined
  /** What it may do without asking. */
  permits(session: SessionRow, asked: { tool: string; input: unknown }): PolicyAnswer | undefined
  /** A build as something to be merged; undefined when the name is of none. */
  merged(name: string): MergeSubject | undefined
  /** Whether agents are held for something that another part does with them; then their turn counts as open. */
  alsoHeld(isHeld: (session: SessionId) => boolean): void
  /** Agents that gave some of their work to others wait for that, though their turn is over. */
  alsoWaits(waitsFor: WorkContext['waitsFor']): void
  /** Merges what came of a part into the checkout that it is a part of. */
  bringIn(part: string): Promise<BroughtIn>
  /** Has another part give tasks to other agents whose own ended too often, before a person is asked. */
  alsoReassigns(reassigns: WorkContext['reassigns']): void
  /** Has another part tell the agent of a task what it knows. */
  alsoTells(tells: WorkContext['tells']): void
  /** What is being worked now. */
  watched(): WatchedTask[]
  /** What a person answered about a task at work, where another part asked; false when it no longer concerns anybody. */
  hears(of: { build: string; task: string; ask: AskId }): boolean
  /** Which build that should move nobody could look at, in words; undefined as a rule. */
  stalled(): string | undefined
  /** Goes on with what the last daemon left. */
  recover(): void
  close(): Promise<void>
}

/** What may change what a build does next. */
const heard: readonly EventType[] = [
  'turn.ended',
  'check.ended',
  'ask.answered',
  'ask.dismissed',
  'ask.withdrawn',
  'ask.weighed',
  'lease.awaited',
  'lease.preempted',
  'lease.granted',
  'lease.released',
  'lease.lost',
  'task.changed',
  'task.ended',
  'task.planned',
]

export function createWork(deps: WorkDeps & { sql: Sql }): Work {
  const stopped = new AbortController()
  const others = createOthers()
  const looking = createLooking(() => context, deps.clock)
  const context: WorkContext = {
    ...deps,
    rows: createWorkRows(deps.sql),
    gitEnvironment: childEnvironment(deps.environment.variables, 'agent'),
    signal: stopped.signal,
    ...others.asked,
    moments: createMoments(deps.clock),
    consider: looking.consider,
    later: looking.later,
    placeOf: ({ team }) => placeOf(context, team),
    repositoryOf: (build) => repositoryOf(context, build),
    tipOf: (build) => tipOf(context, build),
    planCheck: (build, wanted) => planCheck(context, build, wanted),
  }
  const { rows, log, logger } = context
  const shown = createBuildViews(context)
  const considerAll = (): void => rows.open().forEach(({ id }) => looking.consider(id))
  void follow().catch((error: unknown) => logger.error('work no longer hears the log', { err: error }))

  return {
    ...createControl(context),
    ...others.also,
    ...createBranches(context),
    start: (wanted, starting) => startBuild(context, wanted, starting),
    list: ({ team = null, state, limit }) => ({
      builds: rows.list({ team, isOpen: state === 'open', limit }).map(shown),
    }),
    get: (name) => toBuild(context, findBuild(context, name)),
    dutyOf: (session) => dutyOf(context, session),
    permits: (session, asked) => permits(context, session, asked),
    merged: (name) => mergedBuild(context, name),
    bringIn: (part) => bringIn(context, part),
    watched: () => watchedTasks(context),
    hears: (of) => heardElsewhere(context, findBuild(context, of.build), of),
    stalled: () => looking.stalled(),
    recover() {
      considerAll()
      void clearEnded(context).catch((error: unknown) => logger.warn('worktrees are left', { err: error }))
    },
    async close() {
      stopped.abort()
      await looking.close()
    },
  }

  async function follow(): Promise<void> {
    const tail = log.tail({ after: log.head(), types: heard, signal: stopped.signal })
    for await (const batch of tail) if (batch.some((event) => isOurs(rows, event))) considerAll()
  }
}

function isOurs(rows: WorkRows, { session }: Event): boolean {
  return session === undefined || rows.ofSession(session) !== undefined
}

type Asked = Pick<WorkContext, 'isHeld' | 'waitsFor' | 'reassigns' | 'tells'>
type Also = Pick<Work, 'alsoHeld' | 'alsoWaits' | 'alsoReassigns' | 'alsoTells'>

/** What parts that come later know of builds; nothing until they say so. */
function createOthers(): { asked: Asked; also: Also } {
  let isHeld: Asked['isHeld'] = () => false
  let waitsFor: Asked['waitsFor'] = () => null
  let reassigns: Asked['reassigns'] = () => undefined
  let tells: Asked['tells'] = () => Promise.resolve(noBackground)
  return {
    asked: {
      isHeld: (session) => isHeld(session),
      waitsFor: (session) => waitsFor(session),
      reassigns: (build) => reassigns(build),
      tells: (of) => tells(of),
    },
    also: {
      alsoHeld: (other) => void (isHeld = other),
      alsoWaits: (other) => void (waitsFor = other),
      alsoReassigns: (other) => void (reassigns = other),
      alsoTells: (other) => void (tells = other),
    },
  }
}
