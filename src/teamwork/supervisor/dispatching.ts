import { calls, inQuotes, IrisError, type Event, type SessionId, type Task } from '../../contract/index.ts'
import type { Append } from '../../core/store/index.ts'
import { tellRoomOf, wakeGiver } from './announcing.ts'
import { workerNamed } from './calling.ts'
import { emKey, limitsOf, roleOfManagers, roleOfWorkers, type OrgContext } from './context.ts'
import { refusalOf } from './overlapping.ts'
import { workerFor } from './resting.ts'
import type { DispatchRow, SeatRow } from './rows.ts'
import { readTaskWords } from './task-words.ts'

const maxOpen = 1000
const forBudget = 'It waits for room in the budget.'
const forNamed = 'It waits for the worker that it is for.'

/** Keeps a `TASK:` of the engineering manager in the standup, or of a manager in its room, in the transaction that posts it. From anybody else it is text. */
export function onPosted(context: OrgContext, { data }: Event<'message.posted'>, append: Append): void {
  const { rows, channels, clock } = context
  const giver = giverOf(context, data)
  const body = channels.message(data.message)?.body ?? ''
  const words = giver && readTaskWords(body, giver.project)
  if (!giver || !words) return
  const wants = words.name === null ? null : workerNamed(context, giver, words.name)
  // With any other name in front it is for whoever is called.
  if (wants === undefined) return
  const { project } = giver
  const lead = giver.kind === 'manager' ? giver.id : null
  if (rows.dispatches.open(project).length >= maxOpen)
    return tellRoomOf(context, { project, lead }, `Not taken: ${maxOpen} tasks wait already.`)
  rows.dispatches.insert({
    message: data.message,
    project,
    lead,
    wants: wants?.id ?? null,
    body,
    at: clock.now(),
  })
  append({ type: 'org.tasked', data: { project, message: data.message } })
}

/** The seat that gives tasks out by what it says in its room, while its organisation runs. */
function giverOf(
  { rows, channels }: OrgContext,
  { fromSession, form, channel }: Event<'message.posted'>['data'],
): SeatRow | undefined {
  if (fromSession === null || form !== 'message') return undefined
  const seat = rows.seats.ofSession(fromSession)
  if (!seat || rows.orgs.get(seat.project)?.stoppedAt !== null) return undefined
  const room = channels.get(channel)
  if (seat.key === emKey) return room.kind === 'standup' && room.project === seat.project ? seat : undefined
  return seat.kind === 'manager' && room.name === `#work-${seat.key}` ? seat : undefined
}

/** A task that was made for a message is that message's, and one that a manager made is a part of its own, in the transaction that makes it. */
export function onTaskCreated({ rows }: OrgContext, { data }: Event<'task.created'>): void {
  const row = rows.dispatches.get(data.by)
  if (row?.state === 'waiting' && row.task === null) rows.dispatches.set(row, { task: data.task })
  const maker = row ? row.lead && rows.seats.get(row.lead) : managerNamed(rows, data.by)
  if (maker?.project === data.project) rows.parts.put(data.task, maker.id)
}

function managerNamed(rows: OrgContext['rows'], name: string): SeatRow | undefined {
  const shift = rows.shifts.named(name)
  const seat = shift?.endedAt === null ? rows.seats.get(shift.seat) : undefined
  return seat?.kind === 'manager' ? seat : undefined
}

/** Whoever starts a build of a task that waits: it is given out with that. */
export function onBuildStarted(context: OrgContext, { data }: Event<'build.started'>, append: Append): void {
  for (const key of data.tasks) {
    const { task, project, title } = context.tasks.get(key)
    const row = context.rows.dispatches
      .open(project)
      .find((one) => one.state === 'waiting' && one.task === task)
    if (!row) continue
    context.rows.dispatches.set(row, { state: 'started', build: data.build, why: null })
    append({ type: 'org.dispatched', data: { project, message: row.message, task, build: data.build } })
    const who = row.lead === null ? 'a manager' : 'a worker'
    tellRoomOf(context, row, `${key} ${inQuotes(title)} goes to ${who}, in the build ${data.key}.`)
  }
}

/** Gives out what waits, in the order it was posted. Safe to call at any time; one at a time for a project. */
export async function giveOut(context: OrgContext, project: string): Promise<void> {
  const { rows, signal } = context
  let passing: IrisError | undefined
  for (const { message } of rows.dispatches.open(project)) {
    const org = rows.orgs.get(project)
    const row = rows.dispatches.get(message)
    if (signal.aborted || !org || org.stoppedAt !== null) return
    if (row?.state !== 'waiting') continue
    try {
      await giveOne(context, org.team, row)
    } catch (error) {
      if (!(error instanceof IrisError)) throw error
      if (isPassing(error)) passing = notYet(context, row, error)
      else refuse(context, row, error.message)
    }
  }
  // The others had their turn; it is tried again.
  if (passing) throw passing
}

/** A task that is ready is there: what says otherwise could not look just now, as after a start on a busy machine. */
const isPassing = ({ code }: IrisError): boolean => code === 'BUILD_EMPTY' || code === 'TEAM_FOLDER_SILENT'

function notYet({ rows }: OrgContext, { message }: DispatchRow, error: IrisError): IrisError {
  const row = rows.dispatches.get(message)
  if (row?.state === 'waiting')
    rows.dispatches.set(row, { why: `It could not be begun just now: ${error.message}` })
  return error
}

async function giveOne(context: OrgContext, team: string, row: DispatchRow): Promise<void> {
  const { rows, tasks, work } = context
  const task = tasks.get(row.task ?? (await taskFor(context, team, row)))
  const known = rows.dispatches.get(row.message) ?? row
  if (known.state !== 'waiting') return
  if (known.why === null) {
    const reason = refusalOf(context, known, task)
    if (reason !== undefined) return refuse(context, known, reason)
  }
  const worker = workerFor(context, known, task)
  const why = waitsFor(context, known, task) ?? (worker === 'waited for' ? forNamed : undefined)
  if (why !== undefined) {
    if (known.why !== why) rows.dispatches.set(known, { why })
    return
  }
  const wanted = { team, tasks: [task.key], parallel: 1, confirmed: true }
  const starting = known.lead === null ? { role: roleOfManagers } : startingOf(context, known, worker)
  await work.start(calls.startBuild.input.parse(wanted), { by: 'org', ...starting })
}

/** A worker that rests is claimed before it begins, so that it is given one part. */
function startingOf(
  context: OrgContext,
  row: DispatchRow,
  worker: ReturnType<typeof workerFor>,
): { role: string; partOf: string; session?: SessionId } {
  const starting = { role: roleOfWorkers, partOf: wholeOf(context, row) }
  if (worker === undefined || worker === 'waited for') return starting
  context.rows.dispatches.setWanted(row.message, worker.id)
  return { ...starting, session: worker.session }
}

/** The build of the manager that gives out a part of its task. */
function wholeOf({ rows }: OrgContext, { lead, project }: DispatchRow): string {
  const task = lead === null ? null : rows.seats.get(lead)?.task
  const whole = rows.dispatches.open(project).find((one) => one.state === 'started' && one.task === task)
  if (!whole?.build) throw new IrisError('SEAT_STATE_REFUSED', 'Your own task is not being worked any more.')
  return whole.build
}

/** Why a task is not given out yet; undefined when it can be. */
function waitsFor(context: OrgContext, { project, lead }: DispatchRow, task: Task): string | undefined {
  const { managers, workers } = limitsOf(context, project)
  const [most, forFree] =
    lead === null
      ? [managers, 'It waits for a free manager.']
      : [
          workers,
          workers === 0 ? 'Managers have no workers here (`org.workers`).' : 'It waits for a free worker.',
        ]
  if (context.heldOrg(project)) return forBudget
  if (task.status !== 'ready') return task.why ?? forFree
  const atWork = context.rows.dispatches
    .open(project)
    .filter((one) => one.state === 'started' && one.lead === lead)
  return atWork.length >= most ? forFree : undefined
}

/** The task that a message names; without a name it is made, once. */
async function taskFor(context: OrgContext, team: string, row: DispatchRow): Promise<string> {
  const { rows, tasks } = context
  const words = readTaskWords(row.body, row.project)
  if (!words) throw new IrisError('TASK_UNKNOWN', 'It says nothing.')
  if (words.key === null) {
    const made = { title: words.title, text: words.text, priority: 2, files: [], waitsFor: [] }
    return (await tasks.create({ team, ...made }, row.message)).task
  }
  const { task } = tasks.get(words.key)
  rows.dispatches.set(row, { task })
  return task
}

/** Tells whoever gave it out why not, where all see it, and wakes it. */
function refuse(context: OrgContext, row: DispatchRow, reason: string): void {
  const { rows, log } = context
  log.write((append) => {
    // Somebody else may have started it meanwhile.
    if (rows.dispatches.get(row.message)?.state !== 'waiting') return
    rows.dispatches.set(row, { state: 'refused', why: reason })
    append({ type: 'org.refused', data: { project: row.project, message: row.message, reason } })
    tellRoomOf(context, row, `Not given out: ${reason}`)
    wakeGiver(context, row, `Iris did not give out your ${row.message}: ${reason}`)
  })
}
