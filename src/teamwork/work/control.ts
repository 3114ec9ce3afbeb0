import { IrisError, type Build, type BuildId } from '../../contract/index.ts'
import { keyOf, type WorkContext } from './context.ts'
import { finish } from './finishing.ts'
import type { BuildRow, WorkRow } from './rows.ts'
import { stateOf, toBuild } from './views.ts'
import { endWhole } from './whole.ts'

/** The build of a key or an id. */
export function findBuild({ rows }: WorkContext, name: string): BuildRow {
  const [, project = '', number = ''] = /^(.+)-b(\d+)$/.exec(name) ?? []
  const found = name.startsWith('bld_') ? rows.get(idOf(name)) : rows.byNumber(project, Number(number))
  if (!found) throw new IrisError('BUILD_UNKNOWN', `There is no build ${name}.`)
  return found
}

// The schema of the call says that it is one.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const idOf = (name: string): BuildId => name as BuildId

/** What people do with a build. */
export interface Control {
  confirm(name: string, by: string): Build
  pause(name: string, by: string): Build
  resume(name: string, by: string): Build
  stop(name: string, by: string): Build
  retry(of: { build: string; task: string; guidance?: string | undefined }): Build
  skip(of: { build: string; task: string }, by: string): Build
}

export function createControl(context: WorkContext): Control {
  return { ...ofBuilds(context), ...ofTasks(context) }
}

function changed(context: WorkContext, build: BuildRow): Build {
  context.consider(build.id)
  return toBuild(context, findBuild(context, build.id))
}

const about = (build: BuildRow): { build: BuildId; key: string } => ({ build: build.id, key: keyOf(build) })

function ofBuilds(context: WorkContext): Pick<Control, 'confirm' | 'pause' | 'resume' | 'stop'> {
  const { rows, log, clock, moments } = context
  return {
    confirm(name, by) {
      const build = openBuild(context, name)
      if (build.confirmedAt !== null) return toBuild(context, build)
      log.write((append) => {
        rows.set(build.id, { confirmedAt: clock.now() })
        append({ type: 'build.confirmed', data: { ...about(build), by } })
      })
      return changed(context, build)
    },
    pause(name, by) {
      const build = openBuild(context, name)
      if (build.pausedAt !== null) return toBuild(context, build)
      log.write((append) => {
        rows.set(build.id, { pausedAt: clock.now(), pausedFor: `Paused by ${by}.` })
        append({ type: 'build.paused', data: { ...about(build), by } })
      })
      return changed(context, build)
    },
    resume(name, by) {
      const build = openBuild(context, name)
      if (build.pausedAt === null) return toBuild(context, build)
      const restedMs = build.restedMs + Math.round(clock.steady() - moments.of(build.pausedAt))
      log.write((append) => {
        rows.set(build.id, { pausedAt: null, pausedFor: null, restedMs })
        append({ type: 'build.resumed', data: { ...about(build), by } })
      })
      return changed(context, build)
    },
    stop(name, by) {
      const build = openBuild(context, name)
      rows.set(build.id, { stopping: build.stopping ?? `Stopped by ${by}.` })
      endWhole(context, build)
      return changed(context, build)
    },
  }
}

function ofTasks(context: WorkContext): Pick<Control, 'retry' | 'skip'> {
  const refuse = (words: string): never => {
    throw new IrisError('BUILD_STATE_REFUSED', words)
  }
  return {
    retry({ build: name, task, guidance }) {
      const build = openBuild(context, name)
      const row = workOf(context, build, task)
      if (row.outcome === 'complete') refuse(`${task} is complete already.`)
      context.log.write(() => retryTask(context, row, guidance ?? null))
      interruptOld(context, row)
      return changed(context, build)
    },
    skip({ build: name, task }, by) {
      const build = openBuild(context, name)
      const row = workOf(context, build, task)
      if (row.outcome !== null || row.attempt !== null)
        refuse(`${task} is being worked or has ended. Pause or stop the build first.`)
      finish(context, build, { row, outcome: 'skipped', why: `Left out by ${by}.` })
      return changed(context, build)
    },
  }
}

/** The turn it was in must not hold up what it is told now. */
function interruptOld({ sessions, logger }: WorkContext, { session, turn }: WorkRow): void {
  const open = session === null || turn === null ? undefined : sessions.lastTurn(session)
  if (session === null || !open || open.endedAt !== null) return
  sessions.cancel(session, open.id).catch((error: unknown) => {
    logger.warn('a turn was not interrupted for another try', { session, err: error })
  })
}

function retryTask({ rows, tasks, inbox }: WorkContext, row: WorkRow, guidance: string | null): void {
  const { status } = tasks.get(row.task)
  if (status === 'failed' || status === 'skipped')
    tasks.become({ name: row.task, by: 'user' }, { to: 'pending', reason: 'Tried again.' })
  if (row.ask !== null) inbox.withdrawOne(row.ask, 'it is tried again')
  rows.setTask(row, {
    outcome: null,
    why: null,
    endedAt: null,
    ask: null,
    asked: null,
    laterFrom: null,
    installing: null,
    package: null,
    failures: 0,
    tries: 0,
    transient: 0,
    lastFailure: null,
    error: null,
    turn: null,
    checking: null,
    committed: null,
    starts: 0,
    ...(guidance === null ? {} : { guidance }),
  })
}

function openBuild(context: WorkContext, name: string): BuildRow {
  const build = findBuild(context, name)
  if (build.endedAt === null) return build
  throw new IrisError(
    'BUILD_STATE_REFUSED',
    `${keyOf(build)} has ended: ${stateOf(build)}. Start another with iris work.`,
  )
}

function workOf({ rows, tasks }: WorkContext, build: BuildRow, name: string): WorkRow {
  const { task, key } = tasks.get(name)
  const row = rows.task(build.id, task)
  if (!row) throw new IrisError('TASK_UNKNOWN', `${key} is not part of ${keyOf(build)}.`)
  return row
}
