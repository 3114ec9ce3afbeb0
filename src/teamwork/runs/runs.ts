import {
  IrisError,
  type Event,
  type Run,
  type RunId,
  type RunLimits,
  type RunState,
  type SessionId,
  type TeammateRole,
  type TurnId,
} from '../../contract/index.ts'
import { readRoles, type Duty } from '../../core/agents/index.ts'
import type { SessionRow, Told } from '../../core/sessions/index.ts'
import type { Append } from '../../core/store/index.ts'
import { createMoments } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { teamOf } from '../orchestrator/index.ts'
import { calledByLeader, type Call } from './leader-only.ts'
import { prove } from './proving.ts'
import { createControl, type Control } from './control.ts'
import type { RunDeps } from './deps.ts'
import { decide, endAll } from './ending.ts'
import { readFacts } from './facts.ts'
import { leaderDuty } from './leading.ts'
import { listenToLog } from './listening.ts'
import { resumeMessage } from './messages.ts'
import { createRunRows, type RunRow } from './rows.ts'
import { mayGoOn, startRun, withLimits, type Given, type RunInput } from './starting.ts'
import { onTold } from './reports.ts'
import { toRun } from './views.ts'

/** Runs: a goal, a leader and its teammates, over many turns of one session. */
export interface Runs {
  /** The goal is in the queue of the leader when this returns. */
  start(input: RunInput): Promise<Run>
  list(filter: { team?: string; isOpen: boolean; limit: number }): Run[]
  get(id: RunId): Run
  /** Ends everything of a run; resolves when it is gone. One that has ended stays as it is. */
  stop(id: RunId, by: string): Promise<Run>
  /** Goes on with a run that has ended, in the same conversation. */
  resume(id: RunId, by: string, input: { message?: string; limits?: Given<RunLimits> }): Run
  /** Puts a message to the leader. */
  tell(id: RunId, message: string): TurnId
  /** Its leader says that all is done: the evidence is checked, and the verdict stands when this resolves. */
  complete(session: SessionId, summary: string, call?: Call): Promise<{ run: Run; verdict: RunState }>
  /** The run that a session leads. */
  ledBy(session: SessionId): RunId | undefined
  roles(team: string): Promise<{ roles: TeammateRole[]; mistakes: string[] }>
  /** What a leader is there for; undefined for any other session. */
  dutyOf(session: SessionRow): Duty | undefined
  onTold(told: Told, append: Append): void
  /** Takes up the runs of before, once sessions have been. */
  recover(): void
  close(): void
}

export function createRuns(input: Omit<RunDeps, 'rows' | 'moments'> & { sql: Sql }): Runs {
  const deps: RunDeps = { ...input, rows: createRunRows(input.sql), moments: createMoments(input.clock) }
  const { rows, log, logger, sessions } = deps
  const leaders = new Map(rows.open().map(({ id, session }) => [session, id]))
  const control = createControl(deps, release)
  const { consider } = control.context
  let stopListening: (() => void) | undefined

  return {
    start: async (wanted) => follow(await startRun(deps, wanted)),
    list: (filter) => rows.list(filter).map((row) => toRun(deps, row)),
    get: (id) => toRun(deps, found(deps, id)),
    stop: (id, by) => stop(control, id, by),
    resume: (id, by, wanted) => follow(resume(deps, id, { by, ...wanted })),
    tell: (id, message) => tell(deps, id, message),
    complete: (session, summary, call) => complete(control, session, { summary, call }),
    ledBy: (session) => rows.ofSession(session)?.id,
    roles: (name) => rolesOf(deps, name),
    dutyOf(session) {
      const row = session.caller.startsWith('run_') ? rows.ofSession(session.id) : undefined
      return row && leaderDuty(row)
    },
    onTold(told, append) {
      const run = told.turn.fromSession === null ? undefined : leaders.get(told.turn.fromSession)
      if (run) onTold(deps, run, { told, append })
    },
    recover() {
      for (const { id } of rows.open()) follow(id)
    },
    close() {
      stopListening?.()
      control.close()
    },
  }

  function follow(id: RunId): Run {
    const { session } = found(deps, id)
    leaders.set(session, id)
    stopListening ??= listenToLog({ log, logger }, hear)
    consider(id)
    return toRun(deps, found(deps, id))
  }

  function hear(events: readonly Event[]): void {
    for (const run of new Set(events.flatMap((event) => concerned(event) ?? []))) consider(run)
  }

  /** An event of the leader's session, or of a turn that was told in its name. */
  function concerned({ session, turn }: Event): RunId | undefined {
    const own = session && leaders.get(session)
    if (own || !turn) return own
    const { fromSession } = sessions.turn(turn)
    if (fromSession === null) return undefined
    return leaders.get(fromSession) ?? [...leaders].find(([leader]) => isBelow(deps, leader, turn))?.[1]
  }

  function release(id: RunId): void {
    const { session } = found(deps, id)
    leaders.delete(session)
    if (leaders.size > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

function isBelow({ sessions }: RunDeps, leader: SessionId, turn: TurnId): boolean {
  return sessions.toldBelow(leader).some(({ id }) => id === turn)
}

function found({ rows }: RunDeps, id: RunId): RunRow {
  const row = rows.get(id)
  if (!row) throw new IrisError('NOT_FOUND', `There is no run ${id}.`)
  return row
}

async function stop({ context }: Control, id: RunId, by: string): Promise<Run> {
  const row = found(context, id)
  if (row.endedAt === null) {
    decide(context, id, { verdict: 'stopped', reason: `It was stopped by ${by}.`, by })
    await endAll(context, id)
  }
  return toRun(context, found(context, id))
}

function resume(
  deps: RunDeps,
  id: RunId,
  { by, message, limits }: { by: string; message?: string; limits?: Given<RunLimits> },
): RunId {
  const { rows, log, clock, sessions } = deps
  const row = found(deps, id)
  if (row.endedAt === null) throw new IrisError('RUN_OPEN', `${id} has not ended.`)
  const facts = readFacts(deps, row)
  const raised = withLimits(row.limits, limits)
  mayGoOn({ ...row, limits: raised }, facts)
  const fresh = { endedAt: null, endedBy: null, verdict: null, reason: null, summary: null, checks: null }
  const counters = { revivals: 0, nudgedAt: null, warned: [], countedFrom: clock.now() }
  log.write((append) => {
    rows.set(id, { ...fresh, ...counters, limits: raised })
    append({ type: 'run.resumed', session: row.session, data: { run: id, by } })
    const text = resumeMessage(facts, message)
    sessions.put({ session: row.session, message: text, author: 'user', fromSession: null })
  })
  return id
}

function tell(deps: RunDeps, id: RunId, message: string): TurnId {
  const row = found(deps, id)
  refuseEnded(row)
  deps.rows.set(id, { nudgedAt: null })
  return deps.sessions.put({ session: row.session, message, author: 'user', fromSession: null }).id
}

function refuseEnded({ id, verdict }: RunRow): void {
  if (verdict !== null) throw new IrisError('RUN_ENDED', `${id} has ended.`)
}

async function complete(
  { context }: Control,
  session: SessionId,
  { summary, call }: { summary: string; call: Call | undefined },
): Promise<{ run: Run; verdict: RunState }> {
  const led = context.rows.ofSession(session)
  if (!led) throw new IrisError('FORBIDDEN', 'Only the leader of a run can say that it is complete.')
  refuseEnded(led)
  await calledByLeader(context, session, call)
  refuseEnded(found(context, led.id))
  context.rows.set(led.id, { summary })
  await prove(context, led.id)
  const checked = found(context, led.id)
  return { run: toRun(context, checked), verdict: checked.verdict ?? 'failed' }
}

async function rolesOf(deps: RunDeps, name: string): Promise<{ roles: TeammateRole[]; mistakes: string[] }> {
  const team = teamOf(deps, name)
  const { roles, mistakes } = await readRoles(deps.projects, team.remote ? undefined : team.path)
  const sorted = [...roles.values()].toSorted((a, b) => Number(a.from === 'iris') - Number(b.from === 'iris'))
  return { roles: sorted, mistakes: mistakes.map(({ text }) => text) }
}
